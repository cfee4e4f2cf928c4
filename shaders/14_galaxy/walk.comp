#version 430 core
// A work group walks through the tree for its bundle of stars, which are all stars of one node. Its invocations look
// at a node each: one that is far for its size becomes a body of the list; one that is near is opened, and its two
// children go onto the stack. All stars of the group are pulled by all bodies of the list.
// Limit: arithmetic; and reads from all over the tree, which the next round waits for.
#include "14_galaxy/slots.h"
#include "tree/slots.h"

layout(local_size_x = WALK_GROUP) in;

#include "14_galaxy/pull.glsl"
#include "tree/node.glsl"

layout(std430, binding = TREE_ORDER) restrict readonly buffer Order { uint order[]; };
layout(std430, binding = TREE_NODES) restrict readonly buffer Nodes { TreeNode nodes[]; };
layout(std430, binding = TREE_BUNDLES) restrict readonly buffer Bundles { uint bundles[]; }; // the first star of each
layout(std430, binding = TREE_COMMAND) restrict readonly buffer Command { uvec4 command; };  // w: bundles in all
layout(std430, binding = PULLS) restrict writeonly buffer Pulls { vec4 pulls[]; };

shared vec4 list[2 * WALK_GROUP]; // bodies; a round adds WALK_GROUP of them at most
shared uint stack[WALK_STACK];    // nodes to look at
shared uint opened[4];            // a bit for each invocation that has opened its node: two words of this round, two of the next

#include "14_galaxy/near.glsl"
#include "14_galaxy/list.glsl"

// [places]
// How many invocations before this one have opened a node, and how many have in all.
uvec2 count_opened(uint words)
{
    uint me = gl_LocalInvocationIndex, low = opened[words], high = opened[words + 1u];
    uint below = bitfieldExtract(me < 32u ? low : high, 0, int(me & 31u));
    return uvec2(bitCount(below) + (me < 32u ? 0 : bitCount(low)), bitCount(low) + bitCount(high));
}

// Up to 64 nodes from the top of the stack. Each leaves two at most; where these might not fit, the group goes on
// with one node at a time, which never needs more room than the tree is deep.
uint nodes_to_look_at(uint top)
{
    int room = WALK_STACK - WALK_DEPTH - int(top);
    return min(uint(max(room, 1)), min(top, uint(WALK_GROUP)));
}
// [/places]

// [walk]
vec4 walk(vec3 here, bool has_star)
{
    uint me = gl_LocalInvocationIndex, top = 1u, listed = 0u, words = 0u;
    vec4 sum = vec4(0.0);
    find_box(here);
    if (me == 0u) stack[0] = 0u; // the root
    if (me < 4u) opened[me] = 0u;
    // No tree makes a walk as long as that, or the stack overflow; one that leads round in circles would.
    for (uint round = 0u; top > 0u && top < WALK_STACK && round < WALK_ROUNDS; round++) {
        barrier(); // the stack is there, and all know what the last round has opened
        uint looked = nodes_to_look_at(top), node = me < looked ? stack[top - looked + me] : 0u;
        vec4 body = nodes[node].body;
        bool opens = me < looked && is_near(body.xyz, nodes[node].size);
        if (opens) atomicOr(opened[words + (me >> 5)], 1u << (me & 31u));
        barrier(); // all have said what they open, and the stack's top has been read
        uvec2 count = count_opened(words);
        top -= looked;
        if (opens) {
            stack[top + 2u * count.x] = nodes[node].right;
            stack[top + 2u * count.x + 1u] = nodes[node].left;
        } else if (me < looked) {
            put_into_list(listed + me - count.x, body, node);
        }
        top += 2u * count.y;
        listed += looked - count.y;
        words ^= 2u;
        if (me < 2u) opened[words + me] = 0u;
        if (listed > WALK_GROUP || top == 0u) {
            barrier(); // the list is there
            for (uint k = 0u; k < listed && has_star; k++) sum += pull_of_listed(k, here);
            listed = 0u;
        }
    }
    return sum;
}
// [/walk]

// [bundle]
void main()
{
    uint bundle = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    if (bundle >= command.w) return; // in the last row
    uint first = bundles[bundle], place = first + gl_LocalInvocationIndex;
    bool has_star = place < bundles[bundle + 1u]; // otherwise it helps to look at nodes
    vec4 sum = walk(nodes[stars - 1u + (has_star ? place : first)].body.xyz, has_star);
    if (has_star) pulls[order[place]] = sum;
}
// [/bundle]
