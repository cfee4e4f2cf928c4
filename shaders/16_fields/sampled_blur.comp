#version 430 core
// `sampled_blur`: the same through a sampler, which clamps.
// Limit: as in `blur`, 25 fetches for a pixel.
#include "16_fields/slots.h"
layout(local_size_x = GROUP, local_size_y = GROUP) in;

layout(binding = SAMPLED) uniform sampler2D image;
layout(r32f, binding = NEXT) restrict writeonly uniform image2D filtered;

#include "16_fields/bell.glsl"

float at(ivec2 p)
{
    return textureLod(image, (vec2(p) + 0.5) / vec2(textureSize(image, 0)), 0.0).x;
}

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(p, imageSize(filtered)))) return;
    imageStore(filtered, p, vec4(blurred(p)));
}
