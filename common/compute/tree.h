/* A tree over points in space: a Barnes-Hut tree, if they have masses, and a bounding volume
 * hierarchy in any case. All of it is built on the GPU, in parallel, and anew each time.
 *
 * Points are sorted by their Morton codes: 10 bits for each axis, of a box that the caller gives.
 * Beyond it they are sorted as if they were at its border, so that a point that flies away makes no
 * cell coarser. Codes of 63 bits would take the sort twice as many passes and still leave equal
 * places equal, so what decides between equal codes is their place in the order (T. Karras, 2012).
 * Inside such a cell, a 1,024th of the box wide, the tree is a tree all the same, but its halves
 * are any halves.
 *
 * Over n sorted points the tree has 2 n - 1 nodes: 0 to n - 2 have two children each, n - 1 to
 * 2 n - 2 are the leaves, in the sorted order. Node 0 is the root. No leaf is deeper than
 * WB_TREE_DEPTH. The points below a node stand side by side in the order.
 *
 * Who looks for something near all points looks for it near a few together. These are best the
 * points of one node: stretches of the order that are cut anywhere reach from one side of space to
 * the other, now and then. So the tree also lists its "bundles": the largest nodes with at most so
 * many points, in the order. Each point is in one of them.
 *
 * Sums are taken from the left child and the right one, whichever comes first: the tree is the
 * same, to the bit, in every run.
 *
 * The passes: "codes", those of wb_sort_pairs(), "nodes", "moments", those of wb_scan_exclusive(),
 * "bundles". Lesson 14 walks through them.
 */
#ifndef WB_COMPUTE_TREE_H
#define WB_COMPUTE_TREE_H

#include "compute/scan.h"
#include "compute/sort.h"
#include "gl/buffer.h"

#include <glad/gl.h>
#include <stdbool.h>
#include <stdint.h>

/* Steps from the root to the deepest leaf, at most: 30 bits of the code, and 32 of the place. */
enum { WB_TREE_DEPTH = 62 };

/* An element of the buffer `nodes`. */
typedef struct wb_tree_node {
    float body[4]; // centre of mass, and mass; of a leaf, the point
    uint32_t left, right, parent;
    /* The side of a cube whose corners are as far from its middle as the farthest corner of the
     * node's box is from its centre of mass. 0 of a leaf. */
    float size;
} wb_tree_node;

_Static_assert(sizeof(wb_tree_node) == 32, "as in shaders/tree/node.glsl");

typedef struct wb_tree_desc {
    uint32_t most;         // points
    float low[3], high[3]; // the box of the codes
    uint32_t bundle;       // points in one, at most; not 0
    bool quadrupoles;      // second moments, too
    /* A lesson's own, in place of "tree/nodes.comp" and "tree/moments.comp"; NULL: these. */
    const char *nodes_kernel, *moments_kernel;
} wb_tree_desc;

typedef struct wb_tree {
    wb_tree_desc desc;
    wb_sort sort;
    wb_scan scan;
    wb_buffer codes;       // uint: sorted
    wb_buffer order;       // uint: which point it is
    wb_buffer nodes;       // wb_tree_node, 2 most - 1
    wb_buffer boxes;       // vec4: of each node with children, low and high; w is 0
    wb_buffer quadrupoles; // vec4, if asked for: of each node with children, from its centre of
                           // mass, the sums of m x x, m x y, m x z, m y y; m y z, m z z, 0, 0
    wb_buffer arrivals;    // uint: children that have come to a node
    wb_buffer starts;      // uint: 1 where a bundle starts in the order, 0 elsewhere
    wb_buffer places;      // uint: how many bundles start before
    wb_buffer bundles;     // uint: the place in the order of each one's first point; and at the end
                           // the number of points
    /* uint x 4: a work group for each bundle, in rows, as glDispatchComputeIndirect() takes it; and
     * how many bundles there are. */
    wb_buffer bundle_command;
    GLuint codes_kernel, nodes_kernel, moments_kernel, bundles_kernel;
} wb_tree;

/* Creates buffers ("tree_codes" and so on, after the fields above) and programs. `tree` must stay
 * where it is until wb_tree_delete(). False, with a message, if the box has no size or this machine
 * no room; wb_tree_delete() is then still needed. */
bool wb_tree_create(wb_tree *tree, const wb_tree_desc *desc);

/* Does nothing to a zeroed tree. */
void wb_tree_delete(wb_tree *tree);

/* Builds the tree of `count` points, 0 to `most`; of 0, there are no nodes. `points`: vec4, place
 * and mass, in a buffer that is visible to shaders. After: so is the tree. Changes the program in
 * use and the storage block bindings of tree/slots.h, sort/slots.h and scan/slots.h. */
void wb_tree_build(wb_tree *tree, GLuint points, uint32_t count);

#endif
