#version 430 core
// Blur, `global`: one invocation a pixel, all (2 RADIUS + 1)^2 pixels read from the buffer.
// Limit: each pixel is read that many times, through the caches.
layout(local_size_x = GROUP, local_size_y = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Image { uint pixels[]; };
layout(std430, binding = 1) restrict writeonly buffer Blurred { uint blurred[]; };
layout(location = 0) uniform ivec2 size;

#include "02_shared/blur.glsl"

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= size.x || p.y >= size.y) return; // the last groups reach over the edge

    uvec4 sums = uvec4(0);
    for (int y = -RADIUS; y <= RADIUS; y++)
        for (int x = -RADIUS; x <= RADIUS; x++) sums += channels(pixel_at(p + ivec2(x, y)));
    blurred[p.y * size.x + p.x] = mean(sums, AREA);
}
