#version 430 core
// Surface, 8 of 9: a vertex of the mesh on each cut edge, where the colour, taken for a straight line
// from end to end, is `iso`. Its normal is the slope there. A work group for each listed block, an
// invocation for each corner and its three edges.
// Limit: few edges are cut, so few invocations of a group have something to do.
layout(local_size_x = BLOCK) in;

#include "surface/vertices.glsl"

float share_of_way(uint here, uint there)
{
    precise float share = (float(iso) - float(here)) / (float(there) - float(here));
    return share;
}
