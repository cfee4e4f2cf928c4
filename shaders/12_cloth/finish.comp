#version 430 core
// The end of a substep, every particle on its own: tethers, ball, floor, and what velocity that makes.
// Limit: memory; three vectors are read, and two written.
#include "12_cloth/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = POSITIONS) restrict buffer Positions { vec4 positions[]; };
layout(std430, binding = PREDICTED) restrict readonly buffer Predicted { vec4 predicted[]; };
layout(std430, binding = VELOCITIES) restrict buffer Velocities { vec4 velocities[]; };
layout(std430, binding = CUTS) restrict readonly buffer Cuts { uint cuts[]; };
layout(location = SUBSTEP) uniform int substep;

#include "12_cloth/cloth.glsl"
#include "12_cloth/motion.glsl"

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= uint(size.x * size.y)) return;
    vec4 x = positions[i];
    if (x.w <= 0.0) return; // pinned: others read where it is, and it is where it was
    ivec2 p = ivec2(i % uint(size.x), i / uint(size.x));
    uint lost = tear > 0.0 ? cuts[i] >> LINKS : 0u;
    for (int t = 0; t < tethers; t++) {
        ivec2 pin = pin_of(p, t);
        if ((lost >> t & 1u) == 0u) x.xyz = tether(x.xyz, p, pin, positions[number_of(pin)]);
    }
    vec3 v = velocities[i].xyz, from = predicted[i].xyz;
    x.xyz = collide(x.xyz, from, v, substep);
    positions[i] = x;
#if OLD_VELOCITY // BROKEN: the velocity of the prediction, as if no link had pulled
    velocities[i] = vec4(v * keep, 0.0);
#else
    velocities[i] = vec4(velocity_of(x.xyz, from, v), 0.0);
#endif
}
