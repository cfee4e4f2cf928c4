#version 430 core
// Blur, `walk`: no shared memory at all. An invocation walks down WALK_ROWS rows with four pixels
// at a time, and keeps the sums along the last 2 RADIUS + 1 rows in registers. What its neighbours
// left and right have read too comes out of the cache.
// Limit: arithmetic on whole numbers, which takes nearly as long as memory, and hides behind it in part.
layout(local_size_x = QUADS_X, local_size_y = LINES) in;

layout(std430, binding = 0) restrict readonly buffer Image { uvec4 quads[]; };
layout(std430, binding = 1) restrict writeonly buffer Blurred { uvec4 blurred[]; };
layout(location = 0) uniform ivec2 size;

#include "02_shared/row_sums.glsl"
#include "02_shared/quad_mean.glsl"

void main()
{
    int x = int(gl_GlobalInvocationID.x), first_y = int(gl_GlobalInvocationID.y) * WALK_ROWS;
    int quads_in_row = size.x / 4;
    if (x >= quads_in_row || first_y >= size.y) return;

    // window[k] is row y - RADIUS + k; each turn it moves down by one.
    Sums window[2 * RADIUS + 1], sums = Sums(uvec4(0), uvec4(0));
    for (int k = 0; k < 2 * RADIUS; k++) {
        window[k + 1] = sum_row(x, first_y - RADIUS + k);
        sums.red_blue += window[k + 1].red_blue;
        sums.upper += window[k + 1].upper;
    }
    window[0] = Sums(uvec4(0), uvec4(0));
    for (int row = 0; row < WALK_ROWS; row++) {
        int y = first_y + row;
        sums.red_blue -= window[0].red_blue;
        sums.upper -= window[0].upper;
        for (int k = 0; k < 2 * RADIUS; k++) window[k] = window[k + 1];
        window[2 * RADIUS] = sum_row(x, y + RADIUS);
        sums.red_blue += window[2 * RADIUS].red_blue;
        sums.upper += window[2 * RADIUS].upper;
        if (y < size.y) blurred[y * quads_in_row + x] = quad_mean(sums.red_blue, sums.upper);
    }
}
