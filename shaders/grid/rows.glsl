// Who may be near a point, as in cells.glsl, in the same order. Cells that follow each other along x
// have indices that follow each other, so their particles fill one run of slots: nine runs in place
// of 27 cells. On a torus, a run is split at the seam.
// Limit: the candidates themselves; five of six are too far away (27 cubes around a ball).
#include "grid/border.glsl"

#ifndef GRID_REACH
#define GRID_REACH 1 // cells to look at on each side; smaller cells take more of them
#endif

void visit_cells(uint first, uint last);

void visit_row(ivec3 middle)
{
    if (!enter(middle)) return; // the whole row is outside
    int row = int(cell_index(ivec3(0, middle.yz))), end = grid_size.x - 1;
    int first = middle.x - GRID_REACH, last = middle.x + GRID_REACH;
#ifdef GRID_TORUS
    if (first < 0) visit_cells(uint(row + first + grid_size.x), uint(row + end));
#endif
    visit_cells(uint(row + max(first, 0)), uint(row + min(last, end)));
#ifdef GRID_TORUS
    if (last > end) visit_cells(uint(row), uint(row + last - grid_size.x));
#endif
}

void visit_candidates(vec3 point)
{
    ivec3 own = cell_of(point);
    for (int z = -GRID_REACH; z <= GRID_REACH; z++)
        for (int y = -GRID_REACH; y <= GRID_REACH; y++) visit_row(own + ivec3(0, y, z));
}
