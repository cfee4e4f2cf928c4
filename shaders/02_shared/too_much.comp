#version 430 core
// BROKEN: asks for one word of shared memory more than this machine has for a group (WORDS, from C).
// It does not link.
layout(local_size_x = GROUP, local_size_y = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Image { uint pixels[]; };
layout(std430, binding = 1) restrict writeonly buffer Blurred { uint blurred[]; };
layout(location = 0) uniform ivec2 size;

#include "02_shared/blur.glsl"

shared uint tile[WORDS];

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    for (int i = int(gl_LocalInvocationIndex); i < WORDS; i += GROUP * GROUP) tile[i] = pixel_at(ivec2(i, p.y));
    barrier();
    if (p.x >= size.x || p.y >= size.y) return;
    blurred[p.y * size.x + p.x] = tile[min(p.x, WORDS - 1)];
}
