// The first dispatch of a frame: gives birth to particles, appends them to the list of the living, and
// writes the commands for the second. The including shader says how many groups, and whether there are
// births at all: uvec3 groups_for(uint count) and uint births_now().
#include "08_indirect/slots.h"

layout(local_size_x = GROUP) in;

#include "08_indirect/particle.glsl"
#include "08_indirect/commands.glsl"
#include "08_indirect/invocation.glsl"
#include "08_indirect/birth.glsl"

layout(std430, binding = POOL) restrict writeonly buffer Pool { Particle pool[]; };
layout(std430, binding = LIVING) restrict writeonly buffer Living { uint living[]; };
layout(std430, binding = COMMANDS) restrict readonly buffer Now { Commands now; };
layout(std430, binding = NEXT_COMMANDS) restrict writeonly buffer Next { Commands next; };

uvec3 groups_for(uint count);
uint births_now();

void main()
{
    uint j = invocation(), born = births_now();
    uint listed = now.living + born; // those who outlived the last frame, and then the newborn
    if (j == 0u) {
        uvec3 groups = groups_for(listed);
        // `living` counts up from 0 as the second dispatch finds the survivors.
        next = Commands(groups.x, groups.y, groups.z, listed, 4u, 0u, 0u, 0u, 0u, uint[](0u, 0u, 0u));
    }
    if (j >= born) return;

    uint slot = birth_slot(j);
    pool[slot] = birth(first + j);
    living[now.living + j] = slot;
}
