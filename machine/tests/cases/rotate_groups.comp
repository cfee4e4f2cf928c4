#version 430
// Each group passes its last element on to the next, in place.
// expect: race a A B
// buffer 0: 256 iota
// buffer 1: 256 zero
// groups: 4 1 1
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { uint a[]; };
layout(std430, binding = 1) buffer B { uint b[]; };
void main()
{
    uint g = gl_GlobalInvocationID.x;
    uint v = a[(g + 255u) % 256u]; // A
#if BUG
    a[g] = v; // B
#else
    b[g] = v;
#endif
}
