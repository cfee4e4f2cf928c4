#version 430 core
// Sets words to 0: the mass in each node, or the sums of each cell.
#include "14_galaxy/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = MASSES) restrict writeonly buffer Masses { uint masses[]; };
layout(location = WORDS) uniform uint words;

void main()
{
    if (gl_GlobalInvocationID.x < words) masses[gl_GlobalInvocationID.x] = 0u;
}
