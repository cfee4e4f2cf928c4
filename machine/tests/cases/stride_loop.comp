#version 430
// A loop over tiles whose number differs from one invocation to the next.
// expect: barrier-divergence - A
// buffer 0: 100 iota
// buffer 1: 64 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { uint a[]; };
layout(std430, binding = 1) writeonly buffer B { uint b[]; };
shared uint s[64];
void main()
{
    uint i = gl_LocalInvocationID.x;
    uint sum = 0u;
#if BUG
    for (uint k = i; k < 100u; k += 64u) {
#else
    for (uint t = 0u; t < 2u; t++) {
        uint k = t * 64u + i;
#endif
        s[i] = k < 100u ? a[k] : 0u;
        barrier(); // A
        sum += s[i];
    }
    b[i] = sum;
}
