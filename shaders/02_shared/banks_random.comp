#version 430 core
// The lab without a stride: 32 invocations that run side by side each read words of chance.
// Limit: the banks, again. The lanes want banks by chance, and the busiest bank decides.
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict writeonly buffer Sums { uint sums[]; };
layout(std430, binding = 1) restrict writeonly buffer Addresses { uint addresses[]; };
layout(location = 1) uniform uint rounds;

// NVIDIA: the 32 reads of a round one after the other, with nothing to count in between.
#pragma optionNV(unroll all)

shared uint words[WORDS];

// The same as scene_first_chance() in scene.c.
uint first_chance(uint lane)
{
    uint x = lane + 1u;
    x = (x ^ (x >> 16)) * 0x7FEB352Du;
    x = (x ^ (x >> 15)) * 0x846CA68Bu;
    return x ^ (x >> 16);
}

void main()
{
    uint lane = gl_LocalInvocationID.x % LANES;
    for (uint i = gl_LocalInvocationID.x; i < WORDS; i += GROUP) words[i] = i * 2654435761u;
    barrier(); // every invocation reads words that others have written

    uint sum = 0u, chance = first_chance(lane);
    if (gl_GlobalInvocationID.x < LANES) addresses[lane] = chance >> (32 - DRAWN_BITS); // for the picture
    for (uint round = 0u; round < rounds; round++) {
        for (uint column = 0u; column < LANES; column++) {
            sum += words[chance >> (32 - DRAWN_BITS)];
            chance = chance * 1664525u + 1013904223u; // cheap enough to hide behind the read
        }
    }
    sums[gl_GlobalInvocationID.x] = sum;
}
