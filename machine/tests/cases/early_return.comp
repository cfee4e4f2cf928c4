#version 430
// The last group has work for some of its invocations only: the others return before the barrier().
// expect: barrier-divergence - A
// groups: 2 1 1
// buffer 0: 100 iota
// buffer 1: 100 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint a[]; };
layout(std430, binding = 1) writeonly buffer Out { uint b[]; };
shared uint tile[64];
void main()
{
    uint g = gl_GlobalInvocationID.x, i = gl_LocalInvocationID.x;
#if BUG
    if (g >= uint(a.length())) return;
    tile[i] = a[g];
#else
    tile[i] = g < uint(a.length()) ? a[g] : 0u;
#endif
    barrier(); // A
#if BUG
    b[g] = tile[i];
#else
    if (g < uint(a.length())) b[g] = tile[i];
#endif
}
