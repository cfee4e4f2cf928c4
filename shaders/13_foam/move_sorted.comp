#version 430 core
// Version 5: foam in the order of the cells it is in, so that neighbours in memory look at the same water.
// Limit: a grid of its own for the foam, every frame.
layout(local_size_x = TEAMS, local_size_y = LANES) in;

#include "13_foam/move.glsl"
layout(std430, binding = LIST) restrict readonly buffer Order { uint order[]; };

void main()
{
    uint i = team();
    begin_count();
    if (i == 0u && lane() == 0u) turn_head();
    bool is_slot = i < pool;
    move(is_slot ? order[i] : 0u, is_slot);
    end_count();
}
