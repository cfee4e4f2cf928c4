#version 430 core
// BROKEN: version 5 with the usual way to limit a speed, normalize(v) times the length that is allowed:
// a boid at rest has no direction.
#include "11_boids/slots.h"

layout(local_size_x = GROUP) in;

#define NORMALISE_ZERO
#include "11_boids/sorted.glsl"
#include "grid/torus_rows.glsl"
