#version 430 core
// Version 6: cells half as large, and of these only the ones that the ball of the radius touches.
// Limit: up to 25 runs, and each begins with two loads, for less than half of the candidates.
#include "11_boids/slots.h"

layout(local_size_x = GROUP) in;

#include "11_boids/sorted.glsl"
#include "grid/torus_row.glsl"

// How far a place in cell 0, at `inside` of it, is from the layer of cells number `layer`; squared.
float square_to_layer(float inside, int layer)
{
    float outside = max(max(float(layer) - inside, inside - float(layer) - 1.0), 0.0);
    return outside * outside;
}

void visit_candidates(vec3 point)
{
    ivec3 own = cell_of(point);
    vec3 inside = (point - grid_low) * grid_inverse - vec3(own);
    float ball = radius * grid_inverse.x * 1.0001; // a little more, for what rounding may hide
    for (int z = -2; z <= 2; z++)
        for (int y = -2; y <= 2; y++) {
            float left = ball * ball - square_to_layer(inside.z, z) - square_to_layer(inside.y, y);
            if (left <= 0.0) continue; // the row is out of reach
            float half_width = sqrt(left);
            visit_row(own + ivec3(0, y, z), -int(floor(inside.x - half_width)), int(floor(inside.x + half_width)));
        }
}
