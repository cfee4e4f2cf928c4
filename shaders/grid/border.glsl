// What a search finds beyond the border of a grid: in a box, nothing. On a torus, for which the
// including kernel defines GRID_TORUS, the cells of the other side: the grid then has at least three
// cells along each axis, or one would be met twice.
#include "grid/grid.glsl"

// The true place of a cell that may be beyond a border of the torus, by less than the whole grid.
ivec3 around(ivec3 cell)
{
    cell += ivec3(lessThan(cell, ivec3(0))) * grid_size;
    return cell - ivec3(greaterThanEqual(cell, grid_size)) * grid_size;
}

// Whether there is a cell, whose true place it then is.
bool enter(inout ivec3 cell)
{
#ifdef GRID_TORUS
    cell = around(cell);
    return true;
#else
    return is_cell(cell);
#endif
}
