#version 430 core
// `over_now`, broken: writes the next heights over those of now, which neighbours still read.
#include "16_fields/slots.h"
layout(local_size_x = GROUP, local_size_y = GROUP) in;

layout(r32f, binding = NOW) restrict uniform image2D now;
layout(r32f, binding = BEFORE) restrict uniform image2D before;

#include "16_fields/wave.glsl"

float height(ivec2 p)
{
    return imageLoad(now, clamp(p, ivec2(0), imageSize(now) - 1)).x;
}

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(p, imageSize(now)))) return;
    float here = height(p), next = next_height(p, imageLoad(before, p).x);
    imageStore(before, p, vec4(here));
    imageStore(now, p, vec4(next)); // BROKEN: has the neighbour read it already?
}
