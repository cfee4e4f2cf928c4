#version 430 core
// The tree's shape, out of the sorted codes: every node finds its children by itself, and they their parent (T. Karras,
// "Maximizing parallelism in the construction of BVHs, octrees, and k-d trees", 2012).
// Limit: searches in the codes, one read after the other.
#define NO_TIES 0
#include "tree/nodes.glsl"
