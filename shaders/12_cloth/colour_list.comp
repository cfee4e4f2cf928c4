#version 430 core
// `list`: the links of one colour, from a buffer in which they lie by colour.
// Limit: launches. A dispatch a colour has little to do; and the list is as many bytes as the particles.
#include "12_cloth/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = POSITIONS) restrict buffer Positions { vec4 positions[]; };
layout(std430, binding = CUTS) restrict readonly buffer Cuts { uint cuts[]; };
layout(std430, binding = LIST) restrict readonly buffer List { uvec4 links[]; }; // from, to, direction, cell
layout(location = FIRST) uniform uint first; // of the colour's links
layout(location = COUNT) uniform uint count;

#include "12_cloth/cloth.glsl"
#include "12_cloth/link.glsl"

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= count) return;
    uvec4 link = links[first + i];
    if (tear > 0.0 && is_cut(cuts[link.w], int(link.z))) return;
    vec4 a = positions[link.x], b = positions[link.y];
    pull(a, b, rest_of(int(link.z)));
    positions[link.x] = a;
    positions[link.y] = b;
}
