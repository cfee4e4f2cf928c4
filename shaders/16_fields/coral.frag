#version 430 core
// The picture: the second substance, from a dark sea over coral to bone.
#include "16_fields/slots.h"
layout(binding = NOW) uniform sampler2D now;

#include "draw/cells.glsl"

vec3 cell_colour(ivec2 p)
{
    const vec3 stops[4] = vec3[](vec3(0.03, 0.06, 0.13), vec3(0.10, 0.33, 0.42), vec3(0.93, 0.45, 0.33), vec3(1.0, 0.95, 0.84));
    float x = clamp(texelFetch(now, p, 0).y * 7.5, 0.0, 2.999);
    int i = int(x);
    return mix(stops[i], stops[i + 1], fract(x));
}
