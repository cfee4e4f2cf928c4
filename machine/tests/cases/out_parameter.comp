#version 430
// A function that leaves its out parameter alone on one path.
// expect: undefined-value b A
// buffer 0: 64 iota
// buffer 1: 64 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { uint a[]; };
layout(std430, binding = 1) writeonly buffer B { uint b[]; };
void find(uint x, out uint place)
{
#if !BUG
    place = 0u;
#endif
    if (x > 10u) place = x;
}
void main()
{
    uint i = gl_LocalInvocationID.x;
    uint place;
    find(a[i], place);
    b[i] = place; // A
}
