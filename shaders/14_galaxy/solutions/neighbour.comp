#version 430 core
// Task: mend it. How far away is the nearest other star? Each star walks through the tree by itself, with a stack of its
// own, and keeps the square of the nearest distance so far. Where nothing can be nearer, it does not go on; of two
// children, it looks at the nearer one first. But some stars come out with a neighbour that is too far away.
// The check counts instructions: to look everywhere is no way out. A star that is alone has the distance FAR.
// STACK is one more than the tree can be deep.
// Find out why, mend the lines in the gap, then run: ./wb check 14.neighbour
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

float square_to(vec3 here, uint node)
{
    // --- your lines from here ---
    // The square of the distance to the nearest place where a star of this node can be.
    vec3 off = nodes[node].body.xyz - here; // of a leaf, the star
    if (!is_leaf(node)) off = max(max(boxes[2u * node].xyz - here, here - boxes[2u * node + 1u].xyz), vec3(0.0));
    return dot(off, off);
    // --- to here ---
}

void main()
{
    uint place = tree_invocation();
    if (place >= stars) return;
    uint own = stars - 1u + place, stack[STACK], top = 1u;
    vec3 here = nodes[own].body.xyz;
    float nearest = float(FAR) * float(FAR);
    stack[0] = 0u; // the root
    while (top > 0u) {
        uint node = stack[--top];
        float square = square_to(here, node);
        if (node == own || square >= nearest) continue;
        if (is_leaf(node)) {
            nearest = square;
            continue;
        }
        uint left = nodes[node].left, right = nodes[node].right;
        bool left_first = square_to(here, left) < square_to(here, right);
        stack[top++] = left_first ? right : left;
        stack[top++] = left_first ? left : right; // the last one on is the first one off
    }
    neighbours[order[place]] = sqrt(nearest);
}

// --- as shipped ---
//     // The square of the distance to the nearest place where a star of this node can be.
//     vec3 off = nodes[node].body.xyz - here;
//     return dot(off, off);
