// What may be near a point in a box, as in cells.glsl, in the same order. Cells that follow each other
// along x have indices that follow each other, so their particles fill one run of slots: nine runs in
// place of 27 cells. On a torus: torus_rows.glsl.
// Limit: the candidates themselves; five of six are too far away (27 cubes around a ball).
#include "grid/grid.glsl"

void visit_cells(uint first, uint last);

void visit_candidates(vec3 point)
{
    ivec3 own = cell_of(point), low = max(own - 1, ivec3(0)), high = min(own + 1, grid_size - 1);
    for (int z = low.z; z <= high.z; z++)
        for (int y = low.y; y <= high.y; y++) {
            uint row = cell_index(ivec3(0, y, z));
            visit_cells(row + uint(low.x), row + uint(high.x));
        }
}
