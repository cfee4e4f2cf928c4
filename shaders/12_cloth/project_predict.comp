#version 430 core
// The project's first kernel, once a substep, one invocation for each particle: gravity, wind, and where the
// particle would be without links. cloth.glsl has the numbers. Below, the page is blank.
#include "12_cloth/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = POSITIONS) restrict buffer Positions { vec4 positions[]; }; // w: inverse mass; 0: pinned
layout(std430, binding = VELOCITIES) restrict buffer Velocities { vec4 velocities[]; };
layout(std430, binding = PREDICTED) restrict buffer Predicted { vec4 predicted[]; }; // yours: no other kernel reads it
layout(std430, binding = AIR) restrict readonly buffer Air { vec4 air[]; };          // x, y, z: the cloth's normal

#include "12_cloth/cloth.glsl"

void main()
{
}
