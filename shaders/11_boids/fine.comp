#version 430 core
// Version 6: cells half as large, 25 runs of five: less than half of the candidates.
// Limit: the passes of the grid, which has eight times as many cells.
layout(local_size_x = GROUP) in;

#define GRID_TORUS
#define GRID_REACH 2
#include "11_boids/sorted.glsl"
#include "grid/rows.glsl"
