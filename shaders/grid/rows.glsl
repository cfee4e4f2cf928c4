// Who may be near a point, as in cells.glsl, in the same order. Three cells that follow each other
// along x have indices that follow each other, so their particles fill one run of slots: nine runs
// in place of 27 cells. On a torus, a run is split at the seam.
// Limit: the candidates themselves; five of six are too far away (27 cubes around a ball).
#include "grid/border.glsl"

void visit_cells(uint first, uint last);

void visit_row(ivec3 middle)
{
    if (!enter(middle)) return; // the whole row is outside
    uint row = cell_index(ivec3(0, middle.yz)), end = uint(grid_size.x - 1);
    uint x = uint(middle.x);
#ifdef GRID_TORUS
    if (x == 0u) visit_cells(row + end, row + end);
#endif
    visit_cells(row + max(x, 1u) - 1u, row + min(x + 1u, end));
#ifdef GRID_TORUS
    if (x == end) visit_cells(row, row);
#endif
}

void visit_candidates(vec3 point)
{
    ivec3 own = cell_of(point);
    for (int z = -1; z <= 1; z++)
        for (int y = -1; y <= 1; y++) visit_row(own + ivec3(0, y, z));
}
