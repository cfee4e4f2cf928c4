#version 430 core
// What the picture plots, eight numbers a frame. Sums: kinetic, potential and elastic energy (J), and
// the number of particles that are lost: outside of the box, or no number at all. Largest values:
// density (in rest densities), x and y (m), speed (m/s).
// Each of PARTS work groups takes every PARTS-th block of particles; whoever reads the history puts
// the PARTS results together. The order of all additions is fixed, so the sums are the same in every run.
layout(local_size_x = MEASURE_GROUP) in;

#include "09_sph/physics.glsl"

layout(std430, binding = STATE_POSITIONS) restrict readonly buffer StatePositions { vec4 state_positions[]; };
layout(std430, binding = STATE_VELOCITIES) restrict readonly buffer StateVelocities { vec4 state_velocities[]; };

struct Figures {
    vec4 sums;
    vec4 largest;
};
layout(std430, binding = HISTORY) restrict writeonly buffer History { Figures history[]; };
layout(location = 0) uniform uint frame;

shared vec4 sums[MEASURE_GROUP], largest[MEASURE_GROUP];

// The integral of P / rho^2 from the rest density on, in J/kg.
float elastic_energy(float compression) // rho / rho0
{
    if (compression <= 1.0) return 0.0;
    return stiffness / rest_density * (log(compression) + 1.0 / compression - 1.0);
}

void add(uint i, inout vec4 sum, inout vec4 most)
{
    vec4 position = state_positions[i];
    vec3 velocity = state_velocities[i].xyz;
    float square = dot(velocity, velocity), compression = position.w / rest_density;
    bool is_inside = all(greaterThanEqual(position.xyz, vec3(0.0))) && all(lessThanEqual(position.xyz, box));
    bool is_number = square >= 0.0 && !isinf(square); // NaN is not
    sum += mass * vec4(0.5 * square, gravity * position.y, elastic_energy(compression), 0.0);
    sum.w += is_inside && is_number ? 0.0 : 1.0;
    most = max(most, vec4(compression, position.xy, sqrt(square)));
}

void main()
{
    uint me = gl_LocalInvocationIndex;
    vec4 sum = vec4(0.0), most = vec4(0.0);
    for (uint i = gl_GlobalInvocationID.x; i < uint(particle_count); i += PARTS * MEASURE_GROUP) add(i, sum, most);
    sums[me] = sum;
    largest[me] = most;
    for (uint others = MEASURE_GROUP / 2u; others > 0u; others /= 2u) {
        barrier(); // the round before is over
        if (me >= others) continue;
        sums[me] += sums[me + others];
        largest[me] = max(largest[me], largest[me + others]);
    }
    if (me == 0u) history[frame * PARTS + gl_WorkGroupID.x] = Figures(sums[0], largest[0]);
}
