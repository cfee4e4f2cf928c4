#version 430 core
// Each particle is a small square towards the eye, of two triangles; heavier ones are larger.
#include "05_reduction/slots.h"

layout(std430, binding = PARTICLES) restrict readonly buffer Particles { vec4 particles[]; };
layout(location = VIEW) uniform mat4 view;
layout(location = PROJECTION) uniform mat4 projection;
layout(location = POINT_SIZE) uniform vec2 size; // of a particle of mass 1, as shares of the picture

out vec2 corner;
flat out float mass;

void main()
{
    const vec2 corners[6] = vec2[](vec2(-1, -1), vec2(1, -1), vec2(-1, 1), vec2(-1, 1), vec2(1, -1), vec2(1, 1));
    vec4 particle = particles[gl_VertexID / 6];
    corner = corners[gl_VertexID % 6];
    mass = particle.w;
    gl_Position = projection * view * vec4(particle.xyz, 1.0);
    gl_Position.xy += corner * size * (0.5 + mass) * gl_Position.w;
}
