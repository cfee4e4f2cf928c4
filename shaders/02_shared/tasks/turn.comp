#version 430 core
// Task: turn the picture: row and column of each pixel are exchanged, so what was at (x, y) goes to
// place x * size.y + y. That is one line; but either its loads or its stores run down a column, and 32
// invocations touch 32 pieces of memory. So let the group turn its pixels in shared memory: neighbours
// load neighbours, and neighbours store neighbours. And mind the banks on the way.
// Below, the page is blank. Write the kernel, then run: ./wb check 2.turn
layout(local_size_x = GROUP, local_size_y = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Image { uint pixels[]; };
layout(std430, binding = 1) restrict writeonly buffer Turned { uint turned[]; };
layout(location = 0) uniform ivec2 size; // words in a row, rows

// --- your lines from here ---
void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (p.x < size.x && p.y < size.y) turned[p.y * size.x + p.x] = pixels[p.y * size.x + p.x]; // not turned at all
}
// --- to here ---
