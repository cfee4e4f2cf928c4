#version 430
#extension GL_KHR_shader_subgroup_arithmetic : enable
#extension GL_KHR_shader_subgroup_shuffle : enable
// The totals of other subgroups are read before they are there.
// expect: race totals A B
// also: undefined-value b
// buffer 0: 64 iota
// buffer 1: 64 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { uint a[]; };
layout(std430, binding = 1) writeonly buffer B { uint b[]; };
shared uint totals[2];
void main()
{
    uint i = gl_LocalInvocationID.x;
    uint sum = subgroupAdd(a[i]);
    if (subgroupElect()) totals[gl_SubgroupID] = sum; // A
#if !BUG
    barrier();
#endif
    b[i] = totals[0] + totals[1]; // B
}
