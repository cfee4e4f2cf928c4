#version 430
#extension GL_KHR_shader_subgroup_arithmetic : enable
#extension GL_KHR_shader_subgroup_shuffle : enable
// A shuffle from an invocation that does not take part.
// expect: undefined-value b A
// buffer 0: 64 iota
// buffer 1: 64 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { uint a[]; };
layout(std430, binding = 1) writeonly buffer B { uint b[]; };
void main()
{
    uint i = gl_LocalInvocationID.x;
    uint v = 0u;
#if BUG
    if (i % 2u == 0u) v = subgroupShuffleXor(a[i], 1u);
#else
    v = subgroupShuffleXor(a[i], 1u);
#endif
    b[i] = v; // A
}
