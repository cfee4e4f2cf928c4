#version 430 core
// Task: a hawk flies through the flock, on a path of its own. A boid that is less than 8 m away from
// it is pushed straight away from it by 40 / d, in m/s2, where d is the distance in m, on the torus; one
// that is at the hawk's very place is not pushed. The hawk is at hawk.xyz.
// Write that in the gap, then run: ./wb check 11.hawk
#include "11_boids/slots.h"

layout(local_size_x = GROUP) in;

#define HAWK
#include "11_boids/sorted.glsl"
#include "grid/torus_rows.glsl"

vec3 from_hawk(vec3 place)
{
    // --- your lines from here ---
    vec3 way = nearest_image(place - hawk.xyz);
    float square = square_of(way);
    if (square >= 64.0 || square == 0.0) return vec3(0.0);
    return 40.0 / square * way; // of the length 40 / d
    // --- to here ---
}

// --- as shipped ---
//     return vec3(0.0);
