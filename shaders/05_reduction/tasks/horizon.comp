#version 430 core
// Task: the horizon, on two blank pages. This one is for the kernel. The other is for the C code that dispatches
// it, lessons/05_reduction/tasks/horizon.c. For each number, find the largest of all numbers before it; for the
// first, that is 0. (Look at the hills from the left: you see each one that is higher than this.)
// It is a scan with max in place of +, over many work groups. Numbers may have any of their 32 bits set, and
// `count` need not be a multiple of the group. A group may have GROUP = 256 invocations.
// Write both, then run: ./wb check 5.horizon
// --- your lines from here ---
layout(local_size_x = GROUP) in;

void main() {}
// --- to here ---
