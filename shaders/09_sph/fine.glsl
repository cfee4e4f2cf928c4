// Version 5: smaller cells, and of these only the ones that the ball of the reach touches.
// Limit: about 200 candidates are tested, and each row of cells starts with two loads of its own.
// Version 6 looks through the same rows; who takes which is in team.glsl.
#if VERSION == FINE || VERSION == TEAM
layout(std430, binding = STARTS) restrict readonly buffer Starts { uint starts[]; };

// The ball of the reach around a particle, with cells as the unit of length.
struct Ball {
    vec3 centre;
    float radius;
    ivec3 low, high; // the first and the last cells that it can touch
};

Ball ball_around(vec3 position)
{
    float radius = reach * grid_inverse * 1.0001; // a little more, for what rounding may hide
    return Ball((position - grid_low) * grid_inverse, radius, cell_of(position - reach), cell_of(position + reach));
}

// How far `place` is from the layer of cells number `cell` of one axis, squared.
float square_to_layer(float place, int cell)
{
    float outside = max(max(float(cell) - place, place - float(cell) - 1.0), 0.0);
    return outside * outside;
}

// Of the cells with these y and z, those that the ball touches: they are one run.
void visit_row(Ball ball, int y, int z)
{
    float left = ball.radius * ball.radius - square_to_layer(ball.centre.y, y) - square_to_layer(ball.centre.z, z);
    if (left <= 0.0) return; // the row is out of reach
    float half_width = sqrt(left);
    int first = clamp(int(floor(ball.centre.x - half_width)), ball.low.x, ball.high.x);
    int last = clamp(int(floor(ball.centre.x + half_width)), ball.low.x, ball.high.x);
    uint row = cell_index(ivec3(0, y, z)), end = starts[row + uint(last) + 1u];
    for (uint j = starts[row + uint(first)]; j < end; j++) visit(j);
}
#endif

#if VERSION == FINE
void visit_candidates(vec3 position)
{
    Ball ball = ball_around(position);
    for (int z = ball.low.z; z <= ball.high.z; z++)
        for (int y = ball.low.y; y <= ball.high.y; y++) visit_row(ball, y, z);
}
#endif
