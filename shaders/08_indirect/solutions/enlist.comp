#version 430 core
// Task: into the next list. There is one invocation for each particle in this frame's list. Who lives on goes into
// the next frame's, on a place of its own and without gaps, in whatever order; next.living, 0 at first, is how many
// they are in the end, and OpenGL draws as many. Change the line in the gap, then run: ./wb check 8.enlist
#include "08_indirect/slots.h"

layout(local_size_x = GROUP) in;

#include "08_indirect/particle.glsl"
#include "08_indirect/commands.glsl"
#include "08_indirect/invocation.glsl"
#include "08_indirect/move.glsl"

layout(std430, binding = POOL) restrict buffer Pool { Particle pool[]; };
layout(std430, binding = LIVING) restrict readonly buffer Living { uint living[]; };
layout(std430, binding = NEXT_LIVING) restrict writeonly buffer NextLiving { uint next_living[]; };
layout(std430, binding = NEXT_COMMANDS) restrict buffer Next { Commands next; };

void main()
{
    uint i = invocation();
    if (i >= next.listed) return;
    uint slot = living[i];
    Particle p = pool[slot];
    bool lives = move(p);
    pool[slot] = p;
    // --- your lines from here ---
    if (lives) next_living[atomicAdd(next.living, 1u)] = slot;
    // --- to here ---
}

// --- as shipped ---
//     if (lives) next_living[i] = slot; // a start: its place in this list
