#version 430
// Only one case of a switch has a barrier().
// expect: barrier-divergence - A
// buffer 0: 64 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { uint a[]; };
void main()
{
    uint i = gl_LocalInvocationID.x;
#if BUG
    switch (i % 4u) {
    case 0u:
        a[i] = 1u;
        barrier(); // A
        break;
    default: a[i] = 2u;
    }
#else
    a[i] = i % 4u == 0u ? 1u : 2u;
    barrier();
#endif
}
