#version 430 core
// From the sum of all light to a picture: a soft glow around what is bright, from the smaller copies of
// the picture (mipmaps), and a curve that lets bright places turn white instead of cutting them off.
#include "08_indirect/slots.h"
#include "draw/slots.h"

layout(binding = DRAW_LIGHT) uniform sampler2D light;
layout(location = PICTURE_SIZE) uniform vec2 picture_size;
layout(location = HORIZON) uniform float horizon; // its height in the picture, from 0 to 1
layout(location = 0) out vec4 pixel;

#include "draw/glow.glsl"

vec3 background(vec2 at)
{
    float below = max(horizon - at.y, 0.0), above = max(at.y - horizon, 0.0);
    vec3 sky = mix(vec3(0.046, 0.052, 0.080), vec3(0.018, 0.020, 0.032), min(above * 1.6, 1.0));
    vec3 water = mix(vec3(0.040, 0.046, 0.066), vec3(0.014, 0.016, 0.024), min(below * 1.5, 1.0));
    return mix(water, sky, smoothstep(-0.004, 0.004, at.y - horizon));
}

void main()
{
    vec2 at = gl_FragCoord.xy / picture_size;
    vec3 sum = texelFetch(light, ivec2(gl_FragCoord.xy), 0).rgb;
    sum += 0.10 * blurred(2.0) + 0.09 * blurred(4.0) + 0.07 * blurred(6.0);
    vec3 shown = 1.0 - exp(-sum);
    pixel = vec4(background(at) * (1.0 - shown) + pow(shown, vec3(0.80)), 1.0);
}
