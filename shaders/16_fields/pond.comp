#version 430 core
// `pond`: three images take turns; the four neighbours by imageLoad(), clamped by the kernel.
// Limit: five loads a cell, with arithmetic on every coordinate; the caches must catch four of them.
#include "16_fields/slots.h"
layout(local_size_x = GROUP, local_size_y = GROUP) in;

layout(r32f, binding = NOW) restrict readonly uniform image2D now;
layout(r32f, binding = BEFORE) restrict readonly uniform image2D before;
layout(r32f, binding = NEXT) restrict writeonly uniform image2D next;

#include "16_fields/wave.glsl"

float height(ivec2 p)
{
    return imageLoad(now, clamp(p, ivec2(0), imageSize(now) - 1)).x;
}

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(p, imageSize(next)))) return;
    imageStore(next, p, vec4(next_height(p, imageLoad(before, p).x)));
}
