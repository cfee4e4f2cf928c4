// Which cell a point lies in, and where the cell stands in the list of all cells. For kernels that
// build the grid and for those that search it: their C side calls wb_grid_set_uniforms(), and
// injects GRID_HASHED, 0 or 1 as the grid was made.
#include "grid/slots.h"

layout(location = GRID_LOW) uniform vec3 grid_low;         // the corner of cell (0, 0, 0)
layout(location = GRID_INVERSE) uniform vec3 grid_inverse; // cells in one unit of length along x, y, z
layout(location = GRID_SIZE) uniform ivec3 grid_size;      // cells along x, y, z; hashed: x is the table's size

#if GRID_HASHED
const ivec3 GRID_FIRST = ivec3(-GRID_FAR); // 2^22 cells away, a float cannot tell cells apart
ivec3 grid_last() { return ivec3(GRID_FAR); }
#else
const ivec3 GRID_FIRST = ivec3(0);
ivec3 grid_last() { return grid_size - 1; }
#endif

// The cell of a point. What lies further out is taken into the outermost cells, where a search still
// finds it: no two points come further apart by that. A NaN fails every comparison, and so ends in
// the first cell.
ivec3 cell_of(vec3 point)
{
    precise vec3 cell = floor((point - grid_low) * grid_inverse);
    bvec3 not_below = greaterThanEqual(cell, vec3(GRID_FIRST));
    return ivec3(mix(vec3(GRID_FIRST), min(cell, vec3(grid_last())), not_below));
}

// Whether there is such a cell at all: a search around a cell at the border looks beyond it.
bool is_cell(ivec3 cell)
{
    return all(greaterThanEqual(cell, GRID_FIRST)) && all(lessThanEqual(cell, grid_last()));
}

// The cell's place in the list of cells. Hashed, several cells may share one.
uint cell_index(ivec3 cell)
{
#if GRID_HASHED
    uvec3 mixed = uvec3(cell) * uvec3(73856093u, 19349663u, 83492791u);
    return (mixed.x ^ mixed.y ^ mixed.z) & uint(grid_size.x - 1);
#else
    return uint((cell.z * grid_size.y + cell.y) * grid_size.x + cell.x);
#endif
}
