#version 430 core
// Task: a gas, in place. Every living cell is a particle. The grid is cut into blocks of 2 x 2 cells,
// and in each block every particle goes to the opposite corner, unless two collide: if both cells of one
// diagonal are alive and both of the other dead, they leave along the other diagonal. In the next
// generation the blocks begin one cell further to the right and below, and so a particle goes on the way
// that it went. The grid is a torus. Where its width or height is odd, there are size / 2 blocks all the
// same, rounded down, and the cells of no block keep their value.
// There is one buffer. You dispatch nothing: groups of GROUP x GROUP invocations are there, enough for one
// invocation a block.
// Below, the page is blank. Write the kernel, then run: ./wb check 4.gas
layout(local_size_x = GROUP, local_size_y = GROUP) in;

layout(std430, binding = 0) restrict buffer Cells { int cells[]; }; // in rows of size.x; alive: > 0
layout(location = 0) uniform ivec2 size;
layout(location = 1) uniform int turn; // 0: the blocks begin at (0, 0); 1: at (1, 1)

#include "04_life/rule.glsl" // remember(cell, alive): what to write for a cell that was `cell`

// --- your lines from here ---
void main()
{
    ivec2 block = ivec2(gl_GlobalInvocationID.xy);
    if (block.x >= size.x / 2 || block.y >= size.y / 2) return;

    ivec2 p = 2 * block + turn, q = p + 1; // upper left, lower right
    if (q.x == size.x) q.x = 0;
    if (q.y == size.y) q.y = 0;
    int at[4] = int[](p.y * size.x + p.x, p.y * size.x + q.x, q.y * size.x + p.x, q.y * size.x + q.x);
    bool is[4];
    for (int k = 0; k < 4; k++) is[k] = cells[at[k]] > 0;
    bool collide = is[0] == is[3] && is[1] == is[2] && is[0] != is[1];
    for (int k = 0; k < 4; k++) cells[at[k]] = remember(cells[at[k]], collide ? !is[k] : is[3 - k]);
}
// --- to here ---

// --- as shipped ---
// void main()
// {
//     // A start: the upper left cell of each block, and its particle stays.
//     ivec2 p = 2 * ivec2(gl_GlobalInvocationID.xy);
//     if (p.x >= size.x || p.y >= size.y) return;
//     int i = p.y * size.x + p.x;
//     cells[i] = remember(cells[i], cells[i] > 0);
// }
