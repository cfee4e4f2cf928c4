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
float square_to(vec3 here, uint node)
{
    vec3 off = nodes[node].body.xyz - here;
    if (!is_leaf(node)) off = max(max(boxes[2u * node].xyz - here, here - boxes[2u * node + 1u].xyz), vec3(0.0));
    return dot(off, off);
}

void main()
{
    uint place = tree_invocation();
    if (place >= stars) return;
    uint own = stars - 1u + place, stack[STACK], top = 1u;
    vec3 here = nodes[own].body.xyz;
    float nearest[CROWD]; // squares, the smallest first
    for (uint k = 0u; k < CROWD; k++) nearest[k] = float(FAR) * float(FAR);
    stack[0] = 0u; // the root
    while (top > 0u) {
        uint node = stack[--top];
        float square = square_to(here, node);
        if (node == own || square >= nearest[CROWD - 1]) continue; // the last one says what is too far
        if (is_leaf(node)) {
            uint k = CROWD - 1;
            for (; k > 0u && nearest[k - 1u] > square; k--) nearest[k] = nearest[k - 1u];
            nearest[k] = square;
            continue;
        }
        uint left = nodes[node].left, right = nodes[node].right;
        bool left_first = square_to(here, left) < square_to(here, right);
        stack[top++] = left_first ? right : left;
        stack[top++] = left_first ? left : right;
    }
    neighbours[order[place]] = sqrt(nearest[CROWD - 1]);
}
// --- to here ---

// --- as shipped ---
// void main()
// {
//     uint place = tree_invocation();
//     if (place >= stars) return;
//     neighbours[order[place]] = float(FAR); // a start: no star has neighbours
// }
