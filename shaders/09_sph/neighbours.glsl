// How versions 2 to 4 find the neighbours of a particle; VERSION says which. Later ones: fine.glsl. The kernel that includes this
// defines visit(j), which is called for every candidate j: a particle that may be within the reach.
#include "09_sph/slots.h"
#include "grid/border.glsl"
#include "water/slots.h"

void visit(uint j);

#if VERSION < FINE
layout(std430, binding = WATER_STARTS) restrict readonly buffer Starts { uint starts[]; };
#endif

// Version 2: the 27 cells around, whose particles are looked up through the grid's list of indices.
// Limit: an index, and then a particle that lies anywhere in memory.
#if VERSION == INDEX
layout(std430, binding = WATER_IDS) restrict readonly buffer Ids { uint ids[]; };

void visit_cells(uint first, uint last)
{
    // The bound matters only where the counts are wrong, as in the variant no_clear.
    uint end = min(starts[last + 1u], uint(particle_count));
    for (uint k = starts[first]; k < end; k++) visit(ids[k]);
}

// Version 3: the particles were copied in the order of their cells, so those of a cell lie side by side.
// Limit: 27 short loops, three loads and a division for each candidate.
// Version 4: cells that are neighbours in x are neighbours in memory, so three of them are one run.
// Limit: about 500 candidates are tested, and 80 of them are within the reach.
#elif VERSION < FINE
void visit_cells(uint first, uint last)
{
    uint end = starts[last + 1u];
    for (uint j = starts[first]; j < end; j++) visit(j);
}
#endif

#if VERSION == ROWS
#include "grid/rows.glsl"
#elif VERSION < FINE
#include "grid/cells.glsl"
#endif
