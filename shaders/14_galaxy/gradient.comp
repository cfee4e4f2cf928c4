#version 430 core
// The pull at each node: how steeply the potential falls, from the nodes on both sides. With it goes
// the potential itself.
// Limit: reading.
#include "14_galaxy/slots.h"

layout(local_size_x = GROUP) in;

layout(location = FIELD_GRID) uniform int grid;
layout(location = UNIT) uniform float cells_per_kpc;
layout(std430, binding = POTENTIAL) restrict readonly buffer Potential { float potential[]; };
layout(std430, binding = NODES) restrict writeonly buffer Nodes { vec4 nodes[]; }; // pull, potential

// The difference between the nodes before and behind number `at` of an axis; 0 at the border, where no
// star looks.
float fall(int index, int at, int step)
{
    return at > 0 && at < grid - 1 ? potential[index - step] - potential[index + step] : 0.0;
}

void main()
{
    int i = int(gl_GlobalInvocationID.x);
    if (i >= grid * grid * grid) return;
    ivec3 node = ivec3(i % grid, i / grid % grid, i / (grid * grid));
    vec3 falls = vec3(fall(i, node.x, 1), fall(i, node.y, grid), fall(i, node.z, grid * grid));
    nodes[i] = vec4(0.5 * cells_per_kpc * falls, potential[i]);
}
