#version 430 core
// The picture: the floor of the pond in the light that the water sends there.
#include "16_fields/slots.h"
layout(binding = NOW) uniform sampler2D now;
layout(binding = SUNLIT) uniform usampler2D light;

#include "draw/cells.glsl"

vec3 cell_colour(ivec2 p)
{
    float ray = float(texelFetch(light, p, 0).x) / 65536.0, depth = 1.0 - 0.12 * texelFetch(now, p, 0).x;
    vec3 colour = vec3(0.06, 0.38, 0.44) * depth * (0.35 + 0.65 * ray) + vec3(0.42, 0.40, 0.26) * max(ray - 1.15, 0.0);
    return clamp(colour, 0.0, 1.0);
}
