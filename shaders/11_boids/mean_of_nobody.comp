#version 430 core
// BROKEN: version 5 with the mean over no neighbours. 0 / 0 is not a number, and a boid whose place is
// not a number stays so, out of sight.
#include "11_boids/slots.h"

layout(local_size_x = GROUP) in;

#define MEAN_OF_NOBODY
#include "11_boids/sorted.glsl"
#include "grid/torus_rows.glsl"
