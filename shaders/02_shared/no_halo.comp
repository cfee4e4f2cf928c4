#version 430 core
// BROKEN: a tile without a halo. A pixel near the tile's edge gets the mean of those neighbours only
// that its own group has loaded.
layout(local_size_x = GROUP, local_size_y = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Image { uint pixels[]; };
layout(std430, binding = 1) restrict writeonly buffer Blurred { uint blurred[]; };
layout(location = 0) uniform ivec2 size;

#include "02_shared/blur.glsl"

shared uint tile[GROUP * GROUP];

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy), inside = ivec2(gl_LocalInvocationID.xy);
    tile[inside.y * GROUP + inside.x] = pixel_at(p);
    barrier();

    if (p.x >= size.x || p.y >= size.y) return;
    ivec2 first = max(inside - RADIUS, ivec2(0)), last = min(inside + RADIUS, ivec2(GROUP - 1));
    uvec4 sums = uvec4(0);
    for (int y = first.y; y <= last.y; y++)
        for (int x = first.x; x <= last.x; x++) sums += channels(tile[y * GROUP + x]);
    ivec2 counts = last - first + 1;
    blurred[p.y * size.x + p.x] = mean(sums, uint(counts.x * counts.y));
}
