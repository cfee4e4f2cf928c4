#version 430 core
// BROKEN: version 5 finds the neighbours across the seam, and then takes the way to them that leads
// through the whole box.
#include "11_boids/slots.h"

layout(local_size_x = GROUP) in;

#define FAR_IMAGE
#include "11_boids/sorted.glsl"
#include "grid/torus_rows.glsl"
