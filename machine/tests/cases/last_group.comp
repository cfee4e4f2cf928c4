#version 430
// The last group to sign off adds up what all have written: without a memory barrier before it.
// expect: race partial A B
// groups: 8 1 1
// buffer 0: 8 zero
// buffer 1: 2 zero
layout(local_size_x = 32) in;
layout(std430, binding = 0) coherent buffer Partials { uint partial[]; };
layout(std430, binding = 1) buffer Out { uint finished; uint total; };
shared bool is_last;
void main()
{
    uint i = gl_LocalInvocationIndex;
    if (i == 0u) {
        partial[gl_WorkGroupID.x] = gl_WorkGroupID.x; // A
#if !BUG
        memoryBarrierBuffer();
#endif
        is_last = atomicAdd(finished, 1u) == gl_NumWorkGroups.x - 1u;
    }
    barrier();
#if !BUG
    memoryBarrierBuffer();
#endif
    if (is_last && i == 0u) {
        uint sum = 0u;
        for (uint g = 0u; g < gl_NumWorkGroups.x; g++) sum += partial[g]; // B
        total = sum;
    }
}
