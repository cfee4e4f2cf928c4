#version 430 core
// A lit sphere, coloured by speed or density.
#include "water/physics.glsl"
#include "water/view/eye.glsl"
#include "water/view/depth.glsl"
#include "water/view/disc.glsl"
#include "water/view/scales.glsl"
layout(location = WATER_BY_DENSITY) uniform int by_density;
layout(location = WATER_PICKED) uniform vec4 picked; // position, and 1 if a particle is picked
layout(location = 0) out vec4 pixel;

vec3 colour_of_particle()
{
    vec3 colour = by_density != 0 ? density_colour(particle.w / rest_density) : speed_colour(speed);
    if (picked.w == 0.0) return colour;
    float square = square_of(particle.xyz - picked.xyz);
    if (square == 0.0) return vec3(1.0, 0.95, 0.85);
    if (square < reach * reach) return vec3(1.0, 0.55, 0.15);
    return 0.35 * colour;
}

void main()
{
    if (bulge() <= 0.0) discard;
    vec3 normal = vec3(on_disc, sqrt(bulge())); // seen from the eye
    vec3 seen = middle + sphere_radius * normal;
    vec3 world_normal = transpose(mat3(view)) * normal;
    float light = max(dot(world_normal, TO_LIGHT), 0.0);
    vec3 half_way = normalize(TO_LIGHT - normalize(transpose(mat3(view)) * seen));
    float gleam = pow(max(dot(world_normal, half_way), 0.0), 40.0);
    vec3 colour = colour_of_particle() * (0.34 + 0.16 * world_normal.y + 0.75 * light) + 0.22 * gleam;
    pixel = vec4(colour, 1.0);
    gl_FragDepth = depth_at(-seen.z);
}
