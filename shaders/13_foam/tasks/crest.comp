#version 430 core
// Task: wave crests. Water also foams where a wave breaks over: where its surface is bent outwards, and moves
// outwards. normals[k].xyz is the direction out of the water, of length 1. A particle of water counts if it moves that
// way: if the cosine between its velocity and its normal is 0.6 or more, and it moves at all. Then its crest is the sum of
//     (1 - cosine between the two normals) (1 - distance / reach)
// over the neighbours that lie behind its surface, against its normal: where the surface is convex, all of them do. All
// others have a crest of 0. The way to itself has no direction, and neither has the velocity of a particle at rest: what
// 0/0 or normalize() of 0 gives is open. body and motion are the particle's own: position in body.xyz, velocity in motion.xyz.
// Write these two functions, then run: ./wb check 13.crest
layout(local_size_x = TEAMS, local_size_y = LANES) in;

#include "13_foam/water.glsl"
layout(std430, binding = BIRTHS) restrict writeonly buffer Births { uint births[]; };
layout(std430, binding = NORMALS) restrict readonly buffer Normals { vec4 normals[]; };
layout(std430, binding = CRESTS) restrict writeonly buffer Crests { float crests[]; };

vec3 normal;           // the particle's own
precise float crest;   // the sum so far

// What dot() is, and to the last bit the same on every driver. (The square of a length: square_of().)
float product_of(vec3 a, vec3 b)
{
    precise float product = fma(a.z, b.z, fma(a.y, b.y, a.x * b.x));
    return product;
}

// --- your lines from here ---
// Adds to `crest` what neighbour j has to add; j may be the particle itself. It is at bodies[j].xyz.
void visit(uint j)
{
}

bool moves_outwards()
{
    return false;
}
// --- to here ---

void main()
{
    uint k = team();
    bool is_particle = k < uint(particle_count); // none leaves before the barrier in team_sum()
    crest = 0.0;
    if (is_particle) {
        begin(k);
        normal = normals[k].xyz;
        visit_list(k);
    }
    float whole = team_sum(vec3(crest, 0.0, 0.0)).x;
    if (!is_particle || lane() != 0u) return; // one of the team writes
    if (!moves_outwards()) whole = 0.0;
    crests[k] = whole;
    births[k] = births_of(number_of(k), ramp(whole, crest_low, crest_high), motion.xyz, 1.0 / motion.w);
}
