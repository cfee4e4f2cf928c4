#version 430
// One invocation fetches a value for all, and the others do not wait for it.
// expect: race value A B
// also: undefined-value b
// buffer 0: 64 iota
// buffer 1: 64 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { uint a[]; };
layout(std430, binding = 1) writeonly buffer B { uint b[]; };
shared uint value;
void main()
{
    uint i = gl_LocalInvocationID.x;
    if (i == 0u) value = a[7]; // A
#if !BUG
    barrier();
#endif
    b[i] = value + i; // B
}
