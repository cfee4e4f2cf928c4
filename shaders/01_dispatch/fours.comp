#version 430 core
// `fours`: four neighbouring pixels an invocation, in one load and one store.
// Limit: an invocation asks for one thing and waits; many must be under way to fill the wait.
layout(local_size_x = LOCAL) in;

#include "01_dispatch/fours.glsl"

void main() { convert_four(group_number() * LOCAL + gl_LocalInvocationID.x); }
