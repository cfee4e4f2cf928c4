#version 430 core
// Once a frame: the cloth's normal at every particle, for light and air, and the wind along it. A particle
// gathers from the up to six triangles around it; none adds to another.
// Limit: memory, most of it in the caches.
#include "12_cloth/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = AIR) restrict writeonly buffer Air { vec4 air[]; };
layout(std430, binding = CUTS) restrict readonly buffer Cuts { uint cuts[]; };

#include "12_cloth/cloth.glsl"
#include "12_cloth/noise.glsl"
#include "12_cloth/triangles.glsl"

vec3 at(ivec2 p) { return positions[number_of(p)].xyz; }

// Twice the triangle's area, along its normal; 0 if it is not there.
vec3 area_of(ivec2 cell, bool upper)
{
    if (!is_whole(cell, upper)) return vec3(0.0);
    precise vec3 a = at(cell + ivec2(1)) - at(cell), b = at(cell + (upper ? ivec2(1, 0) : ivec2(0, 1))) - at(cell);
    precise vec3 across = vec3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
    return upper ? across : -across;
}

// Mostly along z, in gusts that drift over the cloth.
vec3 wind_at(vec3 place)
{
    precise vec3 drift = vec3(0.7, 0.9, 0.7) * place + vec3(-0.35, 0.2, -0.9) * time;
    precise vec3 gust = drift + vec3(0.0, 0.0, 0.4 * time), elsewhere = drift + vec3(17.5, 3.25, 9.75);
    float along = noise(gust), side = noise(elsewhere);
    precise vec3 u = wind * vec3(0.5 * side, 0.15 * side, 0.45 + 0.9 * along);
    return u;
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= uint(size.x * size.y)) return;
    ivec2 p = ivec2(i % uint(size.x), i / uint(size.x));
    precise vec3 sum = area_of(p, true) + area_of(p, false) + area_of(p - ivec2(1), true) + area_of(p - ivec2(1), false) +
                       area_of(p - ivec2(1, 0), true) + area_of(p - ivec2(0, 1), false);
    float length = length_of(sum);
    precise vec3 normal = length > 0.0 ? sum * exact_quotient(1.0, length) : vec3(0.0);
    vec3 u = drag > 0.0 ? wind_at(positions[i].xyz) : vec3(0.0);
    precise float along = u.x * normal.x + u.y * normal.y + u.z * normal.z;
    air[i] = vec4(normal, along);
}
