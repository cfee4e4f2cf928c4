#version 430 core
// The nearest face: its normal, and 1, or -1 if it is seen from inside. The depth buffer has where it is.
#include "water/physics.glsl"
#include "water/pool/wall.glsl"
in vec3 place, normal;
layout(location = 0) out vec4 seen_normal;

void main()
{
    vec3 wall = wall_at(place);
    seen_normal = vec4(wall != vec3(0.0) ? wall : normalize(normal), gl_FrontFacing ? 1.0 : -1.0);
}
