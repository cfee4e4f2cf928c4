#version 430 core
// Version 3: the water's force pass (water/force_list.comp), which visits all neighbours anyway, adds up the air that is
// trapped as well.
// Limit: the foam's way through the grid, 200 candidates for each particle of foam.
layout(local_size_x = TEAMS, local_size_y = LANES) in;

#define LIST_ACCESS readonly
#define visit push // a neighbour does one thing for the water
#include "water/force_packed.glsl"
#undef visit
#include "water/team.glsl"
#include "water/list.glsl"
#include "water/visit_list.glsl"
#include "13_foam/foam.glsl"
#include "13_foam/birth.glsl"
#include "13_foam/trapped.glsl"
layout(std430, binding = BIRTHS) restrict writeonly buffer Births { uint births[]; };

void visit(uint j)
{
    push(j);
    trap(body.xyz - bodies[j].xyz, motion.xyz - motions[j].xyz); // and one for the foam
}

void main()
{
    uint k = team();
    bool is_particle = k < uint(particle_count); // none leaves before the barrier in team_sum()
    sum = vec3(0.0);
    trapped = 0.0;
    if (is_particle) {
        begin(k);
        visit_list(k);
    }
    vec4 whole = team_sum(vec4(sum, trapped));
    if (!is_particle || lane() != 0u) return; // one of the team writes
    births[k] = births_by_trapping(k, whole.w);
    move(k, whole.xyz);
}
