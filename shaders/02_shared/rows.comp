#version 430 core
// Blur, `separable`, first dispatch: the sums along the rows, four pixels an invocation.
// Limit: the sums are wider than pixels; 24 bytes a pixel travel in the two dispatches, not 8.
layout(local_size_x = QUADS_X, local_size_y = LINES) in;

layout(std430, binding = 0) restrict readonly buffer Image { uvec4 quads[]; };
layout(std430, binding = 2) restrict writeonly buffer RowSums { uvec4 row_sums[]; }; // red and blue of all, then the upper bytes
layout(location = 0) uniform ivec2 size;

#include "02_shared/row_sums.glsl"

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy); // in quads
    int quads_in_row = size.x / 4;
    if (p.x >= quads_in_row || p.y >= size.y) return;

    Sums sums = sum_row(p.x, p.y);
    row_sums[p.y * quads_in_row + p.x] = sums.red_blue;
    row_sums[(size.y + p.y) * quads_in_row + p.x] = sums.upper;
}
