#version 430 core
// A square for each particle that is water and no spray, turned towards the eye, or where its shadow falls: six vertices,
// and no vertex buffer.
#include "water/physics.glsl"
#include "water/pool/eye.glsl"
#include "water/pool/spray.glsl"
#include "water/pool/sun.glsl"
#include "13_foam/slots.h"
#include "13_foam/screen/nearness.glsl"
layout(std430, binding = WATER_POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(location = WATER_SIZE) uniform float size; // of the sphere's radius, in margins
layout(location = TURN) uniform int turn;         // ALL; where the sun throws them, IN_THE_SUN; only OUTER ones, which may hide others; or the REST

out vec2 on_disc;             // -1 to 1
flat out vec3 middle;         // of the sphere, seen from the eye
flat out float sphere_radius;
flat out float share;         // of the particle that is not spray

const vec2 CORNERS[6] = vec2[](vec2(-1, -1), vec2(1, -1), vec2(-1, 1), vec2(-1, 1), vec2(1, -1), vec2(1, 1));

// Whether others are behind it, as a rule: at the water's surface, where it is not pressed; or at the glass.
bool is_outer(vec4 particle)
{
    vec3 to_wall = min(particle.xyz, box - particle.xyz);
    return particle.w < rest_density || min(to_wall.x, min(to_wall.y, to_wall.z)) < 2.0 * margin;
}

void main()
{
    vec4 particle = positions[gl_VertexID / 6];
    on_disc = CORNERS[gl_VertexID % 6];
    share = 1.0 - spray_share(particle);
    sphere_radius = size * margin * sqrt(share);
    middle = (view * vec4(particle.xyz, 1.0)).xyz;
    gl_Position = projection * vec4(middle + vec3(on_disc * sphere_radius, 0.0), 1.0);
    if (turn == IN_THE_SUN) gl_Position = vec4(2.0 * on_map(on_floor(particle.xyz) + on_disc * sphere_radius) - 1.0, 0.0, 1.0);
    if (turn == ALL || turn == IN_THE_SUN) return;
    // The depth is that of no pixel of the sphere, but a little more than that of its nearest, as nearness.frag has it:
    // then a GPU need not ask for the pixels where something nearer is already.
    float most = 1.01 * DEPTH_OF_NEARNESS / max(-middle.z - sphere_radius, CLOSEST);
    if (is_outer(particle) != (turn == OUTER)) gl_Position = vec4(0.0, 0.0, 2.0, 1.0); // out of the picture
    else if (gl_Position.z > -gl_Position.w) gl_Position.z = (2.0 * most - 1.0) * gl_Position.w;
}
