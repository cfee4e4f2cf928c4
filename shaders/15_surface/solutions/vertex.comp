#version 430 core
// Task: where on its edge a vertex lies. The surface cuts the edge between two corners, because the
// colour is above `iso` at one of them, and not at the other. As shipped, every vertex lies in the middle
// of its edge, and the surface shows the steps of the grid.
// Write share_of_way(): how far from one corner to the other, from 0 to 1. `here` and `there` are the
// colours at the two, and `iso` is one, too; all three are uint, in 2^-22. Between the corners, take the
// colour for a straight line. Then run: ./wb check 15.vertex
layout(local_size_x = BLOCK) in;

#include "surface/vertices.glsl"

// --- your lines from here ---
float share_of_way(uint here, uint there)
{
    return (float(iso) - float(here)) / (float(there) - float(here));
}
// --- to here ---

// --- as shipped ---
// float share_of_way(uint here, uint there) { return 0.5; }
