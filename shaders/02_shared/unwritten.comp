#version 430 core
// BROKEN: each invocation loads its own pixel, and none loads the halo. What is read there has never
// been written, and GLSL does not say that it is 0.
layout(local_size_x = GROUP, local_size_y = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Image { uint pixels[]; };
layout(std430, binding = 1) restrict writeonly buffer Blurred { uint blurred[]; };
layout(location = 0) uniform ivec2 size;

#include "02_shared/blur.glsl"
#include "02_shared/tile.glsl"

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy), inside = ivec2(gl_LocalInvocationID.xy);
    tile[(inside.y + RADIUS) * SIDE + inside.x + RADIUS] = pixel_at(p);
    barrier();

    if (p.x >= size.x || p.y >= size.y) return;
    blurred[p.y * size.x + p.x] = tile_mean(inside);
}
