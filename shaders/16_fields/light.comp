#version 430 core
// `light`: where sunlight lands on the floor of the pond. A ray goes down from each cell, and is bent where the water slopes: crests
// gather light, troughs scatter it. Any number of rays may land on one texel, so they add to it by imageAtomicAdd().
// Limit: four atomic additions a cell.
#include "16_fields/slots.h"
layout(local_size_x = GROUP, local_size_y = GROUP) in;

layout(binding = SAMPLED) uniform sampler2D now;
layout(r32ui, binding = SUNLIT) restrict uniform uimage2D light;

float height(ivec2 p)
{
    return textureLod(now, (vec2(p) + 0.5) / vec2(textureSize(now, 0)), 0.0).x;
}

void add(ivec2 p, ivec2 share)
{
    if (all(greaterThanEqual(p, ivec2(0))) && all(lessThan(p, imageSize(light)))) // else it is out of the pond
        imageAtomicAdd(light, p, uint(share.x * share.y));
}

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(p, imageSize(light)))) return;
    precise vec2 slope = vec2(height(p + ivec2(1, 0)) - height(p - ivec2(1, 0)), height(p + ivec2(0, 1)) - height(p - ivec2(0, 1)));
    precise vec2 bend = DEPTH * slope;
    ivec2 place = 256 * p + ivec2(floor(256.0 * bend)); // in 1/256 of a texel: whole numbers add up to the same in any order
    ivec2 corner = place >> 8, far = place & 255, near = 256 - far;
    add(corner, near); // a ray is 65,536: shared among the four texels that it falls between
    add(corner + ivec2(1, 0), ivec2(far.x, near.y));
    add(corner + ivec2(0, 1), ivec2(near.x, far.y));
    add(corner + 1, far);
}
