#version 430 core
// The second task's last dispatch: moves those in the list, and notes how many groups it had.
// Limit: slots visited in whatever order the list came to be.
#include "08_indirect/slots.h"

layout(local_size_x = GROUP) in;

#include "08_indirect/particle.glsl"
#include "08_indirect/commands.glsl"
#include "08_indirect/invocation.glsl"
#include "08_indirect/move.glsl"

layout(std430, binding = POOL) restrict buffer Pool { Particle pool[]; };
layout(std430, binding = LIVING) restrict readonly buffer Living { uint living[]; };
layout(std430, binding = COMMANDS) restrict buffer Now { Commands now; };

void main()
{
    uint i = invocation();
    if (i == 0u) now.finished = gl_NumWorkGroups.x * gl_NumWorkGroups.y * gl_NumWorkGroups.z;
    if (i >= now.living) return;
    uint slot = living[i];
    Particle p = pool[slot];
    move(p);
    pool[slot] = p;
}
