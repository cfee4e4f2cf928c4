#version 430
// Two halves take turns, but the first one is forgotten to be left: all rounds read and write the same.
// expect: race sums A A
// buffer 0: 64 iota
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { uint a[]; };
shared uint sums[128];
void main()
{
    uint i = gl_LocalInvocationID.x;
    uint from = 0u;
    sums[i] = a[i];
    barrier();
    for (uint reach = 1u; reach < 64u; reach *= 2u) {
#if BUG
        uint to = from;
#else
        uint to = 64u - from;
#endif
        sums[to + i] = sums[from + i] + (i >= reach ? sums[from + i - reach] : 0u); // A
        from = to;
        barrier();
    }
    a[i] = sums[from + i];
}
