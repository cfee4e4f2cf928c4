#version 430 core
// The nearest face that is seen from inside, where a ray leaves the first water on its way. Flat against a wall, faces may
// lie double: what is no further away than the front is part of it. And what lies around the obstacle is left out: there
// the ray, which is bent, meets the obstacle itself or goes past it.
#include "water/physics.glsl"
#include "water/pool/eye.glsl"
#include "water/pool/wall.glsl"
#include "water/pool/depth.glsl"
layout(binding = WATER_FRONT_DEPTH_UNIT) uniform sampler2D front_depth;
in vec3 place, normal;
layout(location = 0) out vec4 seen_normal;

const float DOUBLE = 0.01; // m

bool at_obstacle()
{
    vec3 d = abs(place - obstacle) - (obstacle_kind == WATER_BOX ? half_size : vec3(0.0));
    if (obstacle_kind == WATER_SPHERE) return length(d) < radius + 3.0 * margin;
    return obstacle_kind == WATER_BOX && max(d.x, max(d.y, d.z)) < 3.0 * margin;
}

void main()
{
    if (at_obstacle()) discard;
    float front = distance_of(texelFetch(front_depth, ivec2(gl_FragCoord.xy), 0).r);
    if (distance_of(gl_FragCoord.z) < front + DOUBLE) discard;
    vec3 wall = wall_at(place);
    seen_normal = vec4(wall != vec3(0.0) ? wall : normalize(normal), 1.0);
}
