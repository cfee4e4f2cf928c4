#version 430 core
// Before rays bring light, the floor is dark.
#include "16_fields/slots.h"
layout(local_size_x = GROUP, local_size_y = GROUP) in;

layout(r32ui, binding = SUNLIT) restrict writeonly uniform uimage2D light;

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(p, imageSize(light)))) return;
    imageStore(light, p, uvec4(0u));
}
