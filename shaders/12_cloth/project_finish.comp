#version 430 core
// The project's third kernel, once a substep, one invocation for each particle: out of the ball, and what
// velocity that makes. Below, the page is blank.
#include "12_cloth/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = POSITIONS) restrict buffer Positions { vec4 positions[]; };
layout(std430, binding = VELOCITIES) restrict buffer Velocities { vec4 velocities[]; };
layout(std430, binding = PREDICTED) restrict buffer Predicted { vec4 predicted[]; };
layout(location = SUBSTEP) uniform int substep; // from 0; the ball is at ball.xyz + (substep + 1) * ball_step

#include "12_cloth/cloth.glsl"

void main()
{
}
