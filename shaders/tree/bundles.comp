#version 430 core
// Bundles: the largest nodes that have no more points than a work group has invocations. Each is listed at the place that
// a scan has found for it, by the first of its points; and how many there are, as work groups.
// Limit: reading and writing.
#include "tree/slots.h"

layout(local_size_x = TREE_GROUP) in;

#include "tree/invocation.glsl"

layout(std430, binding = TREE_STARTS) restrict readonly buffer Starts { uint starts[]; };
layout(std430, binding = TREE_PLACES) restrict readonly buffer Places { uint places[]; };
layout(std430, binding = TREE_BUNDLES) restrict writeonly buffer Bundles { uint bundles[]; }; // and behind the last, count
layout(std430, binding = TREE_COMMAND) restrict writeonly buffer Command { uvec4 command; };  // w: bundles in all
layout(location = TREE_COUNT) uniform uint count;

// [bundles]
void main()
{
    uint i = tree_invocation();
    if (i >= count) return;
    if (starts[i] == 1u) bundles[places[i]] = i;
    if (i + 1u < count) return;
    uint all = places[i] + starts[i];
    bundles[all] = count;
    command = uvec4(min(all, uint(TREE_ROW)), (all + uint(TREE_ROW) - 1u) / uint(TREE_ROW), 1u, all);
}
// [/bundles]
