#version 430 core
// Before particles add to the corners: zero at all of them.
// Limit: memory: 20 bytes a corner.
layout(local_size_x = GROUP) in;

#include "15_surface/slots.h"

layout(std430, binding = COLOURS) restrict writeonly buffer Colours { uint colours[]; };
layout(std430, binding = SLOPES) restrict writeonly buffer Slopes { ivec4 slopes[]; };
#include "surface/commands.glsl"
layout(std430, binding = COMMANDS) restrict readonly buffer TheCommands { Commands commands; };

#include "surface/surface.glsl"

void main()
{
    uint i = group_number() * GROUP + gl_LocalInvocationIndex;
    if (i >= min(commands.corners, room.x)) return;
    colours[i] = 0u;
    slopes[i] = ivec4(0);
}
