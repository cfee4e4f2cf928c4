#version 430 core
// Division by a constant: a compiler makes a shift of it.
// Limit: the multiplication, which is there in all three.
#include "10_profiling/rounds.glsl"

uvec4 one_round(uvec4 x) { return (x / 8u) ^ (x * 2654435761u); }
