#version 430 core
// Version 4: moves those in the list of the living, with as many groups as they need.
// Limit: as `fused`; and the passes that make the list.
layout(local_size_x = TEAMS, local_size_y = LANES) in;

#include "13_foam/move.glsl"
layout(std430, binding = LIST) restrict readonly buffer Living { uint listed, living[]; };

void main()
{
    uint i = team();
    begin_count();
    if (i == 0u && lane() == 0u) turn_head();
    bool is_slot = i < listed;
    move(is_slot ? living[i] : 0u, is_slot);
    end_count();
}
