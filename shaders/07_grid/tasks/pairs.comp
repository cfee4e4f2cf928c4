#version 430 core
// Task: each pair once, from blank pages. This is one of them, the kernel; the other is
// lessons/07_grid/tasks/pairs.c, which dispatches it. If I am near you, you are near me. So half of the
// candidates are enough: one of the two finds the other, and writes it down for both.
// `found` has four uints for each particle, in the order of the particles' numbers, as the searches of
// this lesson leave them: how many neighbours, the sum of their numbers, all of them by exclusive or,
// and the sum of their squares. Near is what is no farther away than the radius; compute the squared
// distance as 07_grid/search.glsl does, `precise`, or two GPUs may not agree.
// The grid is built: `starts` and the sorted copies, with the bits of a particle's number in w; what is
// in grid/grid.glsl helps. In a plane, the grid is one cell deep. GROUP: invocations of a work group.
// Write both, then run: ./wb check 7.pairs
// --- your lines from here ---
layout(local_size_x = GROUP) in;

void main() {}
// --- to here ---
