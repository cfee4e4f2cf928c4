#version 430 core
// Task: how crowded is it around a star? Find the distance to the eighth nearest of the others (CROWD is 8): from the
// ball of that radius, which holds eight stars, astronomers estimate the density. Begin with square_to() and main() of task 12.
// With fewer other stars than that, the distance is FAR. The check counts instructions, as it did there.
// STACK is one more than the tree can be deep.
// Write main() and what it calls, then run: ./wb check 14.crowd
#include "14_galaxy/slots.h"
#include "tree/slots.h"

layout(local_size_x = GROUP) in;

#include "tree/invocation.glsl"
#include "tree/node.glsl"

layout(std430, binding = TREE_ORDER) restrict readonly buffer Order { uint order[]; };      // which star each leaf is
layout(std430, binding = TREE_NODES) restrict readonly buffer Nodes { TreeNode nodes[]; };  // the leaves: from stars - 1 on
layout(std430, binding = TREE_BOXES) restrict readonly buffer Boxes { vec4 boxes[]; };      // of node n, but for the leaves: low at 2 n, high at 2 n + 1
layout(std430, binding = NEIGHBOURS) restrict writeonly buffer Neighbours { float neighbours[]; }; // kpc; of each star
layout(location = STARS) uniform uint stars;

bool is_leaf(uint node) { return node >= stars - 1u; }

// --- your lines from here ---
void main()
{
    uint place = tree_invocation();
    if (place >= stars) return;
    neighbours[order[place]] = float(FAR); // a start: no star has neighbours
}
// --- to here ---
