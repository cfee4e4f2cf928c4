#version 430 core
// `maccormack`: the same for the velocity, each component on its own faces.
#include "16_fields/smoke/slots.h"
layout(local_size_x = GROUP_X, local_size_y = GROUP_Y, local_size_z = GROUP_Z) in;

layout(binding = GUESS_X) uniform sampler3D guess_x;
layout(binding = GUESS_Y) uniform sampler3D guess_y;
layout(binding = GUESS_Z) uniform sampler3D guess_z;
layout(r32f, binding = NEXT_X) restrict writeonly uniform image3D next_x;
layout(r32f, binding = NEXT_Y) restrict writeonly uniform image3D next_y;
layout(r32f, binding = NEXT_Z) restrict writeonly uniform image3D next_z;

#include "16_fields/smoke/grid.glsl"
#include "16_fields/smoke/velocity.glsl"

float better(sampler3D before, sampler3D guess, ivec3 p, vec3 velocity)
{
    precise vec3 from = (vec3(p) + 0.5) - velocity, to = (vec3(p) + 0.5) + velocity;
    return mended(before, guess, p, from, to);
}

void main()
{
    ivec3 p = ivec3(gl_GlobalInvocationID);
    if (any(greaterThan(p, size))) return;
    if (all(lessThan(p.yz, size.yz)))
        imageStore(next_x, p, vec4(is_open_x(p) ? better(velocity_x, guess_x, p, on_face_x(p)) : 0.0));
    if (all(lessThan(p.xz, size.xz)))
        imageStore(next_y, p, vec4(is_open_y(p) ? better(velocity_y, guess_y, p, on_face_y(p)) : 0.0));
    if (all(lessThan(p.xy, size.xy)))
        imageStore(next_z, p, vec4(is_open_z(p) ? better(velocity_z, guess_z, p, on_face_z(p)) : 0.0));
}
