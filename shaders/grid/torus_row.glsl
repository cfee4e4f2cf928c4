// A row of cells on a torus: one run of slots, as in rows.glsl, but for the seam, where it is split.
// The order of the cells stays.
#include "grid/border.glsl"

void visit_cells(uint first, uint last);

// From `left` cells left of `middle` to `right` cells right of it.
void visit_row(ivec3 middle, int left, int right)
{
    int row = int(cell_index(ivec3(0, around(middle).yz))), end = grid_size.x - 1;
    int first = middle.x - left, last = middle.x + right;
    if (first < 0) visit_cells(uint(row + first + grid_size.x), uint(row + end));
    visit_cells(uint(row + max(first, 0)), uint(row + min(last, end)));
    if (last > end) visit_cells(uint(row), uint(row + last - grid_size.x));
}
