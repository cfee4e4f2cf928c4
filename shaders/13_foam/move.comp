#version 430 core
// Moves the foam: a team of invocations for each slot of the pool, see water/team.glsl.
// Limit: neighbours in memory were born together, and have been apart since; slots that are empty.
layout(local_size_x = TEAMS, local_size_y = LANES) in;

#include "13_foam/move.glsl"

void main()
{
    uint slot = team();
    begin_count();
    if (slot == 0u && lane() == 0u) turn_head();
    move(slot, slot < pool);
    end_count();
}
