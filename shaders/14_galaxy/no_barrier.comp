#version 430 core
// BROKEN: no level waits for the one before.
#define NO_BARRIER 1
#include "14_galaxy/levels.glsl"
