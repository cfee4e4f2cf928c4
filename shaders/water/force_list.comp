#version 430 core
// Acceleration and the step in time. It goes through the list that density_list.comp has made, and needs no grid.
layout(local_size_x = TEAMS, local_size_y = LANES) in;

#define LIST_ACCESS readonly
#include "water/force_packed.glsl"
#include "water/team.glsl"
#include "water/list.glsl"
#include "water/visit_list.glsl"

void main()
{
    uint k = team();
    bool is_particle = k < uint(particle_count); // none leaves before the barrier in team_sum()
    sum = vec3(0.0);
    if (is_particle) {
        begin(k);
        visit_list(k);
    }
    vec3 whole = team_sum(sum);
    if (is_particle && lane() == 0u) move(k, whole); // one of the team writes
}
