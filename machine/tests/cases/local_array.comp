#version 430
// A list of its own is too short for what an invocation finds.
// expect: out-of-bounds list A
// buffer 0: 64 iota
// buffer 1: 64 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { uint a[]; };
layout(std430, binding = 1) writeonly buffer B { uint b[]; };
void main()
{
    uint i = gl_LocalInvocationID.x;
    uint list[4], count = 0u, sum = 0u;
    for (uint k = 0u; k < i % 6u; k++) {
#if BUG
        list[count++] = a[k]; // A
#else
        if (count < 4u) list[count++] = a[k];
#endif
    }
    for (uint k = 0u; k < min(count, 4u); k++) sum += list[k];
    b[i] = sum;
}
