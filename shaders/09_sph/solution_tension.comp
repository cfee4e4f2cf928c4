#version 430 core
// Exercise: surface tension. As force_packed.comp, and each neighbour pulls as well (Becker and
// Teschner 2007): it adds  -kappa (x_i - x_j) W_poly6(r)  to the acceleration, where kappa is the
// uniform `tension`. Inside the water the pulls cancel; at the surface they all point inwards.
layout(local_size_x = GROUP) in;

#include "09_sph/physics.glsl"
#include "09_sph/neighbours.glsl"
#include "09_sph/force.glsl"
#include "09_sph/walls.glsl"

layout(std430, binding = BODIES) restrict readonly buffer Bodies { vec4 bodies[]; };    // position, volume
layout(std430, binding = MOTIONS) restrict readonly buffer Motions { vec4 motions[]; }; // velocity, pressure
layout(std430, binding = IDS) restrict readonly buffer Ids { uint ids[]; };
layout(std430, binding = STATE_POSITIONS) restrict writeonly buffer StatePositions { vec4 state_positions[]; };
layout(std430, binding = STATE_VELOCITIES) restrict writeonly buffer StateVelocities { vec4 state_velocities[]; };

vec3 here;
precise vec3 sum, pull;
vec4 motion;

void visit(uint j)
{
    vec4 other = bodies[j];
    vec3 d = here - other.xyz;
    float square = square_of(d);
    if (square >= reach * reach) return;
    vec4 other_motion = motions[j];
    precise float pressures = motion.w + other_motion.w;
    sum = add_force(sum, d, square, other_motion.xyz - motion.xyz, pressures, other.w);
    // `pull` is what tension adds to the acceleration; main() adds it as it is.
    // --- your lines from here ---
    pull -= tension * poly6(square) * d;
    // --- to here ---
}

void main()
{
    uint k = gl_GlobalInvocationID.x;
    if (k >= uint(particle_count)) return;
    vec4 body = bodies[k];
    here = body.xyz;
    motion = motions[k];
    sum = pull = vec3(0.0);
    visit_candidates(here);
    precise float density = mass / body.w;
    precise vec3 acceleration = sum / density + wall_force(here, motion.w, density) - vec3(0.0, gravity, 0.0) + pull;
    precise vec3 velocity = motion.xyz + time_step * acceleration;
    precise vec3 position = here + time_step * velocity;
    keep_inside(position, velocity);
    uint i = ids[k];
    state_positions[i] = vec4(position, density);
    state_velocities[i] = vec4(velocity, motion.w);
}
