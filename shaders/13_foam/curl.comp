#version 430 core
// How the water turns around each of its particles: the curl of its velocity, 1/s, and how long that vector is. Water that
// turns as one, W times a second, has 2 W everywhere.
layout(local_size_x = TEAMS, local_size_y = LANES) in;

#include "13_foam/curl.glsl"
layout(std430, binding = WATER_MOTIONS) restrict readonly buffer Motions { vec4 motions[]; }; // velocity, 1 / density
layout(std430, binding = CURLS) restrict writeonly buffer Curls { vec4 curls[]; };

vec4 body, motion;
precise vec3 sum;

// [visit]
// The kernel's gradient is -d times its slope, and the curl the sum of gradient x velocity: here velocity x d. A neighbour
// counts for the room that it takes, which is never more than at rest.
void visit(uint j)
{
    vec3 d = body.xyz - bodies[j].xyz;
    vec4 other = motions[j];
    float weight = min(other.w, 1.0 / rest_density) * slope_at(inside_at(square_of(d)));
    sum = fma(product_of(other.xyz - motion.xyz, d), vec3(weight), sum);
}
// [/visit]

void main()
{
    uint k = team();
    bool is_particle = k < uint(particle_count); // none leaves before the barrier in team_sum()
    sum = vec3(0.0);
    if (is_particle) {
        body = bodies[k];
        motion = motions[k];
        visit_list(k);
    }
    vec3 whole = team_sum(sum);
    precise vec3 curl = whole * (mass * slope_factor);
    if (is_particle && lane() == 0u) curls[k] = vec4(curl, sqrt(square_of(curl))); // one of the team writes
}
