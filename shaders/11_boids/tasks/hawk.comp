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
    return vec3(0.0);
    // --- to here ---
}
