#version 430
// A loop with a barrier() that ends when the data say so, for each invocation at its own time.
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
    uint left = a[i] % 3u;
#if BUG
    while (left > 0u) {
#else
    for (uint k = 0u; k < 3u; k++) {
#endif
        s[i] = left;
        barrier(); // A
        if (left > 0u) left--;
    }
    b[i] = left;
}
