#version 430
// A word carries a value and the bit that says it is there; no fault, but noted: only the program knows that no
// other word depends on it.
// expect: race-by-design word A B
// buffer 0: 1 zero
// buffer 1: 4 zero
// groups: 4 1 1
layout(local_size_x = 1) in;
layout(std430, binding = 0) coherent volatile buffer Data { uint word; };
layout(std430, binding = 1) writeonly buffer B { uint b[]; };

const uint THERE = 0x80000000u;

void main()
{
#if BUG
    if (gl_WorkGroupID.x == 0u) word = THERE | 42u; // A
    uint seen;
    do seen = word; while ((seen & THERE) == 0u); // B
#else
    if (gl_WorkGroupID.x == 0u) atomicExchange(word, THERE | 42u);
    uint seen;
    do seen = atomicOr(word, 0u); while ((seen & THERE) == 0u);
#endif
    b[gl_WorkGroupID.x] = seen & ~THERE;
}
