#version 430 core
// A square for each particle where the light casts its shadow on the floor, seen from above.
#include "water/physics.glsl"
#include "water/view/eye.glsl"
layout(std430, binding = WATER_POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(location = WATER_SIZE) uniform float size;
out vec2 on_disc;
flat out float sphere_radius;

const vec2 CORNERS[6] = vec2[](vec2(-1, -1), vec2(1, -1), vec2(-1, 1), vec2(-1, 1), vec2(1, -1), vec2(1, 1));

void main()
{
    vec3 particle = positions[gl_VertexID / 6].xyz;
    on_disc = CORNERS[gl_VertexID % 6];
    sphere_radius = size * margin;
    vec2 on_floor = particle.xz - TO_LIGHT.xz / TO_LIGHT.y * particle.y + on_disc * sphere_radius;
    float side = max(box.x, box.z) + 2.0 * WATER_SHADOW_MARGIN;
    gl_Position = vec4((on_floor + WATER_SHADOW_MARGIN) / side * 2.0 - 1.0, 0.0, 1.0);
}
