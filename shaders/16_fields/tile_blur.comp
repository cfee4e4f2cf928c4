#version 430 core
// `tile_blur`: down first, then across. An invocation fetches two columns, four pixels at a time, by textureGather(), and sums them
// downwards; five of those sums, which are in shared memory by then, make a pixel.
// Limit: 0.57 of a fetch and a store a pixel; the store.
#include "16_fields/slots.h"
layout(local_size_x = GROUP, local_size_y = GROUP) in;

layout(binding = SAMPLED) uniform sampler2D image;
layout(r32f, binding = NEXT) restrict writeonly uniform image2D filtered;

const int STRIP = GROUP * GROUP * 2 / TILE_COLUMNS; // rows that an invocation sums
shared float sums[GROUP][TILE_PITCH];

void sum_down(ivec2 corner)
{
    int pair = int(gl_LocalInvocationIndex) % (TILE_COLUMNS / 2), row = int(gl_LocalInvocationIndex) / (TILE_COLUMNS / 2) * STRIP;
    vec2 strip[STRIP + 4];
    for (int k = 0; k < STRIP + 4; k += 2) {
        ivec2 p = corner + ivec2(2 * pair, row + k - 2); // the upper left one of four
        vec4 four = textureGather(image, vec2(p + 1) / vec2(textureSize(image, 0)));
        strip[k] = four.wz;
        strip[k + 1] = four.xy;
    }
    for (int k = 0; k < STRIP; k++) {
        vec2 sum = (strip[k] + strip[k + 4]) + 4.0 * (strip[k + 1] + strip[k + 3]) + 6.0 * strip[k + 2];
        sums[row + k][2 * pair] = sum.x;
        sums[row + k][2 * pair + 1] = sum.y;
    }
}

void main()
{
    ivec2 corner = ivec2(gl_WorkGroupID.xy) * ivec2(TILE_STEP, GROUP) - ivec2(TILE_BORDER, 0);
    sum_down(corner);
    barrier();
    int y = int(gl_LocalInvocationID.y);
    for (int k = 0; k < TILE_STEP / GROUP; k++) {
        int x = TILE_BORDER + GROUP * k + int(gl_LocalInvocationID.x);
        ivec2 p = corner + ivec2(x, y);
        if (any(greaterThanEqual(p, imageSize(filtered)))) continue;
        float sum = (sums[y][x - 2] + sums[y][x + 2]) + 4.0 * (sums[y][x - 1] + sums[y][x + 1]) + 6.0 * sums[y][x];
        imageStore(filtered, p, vec4(sum / 256.0));
    }
}
