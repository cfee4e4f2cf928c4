#version 430
// The first round adds to partial sums that were never set.
// expect: undefined-value b A
// buffer 0: 64 iota
// buffer 1: 64 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { uint a[]; };
layout(std430, binding = 1) writeonly buffer B { uint b[]; };
shared uint partial[64];
void main()
{
    uint i = gl_LocalInvocationID.x;
#if BUG
    partial[i] += a[i];
#else
    partial[i] = a[i];
#endif
    barrier();
    b[i] = partial[63u - i]; // A
}
