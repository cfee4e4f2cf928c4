// How versions 2 to 4 find the neighbours of a particle; VERSION says which. Later ones: fine.glsl. The kernel that includes this
// defines visit(j), which is called for every candidate j: a particle that may be within the reach.
#include "grid/grid.glsl"

void visit(uint j);

#if VERSION < FINE
layout(std430, binding = STARTS) restrict readonly buffer Starts { uint starts[]; };
#endif

// Version 2: the 27 cells around, whose particles are looked up through the grid's list of indices.
// Limit: an index, and then a particle that lies anywhere in memory.
#if VERSION == INDEX
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

// Version 3: the particles were copied in the order of their cells, so those of a cell lie side by side.
// Limit: 27 short loops, three loads and a division for each candidate.
#if VERSION == SORTED
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

// Version 4: cells that are neighbours in x are neighbours in memory, so three of them are one run.
// Limit: about 500 candidates are tested, of which 80 are within the reach.
#if VERSION == ROWS
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
