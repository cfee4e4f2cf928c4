#version 430
// The value is announced to other groups, but its memory barrier is for the own group only.
// expect: race-no-memory-barrier value A B
// buffer 0: 2 zero
// buffer 1: 4 zero
// groups: 4 1 1
#if BUG
#define FIRST_THE_VALUE groupMemoryBarrier
#else
#define FIRST_THE_VALUE memoryBarrierBuffer
#endif
layout(local_size_x = 1) in;
layout(std430, binding = 0) coherent buffer Data { uint flag; uint value; };
layout(std430, binding = 1) writeonly buffer B { uint b[]; };

void main()
{
    if (gl_WorkGroupID.x == 0u) {
        value = 42u; // A
        FIRST_THE_VALUE(); // then the flag
        atomicExchange(flag, 1u);
    } else {
        while (atomicOr(flag, 0u) == 0u) {}
        memoryBarrierBuffer(); // first the flag, then the value
        b[gl_WorkGroupID.x] = value; // B
    }
}
