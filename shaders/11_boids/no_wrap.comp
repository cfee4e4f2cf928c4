#version 430 core
// BROKEN: version 5 in a grid that ends at the border of the box: the cells across the seam are missing.
#include "11_boids/slots.h"

layout(local_size_x = GROUP) in;

#include "11_boids/sorted.glsl"
#include "grid/rows.glsl" // BROKEN: these are the rows of a box
