#version 430 core
// How long one access takes when nothing can be done meanwhile: each word of `table` says where the
// next one is. Here the table, or as much of it as fits, is in shared memory.
// Limit: the latency of shared memory; one invocation works, all others wait.
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Table { uint table[]; };
layout(std430, binding = 1) restrict buffer End { uint at; }; // where the last frame ended
layout(location = 0) uniform uint table_words; // a power of two

shared uint words[SHARED_WORDS];

void main()
{
    uint count = min(table_words, SHARED_WORDS);
    for (uint i = gl_LocalInvocationID.x; i < count; i += GROUP) words[i] = table[i] % count;
    barrier(); // the first invocation reads what all have written

    if (gl_LocalInvocationID.x != 0u) return;
    uint i = at;
    for (int step = 0; step < HOPS; step++) i = words[i];
    at = i;
}
