#version 430 core
// Task: mend it. This search looks into the 27 cells around each boid, on a torus. Boids at the left, the lower and the
// front face of the box do not see those at the opposite one; boids at the other faces do.
// Find out why, mend the line in the gap, then run: ./wb check 11.seam
#include "11_boids/slots.h"

layout(local_size_x = GROUP) in;

#include "11_boids/sorted.glsl"
#include "grid/grid.glsl" // cell_of(), cell_index() and grid_size

void visit_candidates(vec3 point)
{
    ivec3 own = cell_of(point);
    for (int z = -1; z <= 1; z++)
        for (int y = -1; y <= 1; y++)
            for (int x = -1; x <= 1; x++) {
                // --- your lines from here ---
                ivec3 cell = (own + ivec3(x, y, z) + grid_size) % grid_size;
                // --- to here ---
                visit_cells(cell_index(cell), cell_index(cell));
            }
}

// --- as shipped ---
//                 ivec3 cell = (own + ivec3(x, y, z)) % grid_size;
