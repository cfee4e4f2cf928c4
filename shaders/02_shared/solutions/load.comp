#version 430 core
// Task: load the tile. A group of GROUP x GROUP invocations needs SIDE x SIDE pixels: its own, and a halo of
// RADIUS pixels all around them. Pixel (x, y) of the tile is tile[y * SIDE + x]. There are more pixels than
// invocations, so most of them have to load more than one. The start below loads as many as there are invocations.
// Change it, then run: ./wb check 2.load
layout(local_size_x = GROUP, local_size_y = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Image { uint pixels[]; };
layout(std430, binding = 1) restrict writeonly buffer Blurred { uint blurred[]; };
layout(location = 0) uniform ivec2 size; // words in a row, rows

#include "02_shared/blur.glsl" // pixel_at(p) loads; beyond an edge, the edge's pixel goes on

const int SIDE = GROUP + 2 * RADIUS;
shared uint tile[SIDE * SIDE];

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy), inside = ivec2(gl_LocalInvocationID.xy);
    ivec2 corner = ivec2(gl_WorkGroupID.xy) * GROUP - RADIUS; // the pixel of the picture that is tile[0]
    int lane = int(gl_LocalInvocationIndex);                  // from 0 to GROUP * GROUP - 1
    // --- your lines from here ---
    for (int i = lane; i < SIDE * SIDE; i += GROUP * GROUP)
        tile[i] = pixel_at(corner + ivec2(i % SIDE, i / SIDE));
    // --- to here ---
    barrier(); // every invocation reads what others have loaded

    if (p.x >= size.x || p.y >= size.y) return;
    uvec4 sums = uvec4(0);
    for (int y = 0; y <= 2 * RADIUS; y++)
        for (int x = 0; x <= 2 * RADIUS; x++) sums += channels(tile[(inside.y + y) * SIDE + inside.x + x]);
    blurred[p.y * size.x + p.x] = mean(sums, AREA);
}

// --- as shipped ---
//     tile[lane] = pixel_at(corner + ivec2(lane % SIDE, lane / SIDE));
