#version 430 core
// A small square for each slot of the pool, turned towards the eye: six vertices, and no vertex buffer.
#include "water/physics.glsl"
#include "water/pool/eye.glsl"
#include "13_foam/foam.glsl"
layout(std430, binding = FOAM_POSITIONS) restrict readonly buffer FoamPositions { vec4 foam_positions[]; };
layout(std430, binding = FOAM_VELOCITIES) restrict readonly buffer FoamVelocities { vec4 foam_velocities[]; };
layout(location = WATER_SIZE) uniform float size; // of a sprite's radius, in margins
layout(location = BY_KIND) uniform int by_kind;   // 1: what colours show

out vec2 on_disc; // -1 to 1
flat out float far;    // along the view, m
flat out vec4 colour;  // and how much of it
flat out int of_kind;

const vec2 CORNERS[6] = vec2[](vec2(-1, -1), vec2(1, -1), vec2(-1, 1), vec2(-1, 1), vec2(1, -1), vec2(1, 1));
const vec3 OF_KIND[KINDS] = vec3[](vec3(1.0, 0.62, 0.25), vec3(0.97, 0.98, 1.0), vec3(0.25, 0.80, 0.95));
const float RADIUS[KINDS] = float[](0.55, 1.0, 0.75), COVER[KINDS] = float[](0.85, 0.50, 0.42);
const float FADES_S = 0.6; // at the end of its life

// Whether the obstacle stands between the eye and the place.
bool is_hidden(vec3 place)
{
    vec3 way = place - eye, from = eye - obstacle;
    if (obstacle_kind == WATER_SPHERE) {
        float nearest = clamp(-dot(from, way) / dot(way, way), 0.0, 1.0);
        return square_of(from + nearest * way) < radius * radius;
    }
    vec3 near = (-half_size * sign(way) - from) / way, far = (half_size * sign(way) - from) / way;
    float enters = max(near.x, max(near.y, near.z)), leaves = min(far.x, min(far.y, far.z));
    return obstacle_kind == WATER_BOX && enters < leaves && enters > 0.0 && enters < 1.0;
}

void main()
{
    int slot = gl_VertexID / 6;
    vec4 position = foam_positions[slot];
    float water = foam_velocities[slot].w;
    int kind = kind_of(water);
    of_kind = kind;
    vec3 middle = (view * vec4(position.xyz, 1.0)).xyz;
    float larger = 0.6 + 0.8 * fract(float(slot) * 0.6180340); // they are not all alike
    on_disc = CORNERS[gl_VertexID % 6];
    far = -middle.z;
    colour = vec4(by_kind != 0 ? OF_KIND[kind] : vec3(1.0), COVER[kind] * clamp(position.w / FADES_S, 0.0, 1.0));
    vec2 corner = on_disc * (larger * RADIUS[kind] * size * margin);
    bool seen = position.w > 0.0 && !is_hidden(position.xyz);
    gl_Position = seen ? projection * vec4(middle + vec3(corner, 0.0), 1.0) : vec4(0.0, 0.0, 2.0, 1.0);
}
