#version 430 core
// For the task: the direction out of the water at each of its particles, where there is least of it.
layout(local_size_x = TEAMS, local_size_y = LANES) in;

#include "13_foam/water.glsl"
layout(std430, binding = NORMALS) restrict writeonly buffer Normals { vec4 normals[]; };

precise vec3 outwards;

void visit(uint j)
{
    vec3 d = body.xyz - bodies[j].xyz;
    outwards = fma(d, vec3(motions[j].w * slope_at(inside_at(square_of(d)))), outwards);
}

void main()
{
    uint k = team();
    bool is_particle = k < uint(particle_count); // none leaves before the barrier in team_sum()
    outwards = vec3(0.0);
    if (is_particle) {
        begin(k);
        visit_list(k);
    }
    vec3 whole = team_sum(outwards);
    precise float length = sqrt(square_of(whole));
    precise vec3 normal = whole / max(length, 1e-30);
    if (is_particle && lane() == 0u) normals[k] = vec4(normal, 0.0);
}
