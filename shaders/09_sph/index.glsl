// Version 2: the 27 cells around, whose particles are looked up through the grid's list of indices.
// Limit: an index, and then a particle that lies anywhere in memory.
#if VERSION == INDEX
layout(std430, binding = STARTS) restrict readonly buffer Starts { uint starts[]; };
layout(std430, binding = IDS) restrict readonly buffer Ids { uint ids[]; };

void visit_candidates(vec3 position)
{
    ivec3 cell = cell_of(position), low = max(cell - 1, ivec3(0)), high = min(cell + 1, grid_size - 1);
    for (int z = low.z; z <= high.z; z++)
        for (int y = low.y; y <= high.y; y++)
            for (int x = low.x; x <= high.x; x++) {
                uint c = cell_index(ivec3(x, y, z));
                // The bound matters only where the counts are wrong, as in the variant no_clear.
                uint end = min(starts[c + 1u], uint(particle_count));
                for (uint k = starts[c]; k < end; k++) visit(ids[k]);
            }
}
#endif
