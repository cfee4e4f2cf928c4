// The equation of a coarse cell. Each face counts as much as it is open, over the distance to the neighbour behind it.
struct stencil {
    vec4 low;  // weights of the neighbours to the left, below, behind; and of the cell itself
    vec4 high; // to the right, above, in front; and 1 / the weight of the cell itself
};

layout(std430, binding = STENCILS) restrict readonly buffer stencil_buffer
{
    stencil stencils[];
};
