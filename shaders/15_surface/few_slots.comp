#version 430 core
// Broken: a cell holds eight particles; the ninth is forgotten. So it is where the grid is an
// array of eight slots a cell. In water that is pressed together, there are up to 15.
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

const uint SLOTS = 8u;

void main()
{
    uint i = group_number() * GROUP + gl_LocalInvocationIndex;
    if (i >= min(commands.corners, room.x)) return;

    uint id = corner_list[i];
    ivec3 corner = SIDE * block_at(id / BLOCK) + place_of(id % BLOCK);
    vec3 place = corner_position(corner);
    uint colour = 0u;
    ivec3 slope = ivec3(0);
    for (int k = 0; k < 8 * CELLS * CELLS * CELLS; k++) {
        ivec3 cell = corner - CELLS + ivec3(k, k / (2 * CELLS), k / (4 * CELLS * CELLS)) % (2 * CELLS);
        if (!is_cell(cell)) continue;
        uint from = starts[cell_index(cell)], to = min(starts[cell_index(cell) + 1u], from + SLOTS);
        for (uint slot = from; slot < to; slot++) {
            Contribution c = contribution_of(sorted_positions[slot].xyz, place);
            colour = min(colour + c.colour, MOST_COLOUR);
            slope += c.slope;
        }
    }
    colours[i] = colour;
    slopes[i] = ivec4(slope, colour);
}
