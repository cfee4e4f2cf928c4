#version 430
// A bit field that reaches beyond the 32 bits.
// expect: undefined-arithmetic - A
// buffer 0: 64 iota
// buffer 1: 64 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { uint a[]; };
layout(std430, binding = 1) writeonly buffer B { uint b[]; };
void main()
{
    uint i = gl_LocalInvocationID.x;
#if BUG
    b[i] = bitfieldExtract(0xFFFFu, int(i % 30u), 8); // A
#else
    b[i] = bitfieldExtract(0xFFFFu, int(i % 24u), 8);
#endif
}
