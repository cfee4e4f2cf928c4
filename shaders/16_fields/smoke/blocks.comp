#version 430 core
// For each block of texels the most smoke in it, and how brightly it burns. A ray leaps over a block without smoke.
// Limit: every texel is read once, or twice at a block's faces.
#include "16_fields/smoke/slots.h"
layout(local_size_x = BLOCK_GROUP, local_size_y = BLOCK_GROUP, local_size_z = BLOCK_GROUP) in;

layout(rg32f, binding = STORED) restrict writeonly uniform image3D blocks;

#include "16_fields/smoke/space.glsl"
#include "16_fields/smoke/flame.glsl"

const int INVOCATIONS = BLOCK_GROUP * BLOCK_GROUP * BLOCK_GROUP;

shared vec2 found[INVOCATIONS];

// The texels that a sampler mixes into what it finds in the block: one more on each side.
float most_smoke(ivec3 low)
{
    const int SIDE = BLOCK + 2;
    float most = 0.0;
    for (int i = int(gl_LocalInvocationIndex); i < SIDE * SIDE * SIDE; i += INVOCATIONS) {
        ivec3 p = low - 1 + ivec3(i % SIDE, i / SIDE % SIDE, i / (SIDE * SIDE));
        most = max(most, texelFetch(smoke, clamp(p, ivec3(0), textureSize(smoke, 0) - 1), 0).x);
    }
    return most;
}

float burning(ivec3 low)
{
    ivec3 size = textureSize(smoke, 0), p = low + 2 * ivec3(gl_LocalInvocationID);
    if (kelvin == 0.0 || any(greaterThanEqual(p, size))) return 0.0;
    vec3 at = (vec3(p) + 1.0) / vec3(size); // between eight texels
    float hot = kelvin_at(at);
    return hot < COLDEST ? 0.0 : 8.0 * blackbody(hot).x * density_at(at);
}

void main()
{
    uint lane = gl_LocalInvocationIndex;
    ivec3 block = ivec3(gl_WorkGroupID);
    found[lane] = vec2(most_smoke(BLOCK * block), burning(BLOCK * block));
    barrier();
    for (uint half_of = INVOCATIONS / 2u; half_of > 0u; half_of /= 2u) {
        if (lane < half_of) {
            vec2 other = found[lane + half_of];
            found[lane] = vec2(max(found[lane].x, other.x), found[lane].y + other.y);
        }
        barrier();
    }
    if (lane == 0u) imageStore(blocks, block, vec4(found[0], 0.0, 0.0));
}
