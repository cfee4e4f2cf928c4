#version 430 core
// Task: many corals in one dish. `kill` grows from 0.045 at the left edge to 0.07 at the right one; `feed` falls from 0.06
// at the upper edge to 0.01 at the lower one. A cell has the values of its middle. Change the lines in the gap, then run:
// ./wb check 16.map
#include "16_fields/slots.h"
layout(local_size_x = GROUP, local_size_y = GROUP) in;

layout(binding = SAMPLED) uniform sampler2D now;
layout(rg32f, binding = NEXT) restrict writeonly uniform image2D next;

#include "16_fields/coral.glsl"

vec2 mix_at(ivec2 p)
{
    return textureLod(now, (vec2(p) + 0.5) / vec2(textureSize(now, 0)), 0.0).xy;
}

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(p, imageSize(next)))) return;
    // --- your lines from here ---
    float feed = 0.037, kill = 0.06;
    // --- to here ---
    imageStore(next, p, vec4(next_mix(p, feed, kill), 0.0, 0.0));
}
