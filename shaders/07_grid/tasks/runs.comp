#version 430 core
// Task: rows of cells. What is in cells side by side along x is side by side in memory, too: one run of slots.
// visit_cells(first, last) looks at all particles from the start of cell `first` to the end of cell `last`, and
// reads `starts` twice for that. Visit all cells around the point, with one call for each row of three, and at the
// border of two. A plane has one layer of cells; a box has others at z - 1 and z + 1.
// Write the function in the gap, then run: ./wb check 7.runs
#include "07_grid/slots.h"
#define BY_SLOT 1
#include "07_grid/search.glsl"

void visit_cells(uint first, uint last)
{
    uvec2 slots = slots_of(first, last);
    for (uint slot = slots.x; slot < slots.y; slot++) visit(sorted_points[slot]);
}

// grid_size is how many cells there are along x, y and z.
void visit_candidates(vec3 point)
{
    ivec3 own = cell_of(point);
    // --- your lines from here ---
    visit_cells(cell_index(own), cell_index(own)); // a start: its own cell
    // --- to here ---
}

void main()
{
    if (!begin_search()) return;
    visit_candidates(centre);
    end_search();
}
