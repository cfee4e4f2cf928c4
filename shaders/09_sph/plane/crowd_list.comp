#version 430 core
// The crowd with walls, of those in the list.
layout(local_size_x = PLANE_GROUP) in;

#include "09_sph/slots.h"
#include "09_sph/plane/plane.glsl"
#include "09_sph/plane/images.glsl"
#include "09_sph/plane/asked.glsl"

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
        for (uint n = 0u; n < asked(i); n++) crowd += weight(distance(here, positions[neighbour(i, n)]));
    }
    crowds[i] = crowd;
}
