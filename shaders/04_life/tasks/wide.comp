#version 430 core
// Task: cells that see further, from blank pages. This is one of them, the kernel; the other is
// lessons/04_life/tasks/wide.c, which dispatches it. A cell counts the living in the square around it, up to
// RADIUS cells away in each direction, itself included, and next_wide(cell, living) says what becomes of it.
// The grid is a torus, and may be smaller than the square: then cells count more than once. A group has
// WIDE_X x WIDE_Y = 32 x 8 invocations and loads each cell that it needs once, together, into shared memory.
// Write both, then run: ./wb check 4.wide
// --- your lines from here ---
layout(local_size_x = WIDE_X, local_size_y = WIDE_Y) in;

#include "04_life/wide.glsl" // next_wide()

void main() {}
// --- to here ---
