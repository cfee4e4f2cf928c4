#version 430 core
// `count_thread`: one invocation counts everything, as a CPU would, and needs no atomic.
// Limit: a GPU has many thousand lanes, and this uses one of them.
layout(local_size_x = 1) in;

layout(std430, binding = 0) restrict readonly buffer Values { uvec4 values[]; };
layout(std430, binding = 1) restrict writeonly buffer Total { uint total; };
layout(location = 0) uniform uint vectors;
layout(location = 1) uniform uint limit; // values below it count

void main()
{
    uint found = 0u;
    for (uint i = 0u; i < vectors; i++) {
        uvec4 kept = uvec4(lessThan(values[i], uvec4(limit)));
        found += kept.x + kept.y + kept.z + kept.w;
    }
    total = found;
}
