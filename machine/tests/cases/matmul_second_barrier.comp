#version 430
// A product of matrices by tiles: the barrier() after the tile is used is missing.
// expect: race left A B
// also: race right
// also: undefined-value c
// also: undefined-value -
// buffer 0: 1024 one
// buffer 1: 1024 iota
// buffer 2: 1024 zero
// groups: 4 4 1
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer A { uint a[]; };
layout(std430, binding = 1) readonly buffer B { uint b[]; };
layout(std430, binding = 2) writeonly buffer C { uint c[]; };
shared uint left[8][8], right[8][8];
void main()
{
    uvec2 l = gl_LocalInvocationID.xy, g = gl_GlobalInvocationID.xy;
    uint sum = 0u;
    for (uint t = 0u; t < 4u; t++) {
        left[l.y][l.x] = a[g.y * 32u + t * 8u + l.x]; // A
        right[l.y][l.x] = b[(t * 8u + l.y) * 32u + g.x];
        barrier();
        for (uint k = 0u; k < 8u; k++) sum += left[l.y][k] * right[k][l.x]; // B
#if !BUG
        barrier();
#endif
    }
    c[g.y * 32u + g.x] = sum;
}
