#version 430 core
// `between`: a sampler that mixes neighbours. At 4/5 of the way from the pixel of weight 1 to that of weight 4 it gives both, in
// their proportion: three places each way for five pixels, nine fetches for 25.
// Limit: still nine fetches. And GPUs know a place between two texels to 1/256 only: a pixel may be 1.25 off, of 255.
#include "16_fields/slots.h"
layout(local_size_x = GROUP, local_size_y = GROUP) in;

layout(binding = SAMPLED) uniform sampler2D image; // GL_LINEAR
layout(r32f, binding = NEXT) restrict writeonly uniform image2D filtered;

void main()
{
    const float places[3] = float[](-1.2, 0.0, 1.2), weights[3] = float[](5.0, 6.0, 5.0);
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(p, imageSize(filtered)))) return;
    vec2 middle = vec2(p) + 0.5, size = vec2(textureSize(image, 0));
    float sum = 0.0;
    for (int y = 0; y < 3; y++)
        for (int x = 0; x < 3; x++)
            sum += weights[x] * weights[y] * textureLod(image, (middle + vec2(places[x], places[y])) / size, 0.0).x;
    imageStore(filtered, p, vec4(sum / 256.0));
}
