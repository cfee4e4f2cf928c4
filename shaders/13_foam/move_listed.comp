#version 430 core
// Version 4: moves those in the list of the living, with as many groups as they need.
// Limit: as `fused`; and the passes that make the list.
layout(local_size_x = GROUP) in;

#include "13_foam/move.glsl"
layout(std430, binding = LIST) restrict readonly buffer Living { uint listed, living[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    begin_count();
    if (i == 0u) turn_head();
    if (i < listed) move(living[i]);
    end_count();
}
