#version 430 core
// Blur, `separable`, second dispatch: adds up 2 RADIUS + 1 row sums down each column. An invocation
// walks down COLUMN_ROWS rows, and keeps the sums that it has seen.
layout(local_size_x = QUADS_X, local_size_y = LINES) in;

layout(std430, binding = 2) restrict readonly buffer RowSums { uvec4 row_sums[]; };
layout(std430, binding = 1) restrict writeonly buffer Blurred { uvec4 blurred[]; };
layout(location = 0) uniform ivec2 size;

#include "02_shared/quad_mean.glsl"

// NVIDIA: arrays of registers need constant indices, so all short loops have to be unrolled.
#pragma optionNV(unroll all)

void main()
{
    int x = int(gl_GlobalInvocationID.x), first_y = int(gl_GlobalInvocationID.y) * COLUMN_ROWS;
    int quads_in_row = size.x / 4;
    if (x >= quads_in_row || first_y >= size.y) return;

    // window[k] is row y - RADIUS + k; each turn it moves down by one.
    uvec4 red_blue[2 * RADIUS + 1], upper[2 * RADIUS + 1];
    uvec4 red_blue_sum = uvec4(0), upper_sum = uvec4(0);
    for (int k = 0; k < 2 * RADIUS; k++) {
        int i = clamp(first_y - RADIUS + k, 0, size.y - 1) * quads_in_row + x;
        red_blue[k + 1] = row_sums[i];
        upper[k + 1] = row_sums[size.y * quads_in_row + i];
        red_blue_sum += red_blue[k + 1];
        upper_sum += upper[k + 1];
    }
    red_blue[0] = upper[0] = uvec4(0);
    for (int row = 0; row < COLUMN_ROWS; row++) {
        int y = first_y + row;
        red_blue_sum -= red_blue[0];
        upper_sum -= upper[0];
        for (int k = 0; k < 2 * RADIUS; k++) {
            red_blue[k] = red_blue[k + 1];
            upper[k] = upper[k + 1];
        }
        int i = min(y + RADIUS, size.y - 1) * quads_in_row + x;
        red_blue[2 * RADIUS] = row_sums[i];
        upper[2 * RADIUS] = row_sums[size.y * quads_in_row + i];
        red_blue_sum += red_blue[2 * RADIUS];
        upper_sum += upper[2 * RADIUS];
        if (y < size.y) blurred[y * quads_in_row + x] = quad_mean(red_blue_sum, upper_sum);
    }
}
