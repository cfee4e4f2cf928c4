#version 430 core
// From the sum of all light to a picture: soft light around what is bright, and the logarithm of it all,
// because the middle is ten thousand times as bright as the edge.
#include "14_galaxy/slots.h"
#include "draw/slots.h"

layout(binding = DRAW_LIGHT) uniform sampler2D light;
layout(location = PICTURE_SIZE) uniform vec2 picture_size;
layout(location = GLOW) uniform float glow;
layout(location = 0) out vec4 pixel;

#include "draw/glow.glsl"

void main()
{
    vec2 at = gl_FragCoord.xy / picture_size;
    vec3 sum = texelFetch(light, ivec2(gl_FragCoord.xy), 0).rgb;
    sum = 0.55 * sum + 0.45 * blurred(1.0);
    sum += glow * (0.30 * blurred(2.0) + 0.20 * blurred(4.0) + 0.12 * blurred(6.0));
    float bright = max(sum.r, max(sum.g, sum.b));
    float shown = log(1.0 + 6.0 * bright) / log(1.0 + 6.0 * 60.0); // 60 is white
    shown = shown * (0.45 + 0.62 * shown); // and darker where it is dark
    vec3 hue = sum / max(bright, 1e-6);
    hue = mix(hue, vec3(1.0), smoothstep(0.75, 1.15, shown) * 0.85); // what is very bright looks white
    vec3 sky = mix(vec3(0.012, 0.014, 0.024), vec3(0.020, 0.020, 0.034), at.y);
    pixel = vec4(sky + hue * shown, 1.0);
}
