// Version 3: the particles were copied in the order of their cells, so those of a cell lie side by side.
// Limit: 27 short loops, three loads and a division for each candidate.
#if VERSION == SORTED
layout(std430, binding = STARTS) restrict readonly buffer Starts { uint starts[]; };

void visit_candidates(vec3 position)
{
    ivec3 cell = cell_of(position), low = max(cell - 1, ivec3(0)), high = min(cell + 1, grid_size - 1);
    for (int z = low.z; z <= high.z; z++)
        for (int y = low.y; y <= high.y; y++)
            for (int x = low.x; x <= high.x; x++) {
                uint c = cell_index(ivec3(x, y, z));
                for (uint j = starts[c]; j < starts[c + 1u]; j++) visit(j);
            }
}
#endif
