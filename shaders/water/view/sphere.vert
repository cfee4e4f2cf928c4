#version 430 core
// A square for each particle, turned towards the eye: six vertices, and no vertex buffer.
#include "water/physics.glsl"
#include "water/view/eye.glsl"
#include "water/view/spray.glsl"
#include "water/view/nearness.glsl"
layout(std430, binding = WATER_POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = WATER_VELOCITIES) restrict readonly buffer Velocities { vec4 velocities[]; };
layout(location = WATER_SIZE) uniform float size;               // of the sphere's radius, in margins
layout(location = WATER_ONLY_SURFACE) uniform int only_surface; // 1: spray is left out
layout(location = WATER_TURN) uniform int turn;                 // 0: all; 1: only those that may hide others; 2: the rest

out vec2 on_disc;             // -1 to 1
flat out vec3 middle;         // of the sphere, seen from the eye
flat out float sphere_radius;
flat out float share;         // of the particle that is not spray
flat out vec4 particle;       // x, y, z and density
flat out float speed;

const vec2 CORNERS[6] = vec2[](vec2(-1, -1), vec2(1, -1), vec2(-1, 1), vec2(-1, 1), vec2(1, -1), vec2(1, 1));

// Whether others are behind it, as a rule: at the water's surface, where it is not pressed; or at the glass.
bool is_outer(vec4 particle)
{
    vec3 to_wall = min(particle.xyz, box - particle.xyz);
    return particle.w < rest_density || min(to_wall.x, min(to_wall.y, to_wall.z)) < 2.0 * margin;
}

void main()
{
    int i = gl_VertexID / 6;
    particle = positions[i];
    speed = sqrt(square_of(velocities[i].xyz));
    on_disc = CORNERS[gl_VertexID % 6];
    share = only_surface != 0 ? 1.0 - spray_share(particle) : 1.0;
    sphere_radius = size * margin * sqrt(share);
    middle = (view * vec4(particle.xyz, 1.0)).xyz;
    gl_Position = projection * vec4(middle + vec3(on_disc * sphere_radius, 0.0), 1.0);
    // The depth is that of no pixel of the sphere, but a little more than that of its nearest, as nearness.frag has it:
    // then a GPU need not ask for the pixels where something nearer is already. (sphere.frag has a depth of its own.)
    float most = 1.01 * DEPTH_OF_NEARNESS / max(-middle.z - sphere_radius, CLOSEST);
    if (turn != 0 && is_outer(particle) != (turn == 1)) gl_Position = vec4(0.0, 0.0, 2.0, 1.0); // out of the picture
    else if (gl_Position.z > -gl_Position.w) gl_Position.z = (2.0 * most - 1.0) * gl_Position.w;
}
