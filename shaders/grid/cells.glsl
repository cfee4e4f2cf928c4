// What may be near a point: all particles in its cell and in the cells that touch it, one after the other:
// 27 cells, fewer at the border of a box. The including kernel says what it does with the particles in a run
// of cells, from one to another one that is itself or further to the right.
// Limit: 27 short loops, each with two reads to know where it begins and ends.
#include "grid/border.glsl"

void visit_cells(uint first, uint last);

void visit_candidates(vec3 point)
{
    ivec3 own = cell_of(point);
    for (int z = -1; z <= 1; z++)
        for (int y = -1; y <= 1; y++)
            for (int x = -1; x <= 1; x++) {
                ivec3 cell = own + ivec3(x, y, z);
                if (enter(cell)) visit_cells(cell_index(cell), cell_index(cell));
            }
}
