#version 430 core
// A lamp for each slice of the box: as bright as all that burns there, in the middle of it.
// Limit: few invocations, and a dispatch of its own; a GPU hardly notices either.
#include "16_fields/smoke/slots.h"
layout(local_size_x = LAMP_COUNT) in;

layout(std430, binding = LAMPS) restrict writeonly buffer Lamps { vec4 lamps[LAMP_COUNT]; }; // a place, and how bright
layout(binding = BLOCKS) uniform sampler3D blocks;

#include "16_fields/smoke/space.glsl"
#include "16_fields/smoke/studio.glsl"

void main()
{
    int i = int(gl_LocalInvocationIndex);
    ivec3 size = textureSize(blocks, 0);
    vec4 sum = vec4(0.0);
    for (int y = i * size.y / LAMP_COUNT; y < (i + 1) * size.y / LAMP_COUNT; y++)
        for (int z = 0; z < size.z; z++)
            for (int x = 0; x < size.x; x++)
                sum += texelFetch(blocks, ivec3(x, y, z), 0).y * vec4(vec3(x, y, z) + 0.5, 1.0);
    vec3 middle = sum.xyz / max(sum.w, 1e-9) * float(BLOCK) * texel();
    float side = texel();
    lamps[i] = vec4(middle - vec3(0.5, 0.0, 0.5) * box(), absorption * FLAME * sum.w * side * side * side);
}
