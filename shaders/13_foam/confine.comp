#version 430 core
// Vorticity confinement: eddies that friction has worn down are pushed on.
// Limit: two more walks through the lists of neighbours in each step of the water.
layout(local_size_x = TEAMS, local_size_y = LANES) in;

#include "13_foam/curl.glsl"
layout(std430, binding = CURLS) restrict readonly buffer Curls { vec4 curls[]; }; // the curl, and how much of it there is
layout(std430, binding = WATER_MOTIONS) restrict buffer Motions { vec4 motions[]; };

vec4 body, curl;
precise vec3 slope; // the sum so far: where there is more curl

// Only the direction counts, so no factor does that all neighbours share.
void visit(uint j)
{
    vec3 d = body.xyz - bodies[j].xyz;
    float more = curls[j].w - curl.w;
    slope = fma(d, vec3(-more * slope_at(inside_at(square_of(d)))), slope);
}

// The change of velocity in a step. `whole` points to where there is more curl: to the middle of the eddy.
vec3 kick(vec3 whole)
{
    precise vec3 inwards = whole / max(sqrt(square_of(whole)), 1e-30); // of length 1, or 0
    precise vec3 change = time_step * confinement * product_of(inwards, curl.xyz);
    return change;
}

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
