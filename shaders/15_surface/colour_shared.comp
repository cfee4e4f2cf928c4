#version 430 core
// The colour with a block's particles in shared memory: a work group for each listed block, an
// invocation for each of its corners. Together they load what may be near any of them, a tile at a
// time, and each goes through all of it.
// Limit: arithmetic: a corner looks at the particles of (2 K + 3)^3 cells, where (2 K)^3 would do.
layout(local_size_x = BLOCK) in;

#include "15_surface/slots.h"

layout(std430, binding = STARTS) restrict readonly buffer Starts { uint starts[]; };
layout(std430, binding = SORTED_POSITIONS) restrict readonly buffer SortedPositions { vec4 sorted_positions[]; };
layout(std430, binding = LIST) restrict readonly buffer List { uint list[]; };
layout(std430, binding = BLOCK_MASKS) restrict readonly buffer Masks { uvec2 masks[]; };
layout(std430, binding = CORNER_STARTS) restrict readonly buffer CornerStarts { uint corner_starts[]; };
layout(std430, binding = COLOURS) restrict writeonly buffer Colours { uint colours[]; };
layout(std430, binding = SLOPES) restrict writeonly buffer Slopes { ivec4 slopes[]; };
#include "surface/commands.glsl"
layout(std430, binding = COMMANDS) restrict readonly buffer TheCommands { Commands commands; };

#include "surface/surface.glsl"
#include "surface/kernel.glsl"

shared vec3 tile[BLOCK];

void main()
{
    uint number = group_number(), me = gl_LocalInvocationIndex;
    bool works = number < commands.blocks; // the same for the whole group
    uint block = list[works ? number : 0u];
    ivec3 first = SIDE * block_at(block), corner = first + place_of(me);
    vec3 place = corner_position(corner);
    uint colour = 0u;
    ivec3 slope = ivec3(0);
    ivec3 low = max(first - CELLS, ivec3(0)), high = min(first + SIDE - 1 + CELLS, grid_size) - 1;
    for (int z = low.z; z <= high.z; z++)
        for (int y = low.y; y <= high.y; y++) {
            uint row = cell_index(ivec3(0, y, z)), end = starts[row + uint(high.x) + 1u];
            for (uint slot = starts[row + uint(low.x)]; slot < end; slot += BLOCK) {
                if (slot + me < end) tile[me] = sorted_positions[slot + me].xyz;
                barrier(); // the tile is there
                for (uint k = 0u; k < min(uint(BLOCK), end - slot); k++) {
                    Contribution c = contribution_of(tile[k], place);
                    colour = min(colour + c.colour, MOST_COLOUR);
                    slope += c.slope;
                }
                barrier(); // all have read it
            }
        }
    uvec2 mask = masks[MASKS * block + CORNERS];
    uint at = corner_starts[block] + ones_below(mask, me);
    if (!works || !has(mask, me) || at >= room.x) return;
    colours[at] = colour;
    slopes[at] = ivec4(slope, colour);
}
