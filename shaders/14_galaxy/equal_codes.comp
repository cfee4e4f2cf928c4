#version 430 core
// BROKEN: nothing decides between stars with the same code.
#define NO_TIES 1
#include "tree/nodes.glsl"
