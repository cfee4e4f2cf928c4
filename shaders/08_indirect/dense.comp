#version 430 core
// `dense`: the living themselves lie side by side. Each survivor is written to the next free place
// of the other array, so that neighbours read and write neighbouring memory, and no list says where.
// The commands for the next frame are written first, not last: it is not known yet which die in this frame,
// so they count all, and a few invocations of the next frame find nothing to do.
// Limit: a group can write nothing before the atomic has told it where; the order is another in each run.
#include "08_indirect/slots.h"

layout(local_size_x = GROUP) in;

#include "08_indirect/particle.glsl"
#include "08_indirect/commands.glsl"
#include "08_indirect/invocation.glsl"
#include "08_indirect/birth.glsl"
#include "08_indirect/move.glsl"
#include "08_indirect/groups.glsl"

layout(std430, binding = PARTICLES) restrict readonly buffer Particles { Particle particles[]; };
layout(std430, binding = NEXT_PARTICLES) restrict writeonly buffer NextParticles { Particle next_particles[]; };
layout(std430, binding = COMMANDS) restrict readonly buffer Now { Commands now; };
layout(std430, binding = NEXT_COMMANDS) restrict buffer Next { Commands next; };
layout(std430, binding = LATER_COMMANDS) restrict writeonly buffer Later { Commands later; };
layout(location = NEXT_BIRTHS) uniform uint next_births; // in the next frame

#include "08_indirect/append_group.glsl"

// The commands for the next frame, in which there are no more than `most`. And the count that it adds up
// from 0, which is a third one: `now` is still being read by other groups.
void write_commands(uint most)
{
    uvec3 groups = max(groups_for(most), uvec3(1u));
    next.listed = most;
    next.groups_x = groups.x;
    next.groups_y = groups.y;
    next.groups_z = groups.z;
    later.living = 0u;
}

void main()
{
    uint i = invocation(), survivors_before = now.living, listed = survivors_before + births;
    if (i == 0u) write_commands(listed + next_births);
    Particle p;
    bool lives = false;
    if (i < listed) {
        if (i < survivors_before)
            p = particles[i];
        else
            p = birth(first + i - survivors_before);
        lives = move(p);
    }
    uint place = take_place(lives);
    if (lives) next_particles[place] = p;
}
