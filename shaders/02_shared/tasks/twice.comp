#version 430 core
// Task: blur twice. Each pixel becomes the mean of (2 RADIUS + 1)^2 means, each of them the mean of (2 RADIUS + 1)^2 pixels. All
// of it in one dispatch; a group loads each pixel once and takes each mean once. Beyond the picture's edge the edge's pixel
// goes on, and the means of the first step go on there, too. Below, the kernel blurs once.
// Extend it, then run: ./wb check 2.twice
layout(local_size_x = GROUP, local_size_y = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Image { uint pixels[]; };
layout(std430, binding = 1) restrict writeonly buffer Blurred { uint blurred[]; };
layout(location = 0) uniform ivec2 size; // words in a row, rows

#include "02_shared/blur.glsl" // pixel_at(p) loads, channels(pixel) takes apart, mean(sums, count)

// --- your lines from here ---
const int SIDE = GROUP + 2 * RADIUS; // of the tile
shared uint tile[SIDE * SIDE];

void main()
{
    ivec2 corner = ivec2(gl_WorkGroupID.xy) * GROUP - RADIUS;
    int lane = int(gl_LocalInvocationIndex);
    for (int i = lane; i < SIDE * SIDE; i += GROUP * GROUP)
        tile[i] = pixel_at(corner + ivec2(i % SIDE, i / SIDE));
    barrier(); // every invocation reads what others have loaded

    ivec2 p = ivec2(gl_GlobalInvocationID.xy), inside = ivec2(gl_LocalInvocationID.xy);
    if (p.x >= size.x || p.y >= size.y) return;
    uvec4 sums = uvec4(0);
    for (int y = 0; y <= 2 * RADIUS; y++)
        for (int x = 0; x <= 2 * RADIUS; x++) sums += channels(tile[(inside.y + y) * SIDE + inside.x + x]);
    blurred[p.y * size.x + p.x] = mean(sums, AREA);
}
// --- to here ---
