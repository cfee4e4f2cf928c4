#version 430 core
// `sampled_edges`: the same through a sampler, whose wrap mode says what is beyond the edge.
// Limit: eight fetches a pixel, from the texture's cache.
#include "16_fields/slots.h"
layout(local_size_x = GROUP, local_size_y = GROUP) in;

// [sampler]
layout(binding = SAMPLED) uniform sampler2D image;
// [/sampler]
layout(r32f, binding = NEXT) restrict writeonly uniform image2D filtered;

#include "16_fields/sobel.glsl"

// The middle of pixel p, in the sampler's measure: 0 is the left or upper edge, 1 the right or lower one.
float at(ivec2 p)
{
    return textureLod(image, (vec2(p) + 0.5) / vec2(textureSize(image, 0)), 0.0).x;
}

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(p, imageSize(filtered)))) return;
    imageStore(filtered, p, vec4(steepness(p)));
}
