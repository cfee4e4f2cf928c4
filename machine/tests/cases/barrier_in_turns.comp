#version 430
// Half of a group waits at a barrier() in one turn of a loop, the other half at the same one in the next.
// expect: barrier-divergence - A A
// buffer 0: 64 iota
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint a[]; };
void main()
{
    uint i = gl_LocalInvocationIndex, k = 0u;
    while (k < 4u) {
#if BUG
        if ((i & 1u) == (k & 1u))
#endif
        barrier(); // A
        k++;
    }
    a[i] = k;
}
