#version 430 core
// Task: mend it. This is the first dispatch of a frame: births, and the work groups for the second. With few
// particles all is well; with many, some vanish in mid-air. There may be LIMIT groups at most in each dimension, and
// 08_indirect/invocation.glsl tells how the second dispatch numbers them.
// Find the line that loses them, and mend it, then run: ./wb check 8.rows
#include "08_indirect/emit.glsl"

uint births_now() { return births; }

// The groups for `count` particles; none for no particle.
uvec3 groups_for(uint count)
{
    // --- your lines from here ---
    uint groups = (count + uint(GROUP) - 1u) / uint(GROUP);
    uint rows = max((groups + uint(LIMIT) - 1u) / uint(LIMIT), 1u);
    return uvec3((groups + rows - 1u) / rows, rows, 1u);
    // --- to here ---
}

// --- as shipped ---
//     uint groups = (count + uint(GROUP) - 1u) / uint(GROUP);
//     return uvec3(min(groups, uint(LIMIT)), 1u, 1u);
