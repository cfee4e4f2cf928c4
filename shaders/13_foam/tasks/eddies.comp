#version 430 core
// Task: eddies. Friction wears the water's eddies down; push them on. curls[k].xyz is the curl of the velocity around particle k:
// it points along the axis that the water turns around there, and curls[k].w is how much of it there is. Where there is most,
// is the middle of the eddy. So the way there is the gradient of curls[].w: the sum over the neighbours of
//     -d * (the neighbour's curls[].w - the particle's own) * slope_at(...)
// where d points from the neighbour to the particle. Only its direction counts, so that no factor is needed that all have
// in common. Then a step changes the velocity by time_step * confinement * the product of that direction, of length 1, and
// the curl: across both, and so the way that the water turns. Where there is no direction, nothing is pushed.
// body and curl are the particle's own: position in body.xyz. product_of(a, b) is cross(a, b).
// Write these two functions, then run: ./wb check 13.eddies
layout(local_size_x = TEAMS, local_size_y = LANES) in;

#include "13_foam/curl.glsl"
layout(std430, binding = CURLS) restrict readonly buffer Curls { vec4 curls[]; }; // the curl, and how much of it there is
layout(std430, binding = WATER_MOTIONS) restrict buffer Motions { vec4 motions[]; };

vec4 body, curl;
precise vec3 slope; // the sum so far

// --- your lines from here ---
// Adds to `slope` what neighbour j has to add; j may be the particle itself. It is at bodies[j].xyz.
void visit(uint j)
{
}

// The change of velocity in a step. `whole` is the sum over all neighbours.
vec3 kick(vec3 whole)
{
    return vec3(0.0);
}
// --- to here ---

void main()
{
    uint k = team();
    bool is_particle = k < uint(particle_count); // none leaves before the barrier in team_sum()
    slope = vec3(0.0);
    if (is_particle) {
        body = bodies[k];
        curl = curls[k];
        visit_list(k);
    }
    vec3 whole = team_sum(slope);
    if (is_particle && lane() == 0u) motions[k].xyz += kick(whole); // one of the team writes
}
