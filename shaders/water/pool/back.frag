#version 430 core
// The nearest face that is seen from inside, where a ray leaves the first water on its way. Flat against a wall, faces may
// lie double: what is no further away than the front is part of it.
#include "water/physics.glsl"
#include "water/view/eye.glsl"
#include "water/pool/wall.glsl"
#include "water/pool/depth.glsl"
layout(binding = WATER_FRONT_DEPTH_UNIT) uniform sampler2D front_depth;
in vec3 place, normal;
layout(location = 0) out vec4 seen_normal;

const float DOUBLE = 0.01; // m

void main()
{
    float front = distance_of(texelFetch(front_depth, ivec2(gl_FragCoord.xy), 0).r);
    if (distance_of(gl_FragCoord.z) < front + DOUBLE) discard;
    vec3 wall = wall_at(place);
    seen_normal = vec4(wall != vec3(0.0) ? wall : normalize(normal), 1.0);
}
