#version 430
// The row length that the program passes is not the buffer's.
// expect: out-of-bounds b A
// buffer 0: 1 zero
// buffer 1: 128 zero
// uniform 0: 20
// uniform 1: 16
layout(local_size_x = 16, local_size_y = 8) in;
layout(std430, binding = 1) writeonly buffer B { uint b[]; };
layout(location = 0) uniform uint wrong;
layout(location = 1) uniform uint width;
void main()
{
    uvec2 g = gl_GlobalInvocationID.xy;
#if BUG
    b[g.y * wrong + g.x] = 1u; // A
#else
    b[g.y * width + g.x] = 1u;
#endif
}
