#version 430 core
// `scan`, last dispatch: a survivor goes to the place that the scan found, which is how many before
// it live on. The list stays in the order of birth.
// Limit: as many dispatches as a scan takes, and two more.
#include "08_indirect/slots.h"

layout(local_size_x = GROUP) in;

#include "08_indirect/commands.glsl"
#include "08_indirect/invocation.glsl"

layout(std430, binding = LIVING) restrict readonly buffer Living { uint living[]; };
layout(std430, binding = NEXT_LIVING) restrict writeonly buffer NextLiving { uint next_living[]; };
layout(std430, binding = NEXT_COMMANDS) restrict buffer Next { Commands next; };
layout(std430, binding = FLAGS) restrict readonly buffer Flags { uint flags[]; };
layout(std430, binding = PLACES) restrict readonly buffer Places { uint places[]; };

void main()
{
    uint i = invocation();
    if (i >= next.listed) return;
    if (flags[i] == 1u) next_living[places[i]] = living[i];
    if (i == next.listed - 1u) next.living = places[i] + flags[i];
}
