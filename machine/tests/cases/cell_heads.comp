#version 430
// Lists of cells: the head is read and replaced in two steps.
// expect: race head A A
// buffer 0: 8 zero
// buffer 1: 64 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { uint head[]; };
layout(std430, binding = 1) writeonly buffer B { uint b[]; };
void main()
{
    uint i = gl_LocalInvocationID.x;
#if BUG
    uint next = head[i % 8u]; head[i % 8u] = i + 1u; // A
#else
    uint next = atomicExchange(head[i % 8u], i + 1u);
#endif
    b[i] = next;
}
