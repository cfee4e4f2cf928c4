#version 430 core
// Division by a number that is known only when the kernel runs.
// Limit: no GPU has an instruction for it; it takes some twenty others.
#include "10_profiling/rounds.glsl"

uvec4 one_round(uvec4 x) { return (x / divisor) ^ (x * 2654435761u); }
