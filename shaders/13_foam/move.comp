#version 430 core
// Moves the foam: an invocation for each slot of the pool.
// Limit: neighbours in memory were born together, and have been apart since; slots that nobody lives in.
layout(local_size_x = GROUP) in;

#include "13_foam/move.glsl"

void main()
{
    uint slot = gl_GlobalInvocationID.x;
    begin_count();
    if (slot == 0u) turn_head();
    if (slot < pool) move(slot);
    end_count();
}
