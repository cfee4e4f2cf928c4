// The flock's numbers: struct flock of lessons/11_boids/flock.h, which says what each is. SI units.
#include "11_boids/slots.h"

layout(std140, binding = FLOCK) uniform Flock {
    vec4 obstacle; // its centre, and its radius; 0: there is none
    vec4 target;   // where it is, and how hard it pulls
    vec4 shark;    // where it is, and from how far boids flee it; 0: there is none
    vec4 hawk;     // the task's: where it is
    float box, per_box; // the torus is a cube from 0 to `box`
    float radius, separation;
    float separate, align, cohere, steady; // weights
    float slowest, cruise, fastest, agility;
    float noise, time_step;
    uint count, key;
    float per_separation_squared; // 1 / separation^2
    float obstacle_margin;        // m, from the obstacle's surface: there one begins to avoid it
    float cohesion;               // nearer ones are companions
};

// `precise` below, and sums written out: then every version does the same operations in the same
// order, and versions that add in the same order end in the same bits.

float square_of(vec3 v)
{
    precise float square = fma(v.z, v.z, fma(v.y, v.y, v.x * v.x));
    return square;
}

// The shortest way on the torus that is as good as `way`: no component is longer than half the box.
vec3 nearest_image(vec3 way)
{
    precise vec3 turns = floor(fma(way, vec3(per_box), vec3(0.5)));
    precise vec3 shortest = fma(turns, vec3(-box), way);
    return shortest;
}
