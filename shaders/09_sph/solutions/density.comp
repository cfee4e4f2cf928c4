#version 430 core
// Task: the density. As plain_density.comp: each particle asks all, and sums up what the kernel W gives for the
// distance to each of them. `sum` is to be that of  u^4 (5 - 4 u),  with u = 1 - r / reach, and 0 from the reach on;
// what is in front of it in W is multiplied later.
// Write that in the gap, then run: ./wb check 9.density
layout(local_size_x = GROUP) in;

#include "water/physics.glsl"
#include "09_sph/slots.h"

layout(std430, binding = WATER_POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = DENSITIES) restrict writeonly buffer Densities { vec2 densities[]; }; // and pushes

// What a wall at this distance leaves open of the kernel: half at 0, all from the reach on.
float open_beside(float distance)
{
    precise float u = max(1.0 - distance / reach, 0.0), u3 = u * u * u;
    precise float open = 1.0 - u3 * u3 * (3.5 + u * (-4.5 + 1.5 * u));
    return open;
}

// Walls and floor; under the ceiling is air.
float open_share(vec3 x)
{
    precise float open = open_beside(x.x) * open_beside(box.x - x.x) * open_beside(x.y) * open_beside(x.z) *
                         open_beside(box.z - x.z);
    return open;
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= uint(particle_count)) return;
    vec3 here = positions[i].xyz;
    precise float sum = 0.0;
    for (uint j = 0u; j < uint(particle_count); j++) {
        // --- your lines from here ---
        precise float u = max(1.0 - sqrt(square_of(here - positions[j].xyz)) / reach, 0.0), u2 = u * u;
        sum += u2 * u2 * (5.0 - 4.0 * u);
        // --- to here ---
    }
    float open = open_share(here);
    precise float density = mass * kernel_factor * sum / open, push = elastic_slope(density) / open;
    densities[i] = vec2(density, push);
}

// --- as shipped ---
