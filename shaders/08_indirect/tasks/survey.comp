#version 430 core
// Task: a list from nothing, from blank pages. This is one of them, the kernel; the other is
// lessons/08_indirect/tasks/survey.c, which dispatches it once for each slot of the pool, and more. The kernel
// lists the slots of the living in `living`, in whatever order, each of them once; writes their number to
// `living` of the commands; and three numbers of work groups, of GROUP each, for a dispatch with an
// invocation for each of them: at most LIMIT in one dimension, none too many but for the last of several
// rows, and none at all for no particle. Struct, invocation() and is_alive() are in 08_indirect/particle.glsl,
// commands.glsl and invocation.glsl. The pool may have any number of slots.
// Write both, then run: ./wb check 8.survey
// --- your lines from here ---
layout(local_size_x = GROUP) in;

void main() {}
// --- to here ---
