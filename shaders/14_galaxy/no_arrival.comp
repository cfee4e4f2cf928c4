#version 430 core
// BROKEN: a child arrives at its node before what is known about it does.
#define NO_MEMORY_BARRIER 1
#include "tree/moments.glsl"
