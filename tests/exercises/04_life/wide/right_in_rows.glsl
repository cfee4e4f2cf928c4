layout(local_size_x = WIDE_X, local_size_y = WIDE_Y) in;

#include "04_life/wide.glsl" // next_wide()

layout(std430, binding = 0) readonly buffer A { int from[]; };
layout(std430, binding = 1) writeonly buffer B { int to[]; };
layout(location = 0) uniform ivec2 size;

const uvec2 SIDE = uvec2(WIDE_X, WIDE_Y) + 2u * RADIUS;
shared int living[SIDE.y][SIDE.x];

// The tile row by row; then the sums of its rows, in place: each column by its own few invocations.
void main()
{
    ivec2 corner = ivec2(gl_WorkGroupID.xy * gl_WorkGroupSize.xy) - RADIUS + size * (RADIUS + 1);
    for (uint y = gl_LocalInvocationID.y; y < SIDE.y; y += WIDE_Y)
        for (uint x = gl_LocalInvocationID.x; x < SIDE.x; x += WIDE_X) {
            ivec2 p = (corner + ivec2(x, y)) % size;
            living[y][x] = int(from[p.x + size.x * p.y] > 0);
        }
    barrier();
    int sums[SIDE.y / WIDE_Y + 1u];
    for (uint y = gl_LocalInvocationID.y, k = 0u; y < SIDE.y; y += WIDE_Y, k++) {
        sums[k] = 0;
        for (uint x = 0u; x <= 2 * RADIUS; x++) sums[k] += living[y][gl_LocalInvocationID.x + x];
    }
    barrier(); // the cells are read; now come the sums
    for (uint y = gl_LocalInvocationID.y, k = 0u; y < SIDE.y; y += WIDE_Y, k++) living[y][gl_LocalInvocationID.x] = sums[k];
    barrier();
    int all = 0;
    for (uint y = 0u; y <= 2 * RADIUS; y++) all += living[gl_LocalInvocationID.y + y][gl_LocalInvocationID.x];
    ivec2 me = ivec2(gl_GlobalInvocationID);
    if (any(greaterThanEqual(me, size))) return;
    to[me.x + size.x * me.y] = next_wide(from[me.x + size.x * me.y], all);
}
