// Smaller cells, and of these only the ones that the ball of the reach touches, shared by a team of LANES invocations
// (see team.glsl). The kernel that includes this defines visit_run(), and lane(): its own place in the team, from 0.
// Limit: about 175 candidates are tested, and each row of cells starts with two loads of its own.
#include "grid/grid.glsl"

layout(std430, binding = WATER_STARTS) restrict readonly buffer Starts { uint starts[]; };

// The ball of the reach around a particle, with cells as the unit of length: those along y and z.
struct Ball {
    vec3 centre; // x in cells along x
    float radius;
    float cells_x;   // along x in one unit
    ivec3 low, high; // the first and the last cells that it can touch
};

Ball ball_around(vec3 position)
{
    float radius = reach * grid_inverse.y * 1.0001; // a little more, for what rounding may hide
    return Ball((position - grid_low) * grid_inverse, radius, grid_inverse.x / grid_inverse.y,
                cell_of(position - reach), cell_of(position + reach));
}

// How far `place` is from the layer of cells number `cell` of one axis, squared.
float square_to_layer(float place, int cell)
{
    float outside = max(max(float(cell) - place, place - float(cell) - 1.0), 0.0);
    return outside * outside;
}

// Read here, once, and not in cell_index() for each row.
int cells_in_row = grid_size.x, rows_in_layer = grid_size.y;

uint lane();
void visit_run(uint begin, uint end); // visits all candidates from `begin` on, before `end`

// The cells with these y and z that the ball touches: they are one run.
void visit_row(Ball ball, int y, int z)
{
    float left = ball.radius * ball.radius - square_to_layer(ball.centre.z, z) - square_to_layer(ball.centre.y, y);
    if (left <= 0.0) return; // the row is out of reach
    float half_width = sqrt(left) * ball.cells_x;
    int first = clamp(int(floor(ball.centre.x - half_width)), ball.low.x, ball.high.x);
    int last = clamp(int(floor(ball.centre.x + half_width)), ball.low.x, ball.high.x);
    uint row = uint((z * rows_in_layer + y) * cells_in_row);
    visit_run(starts[row + uint(first)], starts[row + uint(last) + 1u]);
}

// Every LANES-th row, from the lane's own on.
// [shared_rows]
void visit_candidates(vec3 position)
{
    Ball ball = ball_around(position);
    int y = ball.low.y + int(lane());
    for (int z = ball.low.z; z <= ball.high.z; z++) {
        for (; y <= ball.high.y; y += LANES) visit_row(ball, y, z);
        y -= ball.high.y - ball.low.y + 1; // as far as it ran past this layer's end, it starts in the next one
    }
}
// [/shared_rows]
