#version 430 core
// A soft dot. What is below the water's surface is the fainter the more water is in front of it.
#include "water/physics.glsl"
#include "water/view/eye.glsl"
#include "water/view/surface.glsl"
#include "13_foam/slots.h"
layout(location = COVERED) uniform int covered; // 1: by the water
in vec2 on_disc;
flat in float far;
flat in vec4 colour;
layout(location = 0) out vec4 pixel;

const float THROUGH = 0.75; // m of water, which leave a third of it
const float AT_SURFACE = 1.5; // in margins
const vec3 TINT = vec3(0.30, 0.72, 0.85); // white, through much water

void main()
{
    float inside = 1.0 - dot(on_disc, on_disc), near = nearness_at(ivec2(gl_FragCoord.xy));
    if (inside <= 0.0) discard;
    float below = near > 0.0 && covered != 0 ? max(far - 1.0 / near - AT_SURFACE * margin, 0.0) : 0.0;
    float left = exp(-below / THROUGH);
    pixel = vec4(colour.rgb * mix(TINT, vec3(1.0), left), colour.a * inside * left);
}
