#version 430 core
// Blur, `tile`: the group first copies its tile, with a halo, to shared memory.
// Limit: arithmetic. (2 RADIUS + 1)^2 pixels are taken apart and added up for every one.
layout(local_size_x = GROUP, local_size_y = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Image { uint pixels[]; };
layout(std430, binding = 1) restrict writeonly buffer Blurred { uint blurred[]; };
layout(location = 0) uniform ivec2 size;

#include "02_shared/blur.glsl"
#include "02_shared/tile.glsl"

void main()
{
    load_tile();
    barrier(); // every invocation reads what others have loaded

    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= size.x || p.y >= size.y) return; // only now: all of a group must reach barrier()
    blurred[p.y * size.x + p.x] = tile_mean(ivec2(gl_LocalInvocationID.xy));
}
