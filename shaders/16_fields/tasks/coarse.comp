#version 430 core
// Task: coarse. On its way down multigrid asks each coarse cell to mend what is still wrong in its eight cells: their
// residuals, all together. residual(q) is how much is left of the equation of cell q, and 0 beyond the box. Coarse cell p is made
// of the cells from 2 * p to 2 * p + ivec3(1). As shipped, it hears of one of them.
// Write the function, then run: ./wb check 16.coarse
#include "16_fields/smoke/restrict.glsl"

// --- your lines from here ---
float asked_of(ivec3 p)
{
    return residual(2 * p);
}
// --- to here ---
