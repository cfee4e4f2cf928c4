#version 430
// A struct with a member that is never set.
// expect: undefined-value b A
// buffer 0: 64 iota
// buffer 1: 64 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { uint a[]; };
layout(std430, binding = 1) writeonly buffer B { uint b[]; };
struct P { uint mass; uint charge; };
void main()
{
    uint i = gl_LocalInvocationID.x;
    P p;
    p.mass = a[i];
#if !BUG
    p.charge = 1u;
#endif
    P q = p;
    b[i] = q.mass + q.charge; // A
}
