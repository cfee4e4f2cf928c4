#version 430 core
// Task 1.8: the negative of a picture, from blank pages. This is one of them, the kernel; the other is
// lessons/01_dispatch/tasks/negative.c, which dispatches it. In the negative, each of red, green and blue is
// 255 less what it was, and alpha stays. A pixel is one uint, alpha in its highest 8 bits. The number of
// pixels need not be a multiple of anything, and there may be more work groups than a device takes in
// one direction. LOCAL is how many invocations a group has.
// Write both, then run: ./wb check 1.negative
// --- your lines from here ---
layout(local_size_x = LOCAL) in;

void main() {}
// --- to here ---
