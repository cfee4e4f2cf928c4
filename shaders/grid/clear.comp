#version 430 core
// Grid, 1 of 5: sets the counters of all cells to zero.
// Limit: memory, at full speed: four counters a store.
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict writeonly buffer Counts { uvec4 counts[]; };
layout(location = 0) uniform uint vectors; // so many uvec4 in `counts`

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i < vectors) counts[i] = uvec4(0u);
}
