#version 430 core
// `one_dispatch`: births and moves in one dispatch, whose last work group writes the commands for the next.
// No group can know that it will be the last; so each signs off when it is done, and the one that finds
// that all others have signed before it closes the frame.
// Limit: starting and ending this one dispatch; and a group that always runs, to write the commands.
#include "08_indirect/slots.h"

layout(local_size_x = GROUP) in;

#include "08_indirect/particle.glsl"
#include "08_indirect/commands.glsl"
#include "08_indirect/invocation.glsl"
#include "08_indirect/birth.glsl"
#include "08_indirect/move.glsl"
#include "08_indirect/groups.glsl"

layout(std430, binding = POOL) restrict buffer Pool { Particle pool[]; };
layout(std430, binding = LIVING) restrict readonly buffer Living { uint living[]; };
layout(std430, binding = NEXT_LIVING) restrict writeonly buffer NextLiving { uint next_living[]; };
layout(std430, binding = COMMANDS) restrict buffer Now { Commands now; };
layout(std430, binding = NEXT_COMMANDS) coherent restrict buffer Next { Commands next; }; // groups read others' words
layout(location = NEXT_BIRTHS) uniform uint next_births; // in the next frame

#include "08_indirect/append_group.glsl"

// The commands for the next dispatch. `now` is what the frame after that counts up from 0.
void write_commands()
{
    next.listed = atomicAdd(next.living, 0u) + next_births;
    uvec3 groups = max(groups_for(next.listed), uvec3(1u));
    next.groups_x = groups.x;
    next.groups_y = groups.y;
    next.groups_z = groups.z;
    now.living = 0u;
    now.finished = 0u;
}

void main()
{
    uint i = invocation(), survivors_before = now.living, slot = 0u;
    bool lives = false;
    if (i < now.listed) {
        Particle p;
        if (i < survivors_before) {
            slot = living[i];
            p = pool[slot];
        } else {
            slot = birth_slot(i - survivors_before);
            p = birth(first + i - survivors_before);
        }
        lives = move(p);
        pool[slot] = p;
    }
    uint place = take_place(lives);
    if (lives) next_living[place] = slot;

    // The invocation that has added the group's survivors to the count signs off, in this order.
    if (gl_LocalInvocationID.x == 0u) {
        memoryBarrierBuffer();
        uint groups = gl_NumWorkGroups.x * gl_NumWorkGroups.y;
        if (atomicAdd(next.finished, 1u) == groups - 1u) {
            memoryBarrierBuffer(); // what the others have done before they signed off comes before what follows
            write_commands();
        }
    }
}
