// Versions 5 and 6: of smaller cells those that the ball of the reach touches, and all particles in them. Version 7 visits
// the same: see water/density_list.comp.
#include "09_sph/slots.h"

#if VERSION >= FINE
void visit(uint j);

void visit_run(uint begin, uint end)
{
    for (uint j = begin; j < end; j++) visit(j);
}

#if VERSION == FINE
uint lane() { return 0u; } // there is no team yet to share the rows with
#endif

#include "water/fine.glsl"
#endif
