#version 430 core
// The same walk through a table that stays in its buffer.
// Limit: the latency of the level of the memory that the table fits into.
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Table { uint table[]; };
layout(std430, binding = 1) restrict buffer End { uint at; };
layout(location = 0) uniform uint table_words;

void main()
{
    if (gl_LocalInvocationID.x != 0u) return;
    uint i = at;
    for (int step = 0; step < HOPS; step++)
        i = table[i]; // a load that cannot begin before the last one has ended
    at = i;
}
