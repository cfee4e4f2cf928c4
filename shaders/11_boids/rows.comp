#version 430 core
// Version 5: three cells in a row along x are one run: nine loops in place of 27, and at the seam of
// the torus a few more.
// Limit: the candidates themselves: five in six are too far away.
#include "11_boids/slots.h"

layout(local_size_x = GROUP) in;

#include "11_boids/sorted.glsl"
#include "grid/torus_rows.glsl"
