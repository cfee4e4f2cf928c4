#version 430 core
// The plane's particles as discs, coloured by how crowded they are, or by ink.
#include "09_sph/slots.h"

layout(std430, binding = PLANE_POSITIONS) restrict readonly buffer Positions { vec2 positions[]; };
layout(std430, binding = PLANE_CROWDS) restrict readonly buffer Crowds { float crowds[]; }; // or inks
layout(location = DISC_PLACING) uniform vec4 placing; // lower left corner in pixels; pixels a metre; a disc's radius in pixels
layout(location = DISC_PICTURE) uniform vec4 picture; // its viewport: x, y, width, height
layout(location = DISC_LOOK) uniform int look;

flat out vec3 colour;
flat out vec3 disc; // middle and radius, in pixels

const vec3 SAND = vec3(0.80, 0.70, 0.52), THIN = vec3(0.13, 0.22, 0.42), REST = vec3(0.22, 0.60, 0.86), FULL = vec3(0.98, 0.95, 0.88),
           HOT = vec3(0.96, 0.42, 0.20), RED = vec3(0.92, 0.28, 0.30);

vec3 of_crowd(float crowd)
{
    vec3 below = mix(THIN, REST, clamp((crowd - 0.3) / 0.7, 0.0, 1.0));
    vec3 above = mix(below, FULL, clamp((crowd - 1.0) / 0.06, 0.0, 1.0));
    return mix(above, HOT, clamp((crowd - 1.06) / 0.3, 0.0, 1.0));
}

void main()
{
    vec2 place = placing.xy + placing.z * positions[gl_VertexID];
    disc = vec3(place + picture.xy, placing.w);
    gl_Position = vec4(place / picture.zw * 2.0 - 1.0, 0.0, 1.0);
    gl_PointSize = 2.0 * placing.w + 1.0; // the fragment shader rounds it off
    colour = SAND;
    if (look == DISC_CROWD) colour = of_crowd(crowds[gl_VertexID]);
    if (look == DISC_INK) colour = mix(REST, RED, clamp(crowds[gl_VertexID], 0.0, 1.0));
}
