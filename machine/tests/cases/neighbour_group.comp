#version 430
// The last invocation writes into the next group's part.
// expect: race b A A
// groups: 4 1 1
// buffer 0: 256 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) writeonly buffer Out { uint b[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
#if BUG
    uint to = gl_LocalInvocationID.x == 63u && i < 255u ? i + 1u : i;
#else
    uint to = i;
#endif
    b[to] = i; // A
}
