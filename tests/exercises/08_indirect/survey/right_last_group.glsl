layout(local_size_x = GROUP) in;

#include "08_indirect/particle.glsl"
#include "08_indirect/commands.glsl"
#include "08_indirect/invocation.glsl"

layout(std430, binding = 0) restrict readonly buffer Pool { Particle pool[]; };
layout(std430, binding = 1) restrict writeonly buffer Living { uint living[]; };
layout(std430, binding = 3) coherent restrict buffer Now { Commands now; };
layout(location = 0) uniform uint slots;

void main()
{
    uint slot = invocation();
    if (slot < slots) {
        Particle p = pool[slot];
        if (is_alive(p)) living[atomicAdd(now.living, 1u)] = slot;
    }
    barrier(); // the group has counted
    if (gl_LocalInvocationIndex != 0u) return;
    memoryBarrierBuffer();
    uint all = gl_NumWorkGroups.x * gl_NumWorkGroups.y;
    if (atomicAdd(now.spare[0], 1u) != all - 1u) return; // others still count
    uint count = atomicAdd(now.living, 0u), groups = (count + uint(GROUP) - 1u) / uint(GROUP);
    now.groups_x = min(groups, uint(LIMIT));
    now.groups_y = (groups + uint(LIMIT) - 1u) / uint(LIMIT);
    now.spare[0] = 0u;
}
