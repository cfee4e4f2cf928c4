#version 430 core
// A point's Morton code: the cells along x, y and z where it is, their bits in turns. Points beside each other on the
// line of codes are near each other in space.
// Limit: reading and writing.
#include "tree/slots.h"

layout(local_size_x = TREE_GROUP) in;

#include "tree/invocation.glsl"

layout(std430, binding = TREE_POINTS) restrict readonly buffer Points { vec4 points[]; };
layout(std430, binding = TREE_CODES) restrict writeonly buffer Codes { uint codes[]; };
layout(std430, binding = TREE_ORDER) restrict writeonly buffer Order { uint order[]; };
layout(location = TREE_COUNT) uniform uint count;
layout(location = TREE_LOW) uniform vec3 box_low;
layout(location = TREE_CELLS_PER_UNIT) uniform vec3 cells_per_unit;

// [codes]
// 10 bits, with two zeros between each and the next.
uint spread(uint x)
{
    x = (x | x << 16) & 0x030000ffu;
    x = (x | x << 8) & 0x0300f00fu;
    x = (x | x << 4) & 0x030c30c3u;
    return (x | x << 2) & 0x09249249u;
}

void main()
{
    uint i = tree_invocation();
    if (i >= count) return;
    const uint last = (1u << TREE_AXIS_BITS) - 1u;
    vec3 place = (points[i].xyz - box_low) * cells_per_unit;
    uvec3 cell = min(uvec3(clamp(place, 0.0, float(last))), uvec3(last)); // for a NaN, too
    codes[i] = spread(cell.x) << 2 | spread(cell.y) << 1 | spread(cell.z);
    order[i] = i;
}
// [/codes]
