#version 430
// The cell of a particle left of the grid.
// expect: undefined-arithmetic - A
// buffer 0: 16 float
// buffer 1: 16 zero
layout(local_size_x = 16) in;
layout(std430, binding = 0) readonly buffer In { float x[]; };
layout(std430, binding = 1) writeonly buffer Out { uint cell[]; };
void main()
{
    uint i = gl_LocalInvocationIndex;
#if BUG
    cell[i] = uint(x[i] - 4.0); // A
#else
    cell[i] = uint(max(x[i] - 4.0, 0.0));
#endif
}
