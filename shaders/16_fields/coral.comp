#version 430 core
// `coral`: two numbers a texel, in rg32f; the sampler repeats, so that the dish is a torus.
// Limit: 8 bytes read and 8 written a cell and step.
#include "16_fields/slots.h"
layout(local_size_x = GROUP, local_size_y = GROUP) in;

layout(binding = SAMPLED) uniform sampler2D now;
layout(rg32f, binding = NEXT) restrict writeonly uniform image2D next;
layout(location = FEED) uniform float feed;
layout(location = KILL) uniform float kill;

#include "16_fields/coral.glsl"

vec2 mix_at(ivec2 p)
{
    return textureLod(now, (vec2(p) + 0.5) / vec2(textureSize(now, 0)), 0.0).xy;
}

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(p, imageSize(next)))) return;
    imageStore(next, p, vec4(next_mix(p, feed, kill), 0.0, 0.0));
}
