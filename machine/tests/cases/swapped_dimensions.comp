#version 430
// Width and height are mixed up in an index.
// expect: out-of-bounds b A
// buffer 0: 1 zero
// buffer 1: 128 zero
layout(local_size_x = 16, local_size_y = 8) in;
layout(std430, binding = 1) writeonly buffer B { uint b[]; };
void main()
{
    uvec2 g = gl_GlobalInvocationID.xy;
#if BUG
    b[g.x * 16u + g.y] = g.x; // A
#else
    b[g.y * 16u + g.x] = g.x;
#endif
}
