#version 430 core
// Blur, `fused`: rows and columns in one dispatch. The sums along the rows never leave the chip:
// the tile holds them, with RADIUS rows more above and below. Four pixels an invocation at a time.
// Limit: shared memory: every sum is written once and read several times.
layout(local_size_x = QUADS_X, local_size_y = LINES) in;

layout(std430, binding = 0) restrict readonly buffer Image { uvec4 quads[]; };
layout(std430, binding = 1) restrict writeonly buffer Blurred { uvec4 blurred[]; };
layout(location = 0) uniform ivec2 size;

#include "02_shared/row_sums.glsl"
#include "02_shared/quad_mean.glsl"

const int TILE_ROWS = LINES * ROWS + 2 * RADIUS; // ROWS rows for each invocation, and the halo
shared uvec4 red_blue[TILE_ROWS * QUADS_X];
shared uvec4 upper[TILE_ROWS * QUADS_X];

void load_row_sums(ivec2 inside)
{
    int first_y = int(gl_WorkGroupID.y) * LINES * ROWS - RADIUS;
    for (int y = inside.y; y < TILE_ROWS; y += LINES) {
        Sums sums = sum_row(int(gl_GlobalInvocationID.x), first_y + y);
        red_blue[y * QUADS_X + inside.x] = sums.red_blue;
        upper[y * QUADS_X + inside.x] = sums.upper;
    }
}

void main()
{
    ivec2 inside = ivec2(gl_LocalInvocationID.xy);
    load_row_sums(inside);
    barrier(); // the sums below come from rows that other invocations have loaded

    int quads_in_row = size.x / 4, x = int(gl_GlobalInvocationID.x);
    int first_y = int(gl_GlobalInvocationID.y) * ROWS;
    int i = inside.y * ROWS * QUADS_X + inside.x; // the topmost row of the window, in the tile
    uvec4 red_blue_sum = uvec4(0), upper_sum = uvec4(0);
    for (int k = 0; k < 2 * RADIUS; k++) {
        red_blue_sum += red_blue[i + k * QUADS_X];
        upper_sum += upper[i + k * QUADS_X];
    }
    for (int k = 0; k < ROWS; k++, i += QUADS_X) {
        red_blue_sum += red_blue[i + 2 * RADIUS * QUADS_X];
        upper_sum += upper[i + 2 * RADIUS * QUADS_X];
        if (x < quads_in_row && first_y + k < size.y)
            blurred[(first_y + k) * quads_in_row + x] = quad_mean(red_blue_sum, upper_sum);
        red_blue_sum -= red_blue[i];
        upper_sum -= upper[i];
    }
}
