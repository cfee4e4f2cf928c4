// Version 4: cells that are neighbours in x are neighbours in memory, so three of them are one run.
// Limit: about 500 candidates are tested, of which 80 are within the reach.
#if VERSION == ROWS
layout(std430, binding = STARTS) restrict readonly buffer Starts { uint starts[]; };

void visit_candidates(vec3 position)
{
    ivec3 cell = cell_of(position), low = max(cell - 1, ivec3(0)), high = min(cell + 1, grid_size - 1);
    for (int z = low.z; z <= high.z; z++)
        for (int y = low.y; y <= high.y; y++) {
            uint row = cell_index(ivec3(0, y, z));
            uint end = starts[row + uint(high.x) + 1u];
            for (uint j = starts[row + uint(low.x)]; j < end; j++) visit(j);
        }
}
#endif
