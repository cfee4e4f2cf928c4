#version 430 core
// BROKEN: version 5 with the mean over no neighbours. 0 / 0 is no number, and a boid that is none stays
// it, where nobody sees it.
#include "11_boids/slots.h"

layout(local_size_x = GROUP) in;

#define MEAN_OF_NOBODY
#include "11_boids/sorted.glsl"
#include "grid/torus_rows.glsl"
