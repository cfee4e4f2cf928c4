#version 430
// The count is read by an ordinary load while other groups still count.
// expect: race-atomic-and-plain count A B
// buffer 0: 1 zero
// buffer 1: 256 zero
// groups: 4 1 1
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { uint count; };
layout(std430, binding = 1) writeonly buffer B { uint b[]; };
void main()
{
    uint g = gl_GlobalInvocationID.x;
#if BUG
    atomicAdd(count, 1u); // A
    b[g] = count; // B
#else
    b[g] = atomicAdd(count, 1u);
#endif
}
