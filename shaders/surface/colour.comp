#version 430 core
// Surface, 6 of 9: the colour at each listed corner, and its slope: one loop over the particles that
// may be near, (2 K)^2 rows of 2 K cells.
// Limit: reads each particle for every corner that it is near; about half of those that are looked at
// are further away than R.
#include "surface/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = SURFACE_STARTS) restrict readonly buffer Starts { uint starts[]; };
layout(std430, binding = SURFACE_SORTED_POSITIONS) restrict readonly buffer SortedPositions { vec4 sorted_positions[]; };
layout(std430, binding = SURFACE_CORNER_LIST) restrict readonly buffer CornerList { uint corner_list[]; };
layout(std430, binding = SURFACE_COLOURS) restrict writeonly buffer Colours { uint colours[]; };
layout(std430, binding = SURFACE_SLOPES) restrict writeonly buffer Slopes { ivec4 slopes[]; };
#include "surface/commands.glsl"
layout(std430, binding = SURFACE_COMMANDS) restrict readonly buffer TheCommands { Commands commands; };

#include "surface/surface.glsl"
#include "surface/kernel.glsl"

void main()
{
    uint i = group_number() * GROUP + gl_LocalInvocationIndex;
    if (i >= min(commands.corners, room.x)) return;

    uint id = corner_list[i];
    ivec3 corner = SIDE * block_at(id / BLOCK) + place_of(id % BLOCK);
    ivec3 low = max(corner - CELLS, ivec3(0)), high = min(corner + CELLS, grid_size) - 1;
    vec3 place = corner_position(corner);
    uint colour = 0u;
    ivec3 slope = ivec3(0);
    for (int z = low.z; z <= high.z; z++)
        for (int y = low.y; y <= high.y; y++) {
            uint row = cell_index(ivec3(0, y, z)), end = starts[row + uint(high.x) + 1u];
            for (uint slot = starts[row + uint(low.x)]; slot < end; slot++) {
                Contribution c = contribution_of(sorted_positions[slot].xyz, place);
                colour = min(colour + c.colour, MOST_COLOUR);
                slope += c.slope;
            }
        }
    colours[i] = colour;
    slopes[i] = ivec4(slope, colour);
}
