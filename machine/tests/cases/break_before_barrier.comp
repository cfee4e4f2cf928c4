#version 430
// An invocation that has found something leaves the loop in which the others wait.
// expect: barrier-divergence - A
// buffer 0: 64 iota
// buffer 1: 64 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { uint a[]; };
layout(std430, binding = 1) writeonly buffer B { uint b[]; };
shared uint s[64];
void main()
{
    uint i = gl_LocalInvocationID.x;
    uint found = 99u;
    for (uint k = 0u; k < 8u; k++) {
        s[i] = a[i] + k;
#if BUG
        if (a[i] == k) { found = k; break; }
#else
        if (a[i] == k) found = k;
#endif
        barrier(); // A
    }
    b[i] = found;
}
