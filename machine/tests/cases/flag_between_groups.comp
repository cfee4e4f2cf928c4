#version 430
// A flag announces a value to other groups, which may read the value before the flag.
// expect: race-no-memory-barrier value A B
// buffer 0: 2 zero
// buffer 1: 4 zero
// groups: 4 1 1
layout(local_size_x = 1) in;
layout(std430, binding = 0) coherent buffer Data { uint flag; uint value; };
layout(std430, binding = 1) writeonly buffer B { uint b[]; };

void main()
{
    if (gl_WorkGroupID.x == 0u) {
        value = 42u; // A
        memoryBarrierBuffer(); // first the value, then the flag
        atomicExchange(flag, 1u);
    } else {
        while (atomicOr(flag, 0u) == 0u) {}
#if !BUG
        memoryBarrierBuffer(); // first the flag, then the value
#endif
        b[gl_WorkGroupID.x] = value; // B
    }
}
