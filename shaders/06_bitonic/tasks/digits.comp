#version 430 core
// Task: radix sort by digits of four bits, from blank pages. This is one of them: the kernel. The other is
// lessons/06_bitonic/tasks/digits.c, which dispatches it. The file is compiled twice: with COUNTING 1, for the kernel
// that counts how often each of the DIGITS digits comes among the GROUP keys of a work group; and with COUNTING
// 0, for the one that moves each pair to its place. Equal digits stay in their order.
// A group has GROUP invocations, and GROUP pairs. Every binding and every uniform is yours to choose.
// Build and check by: ./wb check 6.digits
layout(local_size_x = GROUP) in;

// --- your lines from here ---
#if COUNTING
void main() {}
#else
void main() {}
#endif
// --- to here ---
