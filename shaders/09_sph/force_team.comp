#version 430 core
// As force_packed.comp, by a team of invocations for each particle: see team.glsl.
layout(local_size_x = TEAMS, local_size_y = LANES) in;

#include "water/force_packed.glsl"
#include "water/team.glsl"
#include "09_sph/fine.glsl"

void main()
{
    uint k = team();
    bool is_particle = k < uint(particle_count); // none leaves before the barrier in team_sum()
    sum = vec3(0.0);
    if (is_particle) {
        begin(k);
        visit_candidates(body.xyz);
    }
    vec3 whole = team_sum(sum);
    if (is_particle && lane() == 0u) move(k, whole); // one of the team writes
}
