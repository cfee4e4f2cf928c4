#version 430 core
// Task: surface tension. As force_packed.comp, and each neighbour pulls as well (Becker and
// Teschner 2007): it adds  -kappa (x_i - x_j) W(r)  to the acceleration, where kappa is the
// uniform `tension`. Inside the water the pulls cancel; at the surface they all point inwards.
// What the pulls have stored is counted already, with the kinetic energy.
// Write that in the gap, then run: ./wb check 9.tension
layout(local_size_x = GROUP) in;

#include "water/physics.glsl"
#include "09_sph/fine.glsl"
#include "water/force.glsl"
#include "water/walls.glsl"

layout(std430, binding = WATER_BODIES) restrict readonly buffer Bodies { vec4 bodies[]; };    // position, push
layout(std430, binding = WATER_MOTIONS) restrict readonly buffer Motions { vec4 motions[]; }; // velocity, 1 / density
layout(std430, binding = WATER_IDS) restrict readonly buffer Ids { uint ids[]; };
layout(std430, binding = WATER_POSITIONS) restrict writeonly buffer StatePositions { vec4 state_positions[]; };
layout(std430, binding = WATER_VELOCITIES) restrict writeonly buffer StateVelocities { vec4 state_velocities[]; };

vec4 body, motion;
precise vec3 sum, pull;
precise float stored; // J/kg

// In 1/m3.
float kernel(float inside)
{
    precise float value = kernel_factor * add_kernel(0.0, inside);
    return value;
}

// The integral of r W(r) from here to the reach, in 1/m.
float well(float inside)
{
    precise float u = max(inside, 0.0), u2 = u * u;
    precise float depth = kernel_factor * reach * reach * u2 * u2 * u * (1.0 + u * (-1.5 + 4.0 / 7.0 * u));
    return depth;
}

void visit(uint j)
{
    vec4 other = bodies[j], other_motion = motions[j];
    vec3 d = body.xyz - other.xyz;
    float inside = inside_at(square_of(d));
    precise float elastic = body.w + other.w, volumes = volume_of(motion.w) * volume_of(other_motion.w);
    sum = add_force(sum, d, other_motion.xyz - motion.xyz, elastic, volumes);
    if (square_of(d) > 0.0) stored -= 0.5 * tension * well(inside); // half of it is the other's
    // `pull` is what tension adds to the acceleration; main() adds it as it is. W(r) is kernel(inside).
    // --- your lines from here ---
    pull -= tension * kernel(inside) * d;
    // --- to here ---
}

void main()
{
    uint k = gl_GlobalInvocationID.x;
    if (k >= uint(particle_count)) return;
    body = bodies[k];
    motion = motions[k];
    sum = pull = vec3(0.0);
    stored = 0.0;
    visit_candidates(body.xyz);
    precise float density = 1.0 / motion.w;
    precise vec3 acceleration = sum * (mass * slope_factor) + outer_force(body.xyz, density, body.w) + pull;
    Moved moved = move_on(body.xyz, motion.xyz, acceleration);
    uint i = ids[k];
    state_positions[i] = vec4(moved.position, density);
    state_velocities[i] = vec4(moved.velocity, moved.kinetic + stored);
}

// --- as shipped ---
