#version 430 core
// `implicit`: the links of one colour, found from the invocation's number. No list is read.
// Limit: launches. Nine dispatches a substep, each with a few microseconds of its own.
#include "12_cloth/slots.h"

layout(local_size_x = GROUP_X, local_size_y = GROUP_Y) in;

layout(std430, binding = POSITIONS) restrict buffer Positions { vec4 positions[]; };
layout(std430, binding = CUTS) restrict readonly buffer Cuts { uint cuts[]; };
layout(location = COLOUR) uniform int colour; // 1 to 7; colour 0 is in first.comp

#include "12_cloth/cloth.glsl"
#include "12_cloth/link.glsl"

// Every second column of cells; for the links that go straight down, every second row.
ivec2 cell_of(ivec2 id, int direction)
{
    return direction == 1 ? ivec2(id.x, 2 * id.y + (colour & 1)) : ivec2(2 * id.x + (colour & 1), id.y);
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
