// The velocity: each component in a texture of its own, in the middle of the faces that it crosses.
layout(binding = VELOCITY_X) uniform sampler3D velocity_x;
layout(binding = VELOCITY_Y) uniform sampler3D velocity_y;
layout(binding = VELOCITY_Z) uniform sampler3D velocity_z;

const ivec3 X = ivec3(1, 0, 0), Y = ivec3(0, 1, 0), Z = ivec3(0, 0, 1);

#include "16_fields/smoke/between.glsl"

// In the middle of cell p.
vec3 velocity_of(ivec3 p)
{
    precise vec3 sum = vec3(at(velocity_x, p) + at(velocity_x, p + X), at(velocity_y, p) + at(velocity_y, p + Y),
                            at(velocity_z, p) + at(velocity_z, p + Z));
    return 0.5 * sum;
}

// One component in the middle of four of its faces: those of two neighbouring cells, low and high.
float mean_of(sampler3D field, ivec3 one, ivec3 other, ivec3 along)
{
    precise float sum = (at(field, one) + at(field, other)) + (at(field, one + along) + at(field, other + along));
    return 0.25 * sum;
}
