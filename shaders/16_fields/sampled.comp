#version 430 core
// `sampled`: the neighbours through a sampler, which clamps.
// Limit: 8 bytes read and 4 written a cell and step; and the next step needs another barrier bit.
#include "16_fields/slots.h"
layout(local_size_x = GROUP, local_size_y = GROUP) in;

layout(binding = SAMPLED) uniform sampler2D now;
layout(r32f, binding = BEFORE) restrict readonly uniform image2D before;
layout(r32f, binding = NEXT) restrict writeonly uniform image2D next;

#include "16_fields/wave.glsl"

float height(ivec2 p)
{
    return textureLod(now, (vec2(p) + 0.5) / vec2(textureSize(now, 0)), 0.0).x;
}

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(p, imageSize(next)))) return;
    imageStore(next, p, vec4(next_height(p, imageLoad(before, p).x)));
}
