#version 430 core
// `listed`, after the scan: the living in the order of their slots, and the command that moves them.
#include "13_foam/slots.h"

layout(local_size_x = GROUP) in;

#include "13_foam/foam.glsl"
layout(std430, binding = FLAGS) restrict readonly buffer Flags { uint flags[]; };
layout(std430, binding = RANKS) restrict readonly buffer Ranks { uint ranks[]; }; // living before the slot
layout(std430, binding = LIST) restrict writeonly buffer Living { uint listed, living[]; };
layout(std430, binding = COMMANDS) restrict writeonly buffer Commands { uint groups[4]; }; // three of them count

void main()
{
    uint slot = gl_GlobalInvocationID.x;
    if (slot >= pool) return;
    if (flags[slot] == 1u) living[ranks[slot]] = slot;
    if (slot < pool - 1u) return;
    uint count = ranks[slot] + flags[slot];
    listed = count;
    groups[0] = max((count + uint(TEAMS) - 1u) / uint(TEAMS), 1u); // at least one: it turns the ring's head
    groups[1] = 1u;
    groups[2] = 1u;
}
