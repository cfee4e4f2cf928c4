#version 430 core
// What the picture plots: the kinetic, potential and elastic energy of all particles, in J, and the
// largest density, in rest densities. Each of PARTS work groups sums up every PARTS-th block of
// particles; whoever reads the history adds up the PARTS sums. The order of the additions is fixed.
layout(local_size_x = MEASURE_GROUP) in;

#include "09_sph/physics.glsl"

layout(std430, binding = STATE_POSITIONS) restrict readonly buffer StatePositions { vec4 state_positions[]; };
layout(std430, binding = STATE_VELOCITIES) restrict readonly buffer StateVelocities { vec4 state_velocities[]; };
layout(std430, binding = HISTORY) restrict writeonly buffer History { vec4 history[]; };
layout(location = 0) uniform uint frame;

shared vec4 parts[MEASURE_GROUP];

vec4 combine(vec4 a, vec4 b) { return vec4(a.xyz + b.xyz, max(a.w, b.w)); }

// The integral of P / rho^2 from the rest density on: J/kg.
float elastic_energy(float compression) // rho / rho0
{
    if (compression <= 1.0) return 0.0;
    return stiffness / rest_density * (log(compression) + 1.0 / compression - 1.0);
}

vec4 energies_of(uint i)
{
    vec4 position = state_positions[i];
    vec3 velocity = state_velocities[i].xyz;
    float compression = position.w / rest_density;
    return vec4(mass * 0.5 * dot(velocity, velocity), mass * gravity * position.y,
                mass * elastic_energy(compression), compression);
}

void main()
{
    uint me = gl_LocalInvocationIndex;
    vec4 sum = vec4(0.0);
    for (uint i = gl_GlobalInvocationID.x; i < uint(particle_count); i += PARTS * MEASURE_GROUP)
        sum = combine(sum, energies_of(i));
    parts[me] = sum;
    for (uint half_count = MEASURE_GROUP / 2u; half_count > 0u; half_count /= 2u) {
        barrier(); // the sums of the round before are there
        if (me < half_count) parts[me] = combine(parts[me], parts[me + half_count]);
    }
    if (me == 0u) history[frame * PARTS + gl_WorkGroupID.x] = parts[0];
}
