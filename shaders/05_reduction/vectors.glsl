// VECTORS vectors of four numbers for each invocation. Neighbouring invocations read neighbouring
// vectors; the tree comes once, at the end.
#include "05_reduction/levels.glsl"

layout(std430, binding = 0) restrict readonly buffer FromVectors { uvec4 from_vectors[]; };

const uint NUMBERS = 4u * VECTORS * GROUP; // in a group

uvec4 vector(uint v)
{
    uint i = 4u * v;
    if (i + 3u < count) return from_vectors[v];
    return uvec4(number(i), number(i + 1u), number(i + 2u), 0u); // the end of the array
}

// The sum of one invocation's numbers.
uint sum_of_vectors()
{
    uint first = group_index() * (VECTORS * GROUP) + gl_LocalInvocationIndex;
    uvec4 sum = uvec4(0u);
    for (uint k = 0u; k < VECTORS; k++) sum += vector(first + k * GROUP);
    return sum.x + sum.y + sum.z + sum.w;
}
