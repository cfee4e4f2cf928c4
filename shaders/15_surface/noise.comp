#version 430 core
// Not the particles' colour: one by chance at each corner, from 0 to 1, so that all 256 cases come up.
// The corners at the border are outside, so that the surface is closed. The slope is upwards everywhere.
#include "surface/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = SURFACE_CORNER_LIST) restrict readonly buffer CornerList { uint corner_list[]; };
layout(std430, binding = SURFACE_COLOURS) restrict writeonly buffer Colours { uint colours[]; };
layout(std430, binding = SURFACE_SLOPES) restrict writeonly buffer Slopes { ivec4 slopes[]; };
#include "surface/commands.glsl"
layout(std430, binding = SURFACE_COMMANDS) restrict readonly buffer TheCommands { Commands commands; };

#include "random/random.glsl"
#include "surface/surface.glsl"

void main()
{
    uint i = group_number() * GROUP + gl_LocalInvocationIndex;
    if (i >= min(commands.corners, room.x)) return;

    uint id = corner_list[i];
    ivec3 corner = SIDE * block_at(id / BLOCK) + place_of(id % BLOCK);
    bool at_border = any(lessThan(corner, ivec3(2))) || any(greaterThan(corner, grid_size - 2));
    uint colour = at_border ? 0u : hash(id) >> 10;
    colours[i] = colour;
    slopes[i] = ivec4(0, 1 << 18, 0, colour);
}
