#version 430 core
// What the picture plots, eight numbers a frame. Sums: kinetic, potential and elastic energy (J), and
// the number of particles that are lost: outside of the box, or no number at all. Largest values:
// density (in rest densities), x and y (m), speed (m/s).
// Each of WATER_PARTS work groups takes every WATER_PARTS-th block of particles (of few particles, only those groups run that
// have any, and the other results are 0); the reader of the history puts the WATER_PARTS results together. The order of all additions is fixed, so the sums are the same in every run.
#include "water/physics.glsl"

layout(local_size_x = WATER_MEASURE_GROUP) in;

layout(std430, binding = WATER_POSITIONS) restrict readonly buffer StatePositions { vec4 state_positions[]; };
layout(std430, binding = WATER_VELOCITIES) restrict readonly buffer StateVelocities { vec4 state_velocities[]; };

struct Figures {
    vec4 sums;
    vec4 largest;
};
layout(std430, binding = WATER_HISTORY) restrict writeonly buffer History { Figures history[]; };
layout(location = WATER_FRAME) uniform uint frame;

#define REDUCE_GROUP WATER_MEASURE_GROUP
#include "reduce/group.glsl"

void add(uint i, inout vec4 sum, inout vec4 most)
{
    vec4 position = state_positions[i], velocity = state_velocities[i];
    precise float square = square_of(velocity.xyz), compression = position.w / rest_density;
    bool is_inside = all(greaterThanEqual(position.xyz, vec3(0.0))) && all(lessThanEqual(position.xyz, box));
    bool is_number = square >= 0.0 && !isinf(square); // NaN is not
    // All three energies are of one moment: when the particle was where its density is from.
    precise float height = position.y - time_step * velocity.y, excess = max(compression - 1.0, 0.0);
    precise float elastic = 0.5 * stiffness / rest_density * excess * excess;
    precise vec4 energies = mass * vec4(velocity.w, gravity * height, elastic, 0.0);
    sum += energies;
    sum.w += is_inside && is_number ? 0.0 : 1.0;
    most = max(most, vec4(compression, position.xy, sqrt(square)));
}

void main()
{
    vec4 sum = vec4(0.0), most = vec4(0.0);
    for (uint i = gl_GlobalInvocationID.x; i < uint(particle_count); i += WATER_PARTS * WATER_MEASURE_GROUP) add(i, sum, most);
    sum = group_sum(sum);
    barrier(); // all have the sum
    most = group_largest(most);
    if (gl_LocalInvocationIndex == 0u) history[frame * WATER_PARTS + gl_WorkGroupID.x] = Figures(sum, most);
}
