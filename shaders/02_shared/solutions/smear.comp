#version 430 core
// Task: smear. Each pixel becomes the mean of itself and the 2 * RADIUS pixels to its right, as if
// the picture had moved while it was taken; beyond the edge, the edge's pixel goes on. No pixel to the
// left, above or below. A group of GROUP x GROUP invocations does as many pixels. It loads what it needs
// once, together, into shared memory, and takes its means from there.
// Below, the page is blank. Write the kernel, then run: ./wb check 2.smear
layout(local_size_x = GROUP, local_size_y = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Image { uint pixels[]; };
layout(std430, binding = 1) restrict writeonly buffer Blurred { uint blurred[]; };
layout(location = 0) uniform ivec2 size; // words in a row, rows

#include "02_shared/blur.glsl" // pixel_at(p) loads, channels(pixel) takes apart, mean(sums, count)

// --- your lines from here ---
const int WIDTH = GROUP + 2 * RADIUS; // of the tile: its halo is on the right alone
shared uint tile[GROUP * WIDTH];

void main()
{
    ivec2 corner = ivec2(gl_WorkGroupID.xy) * GROUP, inside = ivec2(gl_LocalInvocationID.xy);
    for (int i = int(gl_LocalInvocationIndex); i < GROUP * WIDTH; i += GROUP * GROUP)
        tile[i] = pixel_at(corner + ivec2(i % WIDTH, i / WIDTH));
    barrier(); // every invocation reads what others have loaded

    ivec2 p = corner + inside;
    if (p.x >= size.x || p.y >= size.y) return; // only now: all of a group must reach barrier()
    uvec4 sums = uvec4(0);
    for (int x = 0; x <= 2 * RADIUS; x++) sums += channels(tile[inside.y * WIDTH + inside.x + x]);
    blurred[p.y * size.x + p.x] = mean(sums, 2 * RADIUS + 1);
}
// --- to here ---

// --- as shipped ---
// void main()
// {
//     ivec2 p = ivec2(gl_GlobalInvocationID.xy);
//     if (p.x < size.x && p.y < size.y) blurred[p.y * size.x + p.x] = pixel_at(p); // a start: no smear at all
// }
