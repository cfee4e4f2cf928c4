#version 430
// The value for all is replaced while the slow ones still read the last one.
// expect: race value A B
// buffer 0: 64 iota
// buffer 1: 64 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { uint a[]; };
layout(std430, binding = 1) writeonly buffer B { uint b[]; };
shared uint value;
void main()
{
    uint i = gl_LocalInvocationID.x;
    uint sum = 0u;
    for (uint k = 0u; k < 3u; k++) {
        if (i == 0u) value = a[k]; // A
        barrier();
        sum += value; // B
#if !BUG
        barrier();
#endif
    }
    b[i] = sum;
}
