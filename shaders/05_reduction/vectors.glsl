// VECTORS vectors of four numbers for each invocation. Neighbouring invocations read neighbouring
// vectors; the tree comes once, at the end.
#include "05_reduction/slots.h"
#include "05_reduction/levels.glsl"

layout(std430, binding = FROM) restrict readonly buffer FromVectors { uvec4 from_vectors[]; };

const uint NUMBERS = 4u * VECTORS * GROUP; // in a group

// The sum of one invocation's numbers.
uint sum_of_vectors()
{
    uint me = gl_LocalInvocationIndex, begin = group_index() * (VECTORS * GROUP), whole = count / 4u;
    uvec4 sum = uvec4(0u);
    if (begin + VECTORS * GROUP <= whole) { // all of the group's vectors are there
        for (uint k = 0u; k < VECTORS; k++) sum += from_vectors[begin + k * GROUP + me];
    } else { // the last group
        for (uint v = begin + me; v < whole; v += GROUP) sum += from_vectors[v];
        if (me < count % 4u) sum.x += from[4u * whole + me]; // numbers that are no whole vector
    }
    return sum.x + sum.y + sum.z + sum.w;
}
