#version 430
// Those without work skip the barrier().
// expect: barrier-divergence - A B
// also: barrier-divergence -
// buffer 0: 64 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { uint a[]; };
void main()
{
    uint i = gl_LocalInvocationID.x;
    for (uint k = 0u; k < 2u; k++) {
#if BUG
        if (i >= 32u) continue;
#endif
        if (i < 32u) a[i] += k;
        barrier(); // A
    }
    barrier(); // B
}
