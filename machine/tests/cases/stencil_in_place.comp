#version 430
// A stencil in place: groups read cells that other groups have written, or will.
// expect: race cells A B
// groups: 4 1 1
// buffer 0: 256 iota
// buffer 1: 256 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer In { uint cells[]; };
layout(std430, binding = 1) buffer Out { uint next[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    uint sum = cells[(i + 255u) % 256u] + cells[(i + 1u) % 256u]; // B
#if BUG
    cells[i] = sum; // A
#else
    next[i] = sum;
#endif
}
