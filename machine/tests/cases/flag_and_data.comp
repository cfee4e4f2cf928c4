#version 430
// A flag across groups, and its value in another word, both plain.
// expect: race value A B
// expect: race ready C D
// also: race-same-value ready
// buffer 0: 4 zero
// buffer 1: 64 zero
// groups: 2 1 1
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { uint value; uint ready; };
layout(std430, binding = 1) writeonly buffer B { uint b[]; };
void main()
{
    uint i = gl_LocalInvocationID.x;
#if BUG
    if (gl_WorkGroupID.x == 0u && i == 0u) {
        value = 42u; // A
        ready = 1u; // C
    }
    if (gl_WorkGroupID.x == 1u && i == 0u) {
        uint there = ready; // D
        b[0] = value + there; // B
    }
#else
    if (gl_WorkGroupID.x == 0u && i == 0u) {
        value = 42u;
        ready = 1u;
    }
#endif
}
