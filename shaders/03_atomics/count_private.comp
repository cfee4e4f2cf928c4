#version 430 core
// `count_private`: three phases. An invocation walks over many values and counts in a register; the group
// adds its invocations' counts in shared memory, and one invocation adds that to the buffer.
// Limit: reading the values.
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Values { uvec4 values[]; };
layout(std430, binding = 1) restrict buffer Total { uint total; };
layout(location = 0) uniform uint vectors;
layout(location = 1) uniform uint limit; // values below it count

shared uint found;

void main()
{
    if (gl_LocalInvocationIndex == 0u) found = 0u;
    barrier(); // no invocation adds before that

    uint own = 0u;
    for (uint i = gl_GlobalInvocationID.x; i < vectors; i += gl_NumWorkGroups.x * GROUP) {
        uvec4 kept = uvec4(lessThan(values[i], uvec4(limit)));
        own += kept.x + kept.y + kept.z + kept.w;
    }
    atomicAdd(found, own);
    barrier(); // all have added

    if (gl_LocalInvocationIndex == 0u) atomicAdd(total, found);
}
