#version 430 core
// Task: the horizon, from blank pages. This is one of them, the kernel; the other is
// lessons/05_reduction/tasks/horizon.c, which dispatches it. Each number is to know the largest of all numbers
// before it, and the first gets 0. From the left of all these hills, you see those that are larger.
// It is a scan with max in place of +, over as many work groups as it takes; with every bit of a uint in
// use, and a count that is no multiple of anything. GROUP = 256 is how many invocations a group may have.
// Write both, then run: ./wb check 5.horizon
// --- your lines from here ---
layout(local_size_x = GROUP) in;

void main() {}
// --- to here ---
