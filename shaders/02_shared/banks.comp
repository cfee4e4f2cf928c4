#version 430 core
// The stride lab. 32 invocations that run side by side each walk along a row of `words`, all at the
// same pace: at any moment they read words that are `pitch` apart. Memory is split into 32 banks,
// word i in bank i % 32, and a bank answers one address at a time.
// Limit: the banks. Nothing else is read, and the sums are cheap.
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict writeonly buffer Sums { uint sums[]; };
layout(std430, binding = 1) restrict writeonly buffer Addresses { uint addresses[]; };
// Words from row to row. Not a constant: knowing that 32 is a multiple of 4, a compiler could read four
// words of a row in one go, and the lab would measure something else.
layout(location = 0) uniform uint pitch;
layout(location = 1) uniform uint rounds;

// NVIDIA: the 32 reads of a row one after the other, with nothing to count in between.
#pragma optionNV(unroll all)

shared uint words[WORDS];

// All invocations read the one word, or each its own.
#if BROADCAST
uint row_of(uint lane, uint round) { return round % LANES; }
#else
uint row_of(uint lane, uint round) { return (lane + round) % LANES; } // in each round another row
#endif

void main()
{
    uint lane = gl_LocalInvocationID.x % LANES;
    for (uint i = gl_LocalInvocationID.x; i < WORDS; i += GROUP) words[i] = i * 2654435761u;
    barrier(); // every invocation reads words that others have written

    uint sum = 0u;
    for (uint round = 0u; round < rounds; round++) {
        uint first = row_of(lane, round) * pitch;
        for (uint column = 0u; column < LANES; column++) sum += words[first + column];
    }
    sums[gl_GlobalInvocationID.x] = sum;
    if (gl_GlobalInvocationID.x < LANES) addresses[lane] = row_of(lane, 0u) * pitch; // for the picture
}
