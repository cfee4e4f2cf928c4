// What a search finds beyond the border of a grid: in a box, nothing. With GRID_TORUS, the cells of
// the other side: the grid then has at least three along each axis, or one would be met twice.
#include "grid/grid.glsl"

// Whether there is a cell, whose true place it then is.
bool enter(inout ivec3 cell)
{
#ifdef GRID_TORUS
    cell += ivec3(lessThan(cell, ivec3(0))) * grid_size;
    cell -= ivec3(greaterThanEqual(cell, grid_size)) * grid_size;
    return true;
#else
    return is_cell(cell);
#endif
}
