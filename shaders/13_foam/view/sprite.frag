#version 430 core
// Foam is a small matt ball, bright towards the sun and bluish away from it; spray a clear drop, all glint; a
// bubble a ring, for it is seen by its rim alone. What is below the water's surface is the fainter the deeper it is.
#include "water/physics.glsl"
#include "water/pool/eye.glsl"
#include "water/pool/depth.glsl"
#include "water/pool/sun.glsl"
#include "13_foam/foam.glsl"
layout(binding = WATER_FRONT_DEPTH_UNIT) uniform sampler2D front_depth;
in vec2 on_disc;
flat in float far;
flat in vec4 colour;
flat in int of_kind;
layout(location = 0) out vec4 pixel;

const float THROUGH = 1.2;  // m of water, which leave a third of it
const float AT_SURFACE = 2; // in margins
const vec3 SHADE = vec3(0.84, 0.91, 0.97), TINT = vec3(0.35, 0.78, 0.92); // of white, away from the sun, and deep in the water

void main()
{
    float square = dot(on_disc, on_disc), depth = texelFetch(front_depth, ivec2(gl_FragCoord.xy), 0).r;
    if (square >= 1.0) discard;
    float below = depth < 1.0 ? max(far - distance_of(depth) - AT_SURFACE * margin, 0.0) : 0.0, left = exp(-below / THROUGH);
    float inside = 1.0 - square, lit = dot(vec3(on_disc, sqrt(inside)), mat3(view) * SUN);
    vec3 white = mix(SHADE, vec3(1.0), smoothstep(-0.4, 0.7, lit));
    float cover = 1.6 * inside;
    if (of_kind == SPRAY) cover = 0.7 * inside + smoothstep(0.75, 0.95, lit);
    if (of_kind == BUBBLE) cover = smoothstep(0.25, 0.8, square) * (1.0 - smoothstep(0.8, 1.0, square)) + smoothstep(0.9, 1.0, lit);
    pixel = vec4(colour.rgb * white * mix(TINT, vec3(1.0), left), min(colour.a * cover, 1.0) * left);
}
