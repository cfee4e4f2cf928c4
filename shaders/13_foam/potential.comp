#version 430 core
// `scan`: how many foam particles are born of each particle of water, by the air that it traps.
// Limit: it goes through the lists of neighbours, as the force pass does once more after it.
layout(local_size_x = TEAMS, local_size_y = LANES) in;

#include "13_foam/water.glsl"
#include "13_foam/trapped.glsl"
layout(std430, binding = BIRTHS) restrict writeonly buffer Births { uint births[]; };

void visit(uint j)
{
    trap(body.xyz - bodies[j].xyz, motion.xyz - motions[j].xyz);
}

void main()
{
    uint k = team();
    bool is_particle = k < uint(particle_count); // none leaves before the barrier in team_sum()
    trapped = 0.0;
    if (is_particle) {
        begin(k);
        visit_list(k);
    }
    float whole = team_sum(vec3(trapped, 0.0, 0.0)).x;
    if (is_particle && lane() == 0u) births[k] = births_by_trapping(k, whole);
}
