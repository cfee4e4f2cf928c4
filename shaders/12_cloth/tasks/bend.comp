#version 430 core
// Task: bending. Cloth folds along its threads as if it were water, because nothing keeps it from that.
// A link from each particle to the next but one in its row, and in its column, does: it is as long as the
// cloth, and a fold would make it shorter. Four more colours: each direction has an even and an odd one.
// Which of the two is the link that begins at particle p? No two links of one colour may share a particle.
// Write that in the gap, then run: ./wb check 12.bend
#include "12_cloth/slots.h"

layout(local_size_x = GROUP_X, local_size_y = GROUP_Y) in;

layout(std430, binding = POSITIONS) restrict buffer Positions { vec4 positions[]; };
layout(location = BEND) uniform ivec2 way; // to the link's other end: (2, 0) or (0, 2)
layout(location = BEND_ODD) uniform int odd; // the colour of this dispatch: 0 even, 1 odd

#include "12_cloth/cloth.glsl"
#include "12_cloth/link.glsl"

bool has_colour(ivec2 p)
{
    bool mine = false;
    // --- your lines from here ---
    // --- to here ---
    return mine;
}

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (!is_in_cloth(p) || !is_in_cloth(p + way) || !has_colour(p)) return;
    uint i = number_of(p), j = number_of(p + way);
    vec4 a = positions[i], b = positions[j];
    pull(a, b, 2.0 * spacing);
    positions[i] = a;
    positions[j] = b;
}
