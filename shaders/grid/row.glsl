// Cells that follow each other along x have indices that follow each other, so their particles fill
// one run of slots. On a torus, a run is split at the seam.
#include "grid/border.glsl"

void visit_cells(uint first, uint last);

// From so many cells left of `middle` to so many right of it.
void visit_row(ivec3 middle, int left, int right)
{
    if (!enter(middle)) return; // the whole row is outside
    int row = int(cell_index(ivec3(0, middle.yz))), end = grid_size.x - 1;
    int first = middle.x - left, last = middle.x + right;
#ifdef GRID_TORUS
    if (first < 0) visit_cells(uint(row + first + grid_size.x), uint(row + end));
#endif
    visit_cells(uint(row + max(first, 0)), uint(row + min(last, end)));
#ifdef GRID_TORUS
    if (last > end) visit_cells(uint(row), uint(row + last - grid_size.x));
#endif
}
