#version 430 core
// `multigrid`, down a level: a coarse cell's eight cells are children of its own, and it gets the sum of what is left of theirs.
#include "16_fields/smoke/restrict.glsl"

float row_of(ivec3 p)
{
    precise float sum = residual(p) + residual(p + ivec3(1, 0, 0));
    return sum;
}

float asked_of(ivec3 p)
{
    precise float back = row_of(2 * p) + row_of(2 * p + ivec3(0, 1, 0));
    precise float front = row_of(2 * p + ivec3(0, 0, 1)) + row_of(2 * p + ivec3(0, 1, 1));
    precise float sum = back + front;
    return sum;
}
