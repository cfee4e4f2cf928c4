#version 430 core
// Task: every second link. Each invocation puts one link right, the one in direction `direction` of some cell. Which cell?
// A colour is even or odd: of an even one, the cells are in columns 0, 2, 4 and so on, of an odd one in columns 1, 3, 5.
// Direction 1 goes straight down; there it is rows 0, 2, 4 and rows 1, 3, 5. `id` is the invocation's number: from (0, 0)
// on without gaps, and with half as many columns (direction 1: rows) as the cloth.
// Change the line in the gap, then run: ./wb check 12.even
#include "12_cloth/slots.h"

layout(local_size_x = GROUP_X, local_size_y = GROUP_Y) in;

layout(std430, binding = POSITIONS) restrict buffer Positions { vec4 positions[]; };
layout(std430, binding = CUTS) restrict readonly buffer Cuts { uint cuts[]; };
layout(location = COLOUR) uniform int colour; // 1 to 7; colour 0 is in first.comp

#include "12_cloth/cloth.glsl"
#include "12_cloth/link.glsl"

ivec2 cell_of(ivec2 id, int direction)
{
    // --- your lines from here ---
    return id; // a start: neighbouring links, and half of the cloth
    // --- to here ---
}

void main()
{
    int direction = colour >> 1;
    ivec2 cell = cell_of(ivec2(gl_GlobalInvocationID.xy), direction);
    if (!is_link(cell, direction)) return;
    if (tear > 0.0 && is_cut(cuts[number_of(cell)], direction)) return;
    uint i = number_of(cell + first_of(direction)), j = number_of(cell + second_of(direction));
    vec4 a = positions[i], b = positions[j];
    pull(a, b, rest_of(direction));
    positions[i] = a;
    positions[j] = b;
}
