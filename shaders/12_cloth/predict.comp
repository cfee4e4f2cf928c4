#version 430 core
// Every particle on its own: where it would be without links.
// Limit: memory; three vectors are read, and three written.
#include "12_cloth/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = POSITIONS) restrict buffer Positions { vec4 positions[]; };
layout(std430, binding = PREDICTED) restrict writeonly buffer Predicted { vec4 predicted[]; };
layout(std430, binding = VELOCITIES) restrict buffer Velocities { vec4 velocities[]; };
layout(std430, binding = AIR) restrict readonly buffer Air { vec4 air[]; };

#include "12_cloth/cloth.glsl"
#include "12_cloth/motion.glsl"

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= uint(size.x * size.y)) return;
    vec4 x = positions[i];
    vec3 v = velocities[i].xyz;
    predict(x, v, air[i]);
    predicted[i] = positions[i] = x;
    velocities[i] = vec4(v, 0.0);
}
