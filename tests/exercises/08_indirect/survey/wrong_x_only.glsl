// says: expected
layout(local_size_x = GROUP) in;

#include "08_indirect/particle.glsl"
#include "08_indirect/commands.glsl"
#include "08_indirect/invocation.glsl"

layout(std430, binding = 0) restrict readonly buffer Pool { Particle pool[]; };
layout(std430, binding = 1) restrict writeonly buffer Living { uint living[]; };
layout(std430, binding = 3) restrict buffer Now { Commands now; };
layout(location = 0) uniform uint slots;

void main()
{
    uint slot = gl_GlobalInvocationID.x;
    if (slot >= slots) return;
    Particle p = pool[slot];
    if (!is_alive(p)) return;
    uint place = atomicAdd(now.living, 1u);
    living[place] = slot;
    if (place % uint(GROUP) != 0u) return;
    uint group = place / uint(GROUP);
    atomicMax(now.groups_x, min(group + 1u, uint(LIMIT)));
    atomicMax(now.groups_y, group / uint(LIMIT) + 1u);
}
