#version 430 core
// Version 4: the same cells, the boids copied in their order.
// Limit: 27 short loops, and each begins with two loads.
#include "11_boids/slots.h"

layout(local_size_x = GROUP) in;

#define GRID_TORUS
#include "11_boids/sorted.glsl"
#include "grid/cells.glsl"
