// What may be near a point on a torus, as in cells.glsl, in the same order: nine runs of three cells,
// and at the seam a few more.
// Limit: the candidates themselves; five of six are too far away (27 cubes around a ball).
#include "grid/torus_row.glsl"

void visit_candidates(vec3 point)
{
    ivec3 own = cell_of(point);
    for (int z = -1; z <= 1; z++)
        for (int y = -1; y <= 1; y++) visit_row(own + ivec3(0, y, z), 1, 1);
}
