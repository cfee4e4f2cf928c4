#version 430
// A function with a barrier() is called by half of the group.
// expect: barrier-divergence - A C
// expect: barrier-divergence - B C
// also: undefined-value a
// buffer 0: 64 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { uint a[]; };
shared uint s[64];
void exchange(uint i)
{
    s[i] = i;
    barrier(); // A
    a[i] = s[63u - i];
    barrier(); // B
}
void main()
{
    uint i = gl_LocalInvocationID.x;
#if BUG
    if (i < 32u) exchange(i);
    if (i >= 32u) { barrier(); barrier(); } // C
#else
    exchange(i);
#endif
}
