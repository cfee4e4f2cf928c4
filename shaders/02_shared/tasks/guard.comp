#version 430 core
// Task: mend it. This is the kernel of the variant early_return. Its picture is wrong along the right and the lower
// edge, and only if the picture's sides are no multiples of GROUP. load_tile() and tile_mean() are right.
// Find the line, then run: ./wb check 2.guard
layout(local_size_x = GROUP, local_size_y = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Image { uint pixels[]; };
layout(std430, binding = 1) restrict writeonly buffer Blurred { uint blurred[]; };
layout(location = 0) uniform ivec2 size; // words in a row, rows

#include "02_shared/blur.glsl"
#include "02_shared/tile.glsl" // load_tile() fills the tile, all of the group together; tile_mean() reads it

// --- your lines from here ---
void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= size.x || p.y >= size.y) return;

    load_tile();
    barrier(); // every invocation reads what others have loaded
    blurred[p.y * size.x + p.x] = tile_mean(ivec2(gl_LocalInvocationID.xy));
}
// --- to here ---
