#version 430 core
// Vorticity confinement: what the grid blurs, a push gives back. Towards the middle of a whirl the air turns faster; a push
// across that way, and across the axis, keeps the whirl turning.
#include "16_fields/smoke/slots.h"
layout(local_size_x = GROUP_X, local_size_y = GROUP_Y, local_size_z = GROUP_Z) in;

layout(binding = TURNING) uniform sampler3D turning;
layout(binding = CURL) uniform sampler3D curl;
layout(rgba32f, binding = PUSH_NEXT) restrict writeonly uniform image3D push;
layout(location = SWIRL) uniform float swirl;

const ivec3 X = ivec3(1, 0, 0), Y = ivec3(0, 1, 0), Z = ivec3(0, 0, 1);

#include "16_fields/smoke/box.glsl"
#include "16_fields/smoke/between.glsl"
#include "16_fields/smoke/root.glsl"

void main()
{
    ivec3 p = ivec3(gl_GlobalInvocationID);
    if (!is_inside(p)) return;
    precise vec3 uphill = vec3(at(turning, p + X) - at(turning, p - X), at(turning, p + Y) - at(turning, p - Y), at(turning, p + Z) - at(turning, p - Z));
    precise float square = (uphill.x * uphill.x + uphill.y * uphill.y) + uphill.z * uphill.z;
    precise vec3 n = uphill * inverse_root(square);
    vec3 turn = texelFetch(curl, p, 0).xyz;
    precise vec3 across = vec3(n.y * turn.z - n.z * turn.y, n.z * turn.x - n.x * turn.z, n.x * turn.y - n.y * turn.x);
    precise vec3 result = swirl * across;
    imageStore(push, p, vec4(result, 0.0));
}
