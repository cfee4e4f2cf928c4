#version 430 core
// BROKEN: the idle invocations of the last groups leave before barrier(). That alone is undefined;
// and they also had pixels of the tile to load, which stay unloaded now.
layout(local_size_x = GROUP, local_size_y = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Image { uint pixels[]; };
layout(std430, binding = 1) restrict writeonly buffer Blurred { uint blurred[]; };
layout(location = 0) uniform ivec2 size;

#include "02_shared/blur.glsl"
#include "02_shared/tile.glsl"

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= size.x || p.y >= size.y) return;
    load_tile();
    barrier();
    blurred[p.y * size.x + p.x] = tile_mean(ivec2(gl_LocalInvocationID.xy));
}
