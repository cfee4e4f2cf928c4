#version 430 core
// How crowded is it, if walls are mirrors? What its images see counts, too.
layout(local_size_x = PLANE_GROUP) in;

#include "09_sph/slots.h"
#include "09_sph/plane/plane.glsl"
#include "09_sph/plane/images.glsl"

layout(std430, binding = PLANE_POSITIONS) restrict readonly buffer Positions { vec2 positions[]; };
layout(std430, binding = PLANE_CROWDS) restrict writeonly buffer Crowds { float crowds[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= count) return;
    precise float crowd = 0.0;
    for (uint k = 0u; k < 4u; k++) {
        vec2 here = image(positions[i], k);
        if (!is_near(here)) continue;
        for (uint j = 0u; j < count; j++) crowd += weight(distance(here, positions[j]));
    }
    crowds[i] = crowd;
}
