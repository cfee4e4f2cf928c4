#version 450
#extension GL_KHR_shader_subgroup_basic : enable
// The last levels of a tree without barriers, as if a subgroup ran in step.
// expect: race sums A B
// buffer 0: 64 iota
// buffer 1: 1 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint a[]; };
layout(std430, binding = 1) writeonly buffer Out { uint total; };
shared uint sums[64];
void main()
{
    uint i = gl_LocalInvocationID.x;
    sums[i] = a[i];
    barrier();
    for (uint s = 32u; s > 0u; s >>= 1) {
        uint other = i < s ? sums[i + s] : 0u; // B
#if !BUG
        subgroupBarrier();
#endif
        if (i < s) sums[i] += other; // A
#if !BUG
        subgroupBarrier();
#endif
        if (s > 16u) barrier();
    }
    if (i == 0u) total = sums[0];
}
