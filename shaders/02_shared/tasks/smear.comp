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
void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (p.x < size.x && p.y < size.y) blurred[p.y * size.x + p.x] = pixel_at(p); // a start: no smear at all
}
// --- to here ---
