#version 430 core
// BROKEN: links as springs of 1,000,000 N/m, which is what stiff cloth would be, and a force in each. A
// step may be no longer than 2 sqrt(m / 8 k), some millionths of a second; this one is a hundred times that.
#include "12_cloth/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = VELOCITIES) restrict buffer Velocities { vec4 velocities[]; };
layout(std430, binding = NEXT_POSITIONS) restrict writeonly buffer NextPositions { vec4 next_positions[]; };

#include "12_cloth/cloth.glsl"

const float STIFFNESS = 1e6;

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= uint(size.x * size.y)) return;
    ivec2 p = ivec2(i % uint(size.x), i / uint(size.x));
    vec4 own = positions[i];
    vec3 force = vec3(0.0);
    for (int k = 0; k < 2 * LINKS; k++) {
        int direction = k >> 1;
        ivec2 mine = (k & 1) == 0 ? first_of(direction) : second_of(direction);
        ivec2 theirs = (k & 1) == 0 ? second_of(direction) : first_of(direction), cell = p - mine;
        if (!is_link(cell, direction)) continue;
        vec3 d = positions[number_of(cell + theirs)].xyz - own.xyz;
        float length = length_of(d);
        force += STIFFNESS * (length - rest_of(direction)) / length * d;
    }
    vec3 v = keep * (velocities[i].xyz + own.w * time_step * force - vec3(0.0, fall, 0.0));
    if (own.w <= 0.0) v = vec3(0.0);
    velocities[i] = vec4(v, 0.0);
    next_positions[i] = vec4(own.xyz + time_step * v, own.w);
}
