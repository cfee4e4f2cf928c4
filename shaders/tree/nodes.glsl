// See nodes.comp.
#include "tree/slots.h"

layout(local_size_x = TREE_GROUP) in;

#include "tree/invocation.glsl"
#include "tree/node.glsl"

layout(std430, binding = TREE_POINTS) restrict readonly buffer Points { vec4 points[]; };
layout(std430, binding = TREE_CODES) restrict readonly buffer Codes { uint codes[]; }; // sorted
layout(std430, binding = TREE_ORDER) restrict readonly buffer Order { uint order[]; };
layout(std430, binding = TREE_NODES) restrict writeonly buffer Nodes { TreeNode nodes[]; };
layout(std430, binding = TREE_ARRIVALS) restrict writeonly buffer Arrivals { uint arrivals[]; };
layout(std430, binding = TREE_STARTS) restrict writeonly buffer Starts { uint starts[]; }; // 1 where a bundle starts
layout(location = TREE_COUNT) uniform uint count;
layout(location = TREE_BUNDLE) uniform int bundle; // points in one, at most

// [common]
// How many bits two places in the order have in common, counted from the front; -1 beyond the ends.
// Codes that are equal go on with the bits of the places themselves, so that no two are the same.
int common_bits(int i, int j)
{
    if (j < 0 || j >= int(count)) return -1;
    uint different = codes[i] ^ codes[j];
    if (different != 0u) return 31 - findMSB(different);
#if NO_TIES
    return 32; // BROKEN: with equal codes, no node knows where it ends
#else
    return 32 + 31 - findMSB(uint(i ^ j));
#endif
}
// [/common]

// [search]
// Node i is one end of a stretch of the order. It reaches to the side where its neighbour has more bits in common
// with it, as far as these are more than with the neighbour on the other side.
int other_end(int i, int side)
{
    int least = common_bits(i, i - side), most = 2;
    while (common_bits(i, i + most * side) > least) most *= 2;
    int reach = 0;
    for (int step = most / 2; step > 0; step /= 2)
        if (common_bits(i, i + (reach + step) * side) > least) reach += step;
    return i + reach * side;
}

// The last place of the left child: up to there, points share more bits with the first than the last one does.
int split_of(int first, int last)
{
    int shared_bits = common_bits(first, last), split = first;
    for (int step = last - first; step > 1;) {
        step = (step + 1) / 2;
        if (split + step < last && common_bits(first, split + step) > shared_bits) split += step;
    }
    return split;
}
// [/search]

void write_leaf(uint i)
{
    uint leaf = count - 1u + i;
    nodes[leaf].body = points[order[i]];
    nodes[leaf].left = 0u;
    nodes[leaf].right = 0u;
    nodes[leaf].size = 0.0;
}

void main()
{
    uint i = tree_invocation();
    if (i >= count) return;
    write_leaf(i);
    if (i == 0u) {
        nodes[0].parent = 0u;
        starts[0] = 1u;
    }
    if (i + 1u >= count) return;
    int me = int(i), side = common_bits(me, me + 1) >= common_bits(me, me - 1) ? 1 : -1;
    int end = other_end(me, side), first = min(me, end), last = max(me, end), split = split_of(first, last);
    // [children]
    uint left = uint(split) + (split == first ? count - 1u : 0u);
    uint right = uint(split) + 1u + (split + 1 == last ? count - 1u : 0u);
    nodes[i].left = left;
    nodes[i].right = right;
    nodes[left].parent = i;
    nodes[right].parent = i;
    arrivals[i] = 0u;
    starts[split + 1] = last - first < bundle ? 0u : 1u; // no smaller node has points from both sides of the cut
    // [/children]
}
