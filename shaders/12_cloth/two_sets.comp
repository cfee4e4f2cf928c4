#version 430 core
// BROKEN: two sets of cells like the fields of a chessboard, each with all four links of its cells. Links of
// one set still share particles, and one of two corrections of the same particle is lost.
#include "12_cloth/slots.h"

layout(local_size_x = GROUP_X, local_size_y = GROUP_Y) in;

layout(std430, binding = POSITIONS) restrict buffer Positions { vec4 positions[]; };
layout(std430, binding = CUTS) restrict readonly buffer Cuts { uint cuts[]; };
layout(location = ODD) uniform int odd;

#include "12_cloth/cloth.glsl"
#include "12_cloth/link.glsl"

void main()
{
    ivec2 cell = ivec2(gl_GlobalInvocationID.xy);
    cell.x = 2 * cell.x + ((cell.y + odd) & 1);
    for (int direction = 0; direction < LINKS; direction++) {
        if (!is_link(cell, direction) || is_cut(cuts[number_of(cell)], direction)) continue;
        uint i = number_of(cell + first_of(direction)), j = number_of(cell + second_of(direction));
        vec4 a = positions[i], b = positions[j];
        pull(a, b, rest_of(direction));
        positions[i] = a;
        positions[j] = b;
    }
}
