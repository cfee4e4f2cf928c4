#version 430 core
// The sums of all groups, in one group and in a fixed order: one entry of the history.
#include "14_galaxy/slots.h"

layout(local_size_x = GROUP) in;

#include "reduce/group.glsl"

layout(location = COUNT) uniform uint count;
layout(location = ENTRY) uniform uint entry;
layout(std430, binding = ENERGIES) restrict readonly buffer Energies { vec4 energies[]; };
layout(std430, binding = HISTORY_ENTRIES) restrict writeonly buffer History { vec4 history[]; };

void main()
{
    vec4 mine = vec4(0.0);
    for (uint i = gl_LocalInvocationIndex; i < count; i += GROUP) mine += energies[i];
    vec4 sum = group_sum(mine);
    if (gl_LocalInvocationIndex == 0u) history[entry] = sum;
}
