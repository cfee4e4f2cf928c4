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

// Anywhere.
vec3 velocity_between(vec3 place)
{
    precise vec3 on_x = place + 0.5 * vec3(X), on_y = place + 0.5 * vec3(Y), on_z = place + 0.5 * vec3(Z); // in their texels
    return vec3(between(velocity_x, on_x), between(velocity_y, on_y), between(velocity_z, on_z));
}

// Where the air of cell p was `steps` ago. It first goes half of the way, and asks there: in a whirl, the velocity at one end of a
// way leads out of the circle.
vec3 origin_of(ivec3 p, float steps)
{
    precise vec3 middle = (vec3(p) + 0.5) - (0.5 * steps) * velocity_of(p);
    precise vec3 from = (vec3(p) + 0.5) - steps * velocity_between(middle);
    return from;
}

// One component in the middle of four of its faces: those of two neighbouring cells, low and high.
float mean_of(sampler3D field, ivec3 one, ivec3 other, ivec3 along)
{
    precise float sum = (at(field, one) + at(field, other)) + (at(field, one + along) + at(field, other + along));
    return 0.25 * sum;
}

// All of it in the middle of the three faces on the low side of p.
vec3 on_face_x(ivec3 p)
{
    return vec3(at(velocity_x, p), mean_of(velocity_y, p - X, p, Y), mean_of(velocity_z, p - X, p, Z));
}

vec3 on_face_y(ivec3 p)
{
    return vec3(mean_of(velocity_x, p - Y, p, X), at(velocity_y, p), mean_of(velocity_z, p - Y, p, Z));
}

vec3 on_face_z(ivec3 p)
{
    return vec3(mean_of(velocity_x, p - Z, p, X), mean_of(velocity_y, p - Z, p, Y), at(velocity_z, p));
}
