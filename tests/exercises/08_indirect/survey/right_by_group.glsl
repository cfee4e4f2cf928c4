layout(local_size_x = GROUP) in;

#include "08_indirect/particle.glsl"
#include "08_indirect/commands.glsl"
#include "08_indirect/invocation.glsl"

layout(std430, binding = 0) restrict readonly buffer Pool { Particle pool[]; };
layout(std430, binding = 1) restrict writeonly buffer Living { uint living[]; };
layout(std430, binding = 3) restrict buffer Now { Commands now; };
layout(location = 0) uniform uint slots;

shared uint found, first;

void main()
{
    if (gl_LocalInvocationIndex == 0u) found = 0u;
    barrier();
    uint slot = invocation(), within = 0u;
    bool lives = slot < slots;
    if (lives) lives = is_alive(pool[slot]);
    if (lives) within = atomicAdd(found, 1u);
    barrier();
    if (gl_LocalInvocationIndex == 0u && found > 0u) {
        first = atomicAdd(now.living, found);
        uint groups = (first + found - 1u) / uint(GROUP) + 1u; // so many by now
        atomicMax(now.groups_x, min(groups, uint(LIMIT)));
        atomicMax(now.groups_y, (groups - 1u) / uint(LIMIT) + 1u);
    }
    barrier();
    if (lives) living[first + within] = slot;
}
