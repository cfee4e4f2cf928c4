// Version 5: smaller cells, and of these only the ones that the ball of the reach touches.
// Limit: about 200 candidates are tested, and each row of cells starts with two loads of its own.
// Version 6 looks through the same candidates; how it goes through a run of them is in team.glsl.
#if VERSION == FINE || VERSION == TEAM
layout(std430, binding = STARTS) restrict readonly buffer Starts { uint starts[]; };

// How far `place` is from the layer of cells number `cell` of one axis, both in cells, squared.
float square_to_layer(float place, int cell)
{
    float outside = max(max(float(cell) - place, place - float(cell) - 1.0), 0.0);
    return outside * outside;
}

void visit_run(uint begin, uint end);

void visit_candidates(vec3 position)
{
    vec3 place = (position - grid_low) * grid_inverse; // in cells
    float radius = reach * grid_inverse * 1.0001;      // a little more, for what rounding may hide
    ivec3 low = cell_of(position - reach), high = cell_of(position + reach);
    for (int z = low.z; z <= high.z; z++) {
        float left_z = radius * radius - square_to_layer(place.z, z);
        for (int y = low.y; y <= high.y; y++) {
            float left = left_z - square_to_layer(place.y, y);
            if (left <= 0.0) continue; // this row of cells is out of reach
            float half_width = sqrt(left);
            int first = clamp(int(floor(place.x - half_width)), low.x, high.x);
            int last = clamp(int(floor(place.x + half_width)), low.x, high.x);
            uint row = cell_index(ivec3(0, y, z));
            visit_run(starts[row + uint(first)], starts[row + uint(last) + 1u]);
        }
    }
}
#endif

#if VERSION == FINE
void visit_run(uint begin, uint end)
{
    for (uint j = begin; j < end; j++) visit(j);
}
#endif
