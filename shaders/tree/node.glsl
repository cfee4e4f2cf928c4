// A node of the tree. With n points, nodes 0 to n - 2 have two children each, and n - 1 to 2 n - 2 are the leaves,
// a point each. Node 0 is the root.
struct TreeNode {
    vec4 body; // centre of mass, and mass
    uint left, right, parent;
    float size; // the side of a cube whose corners are as far from its middle as the box's farthest one is from here
};
