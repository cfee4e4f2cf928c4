#version 430 core
// Task: who goes on? A node can be added up once both of its children are. So an invocation for each star walks from its
// leaf towards the root, and counts itself in at every node: arrivals[node] is 0 at first. Of the two that arrive, the
// first ends there. The second adds the children up, with join(), and walks on. None waits for another.
// A node's children may have been added up in other work groups: a count that says that they are there is not enough
// to see what has been written about them. And all runs must leave the same bits.
// Write what an invocation does at a node, then run: ./wb check 14.arrive
#define QUADRUPOLES 0
#include "tree/join.glsl"

void main()
{
    uint i = tree_invocation();
    if (i >= count) return;
    uint child = count - 1u + i; // the leaf, at first
    bool goes_on = true;
    while (goes_on && child != 0u) {
        uint node = nodes[child].parent;
        // --- your lines from here ---
        goes_on = false; // a start: all end at the first node, and none is added up
        // --- to here ---
        child = node;
    }
}
