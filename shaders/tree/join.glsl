// How a node is added up, for the walks upwards.
#include "tree/slots.h"

layout(local_size_x = TREE_GROUP) in;

#include "tree/invocation.glsl"
#include "tree/node.glsl"

layout(std430, binding = TREE_NODES) coherent restrict buffer Nodes { TreeNode nodes[]; };
layout(std430, binding = TREE_BOXES) coherent restrict buffer Boxes { vec4 boxes[]; }; // low and high of each node with children
layout(std430, binding = TREE_ARRIVALS) restrict buffer Arrivals { uint arrivals[]; };
#if QUADRUPOLES
// Of each node with children: the sums of m x x, m x y, m x z, m y y; m y z, m z z, from its centre of mass.
layout(std430, binding = TREE_QUADRUPOLES) coherent restrict buffer Quadrupoles { vec4 quadrupoles[]; };
#endif
layout(location = TREE_COUNT) uniform uint count;

bool is_leaf(uint node) { return node >= count - 1u; }

// [join]
#if QUADRUPOLES
void join_quadrupoles(uint node, uint left, uint right, vec3 d, float mass)
{
    vec4 first = mass * vec4(d.x * d, d.y * d.y), second = mass * vec4(d.z * d.yz, 0.0, 0.0);
    if (!is_leaf(left)) {
        first += quadrupoles[2u * left];
        second += quadrupoles[2u * left + 1u];
    }
    if (!is_leaf(right)) {
        first += quadrupoles[2u * right];
        second += quadrupoles[2u * right + 1u];
    }
    quadrupoles[2u * node] = first;
    quadrupoles[2u * node + 1u] = second;
}
#endif

// Of a node, out of its children.
void join(uint node, uint left, uint right)
{
    vec4 a = nodes[left].body, b = nodes[right].body;
    float mass = a.w + b.w, share = mass > 0.0 ? b.w / mass : 0.5;
    vec3 apart = b.xyz - a.xyz, centre = a.xyz + share * apart;
    vec3 low = min(is_leaf(left) ? a.xyz : boxes[2u * left].xyz, is_leaf(right) ? b.xyz : boxes[2u * right].xyz);
    vec3 high = max(is_leaf(left) ? a.xyz : boxes[2u * left + 1u].xyz, is_leaf(right) ? b.xyz : boxes[2u * right + 1u].xyz);
    vec3 far = max(high - centre, centre - low); // to the farthest corner
    precise float size = 1.1547005 * sqrt(far.x * far.x + far.y * far.y + far.z * far.z); // 2 / sqrt(3)
    nodes[node].body = vec4(centre, mass);
    nodes[node].size = size;
    boxes[2u * node] = vec4(low, 0.0);
    boxes[2u * node + 1u] = vec4(high, 0.0);
#if QUADRUPOLES
    join_quadrupoles(node, left, right, apart, share * a.w);
#endif
}
// [/join]
