#version 430
// A reduction as a tree: no barrier between its levels.
// expect: race sums A A
// buffer 0: 256 iota
// buffer 1: 1 zero
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer In { uint a[]; };
layout(std430, binding = 1) writeonly buffer Out { uint total; };
shared uint sums[256];
void main()
{
    uint i = gl_LocalInvocationID.x;
    sums[i] = a[i];
    barrier();
    for (uint s = 128u; s > 0u; s >>= 1) {
        if (i < s) sums[i] += sums[i + s]; // A
#if !BUG
        barrier();
#endif
    }
#if BUG
    barrier();
#endif
    if (i == 0u) total = sums[0];
}
