// Each face asks where its air was a step ago, and takes the velocity that was there.
#include "16_fields/smoke/slots.h"
layout(local_size_x = GROUP_X, local_size_y = GROUP_Y, local_size_z = GROUP_Z) in;

layout(r32f, binding = NEXT_X) restrict writeonly uniform image3D next_x;
layout(r32f, binding = NEXT_Y) restrict writeonly uniform image3D next_y;
layout(r32f, binding = NEXT_Z) restrict writeonly uniform image3D next_z;

#include "16_fields/smoke/grid.glsl"
#include "16_fields/smoke/velocity.glsl"

float moved(sampler3D field, ivec3 p, vec3 velocity)
{
    precise vec3 from = (vec3(p) + 0.5) - velocity;
    return between(field, from);
}

void main()
{
    ivec3 p = ivec3(gl_GlobalInvocationID);
    if (any(greaterThan(p, size))) return;
    if (all(lessThan(p.yz, size.yz))) imageStore(next_x, p, vec4(is_open_x(p) ? moved(velocity_x, p, on_face_x(p)) : 0.0));
    if (all(lessThan(p.xz, size.xz))) imageStore(next_y, p, vec4(is_open_y(p) ? moved(velocity_y, p, on_face_y(p)) : 0.0));
    if (all(lessThan(p.xy, size.xy))) imageStore(next_z, p, vec4(is_open_z(p) ? moved(velocity_z, p, on_face_z(p)) : 0.0));
}
