#version 430 core
// How crowded is it around each particle? Every particle asks every other.
layout(local_size_x = PLANE_GROUP) in;

#include "09_sph/slots.h"
#include "09_sph/plane/plane.glsl"

layout(std430, binding = PLANE_POSITIONS) restrict readonly buffer Positions { vec2 positions[]; };
layout(std430, binding = PLANE_CROWDS) restrict writeonly buffer Crowds { float crowds[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= count) return;
    precise float crowd = 0.0;
    for (uint j = 0u; j < count; j++) // the particle itself, too
        crowd += weight(distance(positions[i], positions[j]));
    crowds[i] = crowd;
}
