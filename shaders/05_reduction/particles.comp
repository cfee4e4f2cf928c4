#version 430 core
// Minimum, maximum and centre of mass in one go, first level: a fixed number of groups; each
// strides over the particles and writes what it has found.
// Limit: reading, 16 bytes a particle.
#include "05_reduction/slots.h"

layout(local_size_x = GROUP) in;

#include "05_reduction/extent.glsl"

layout(std430, binding = PARTICLES) restrict readonly buffer Particles { vec4 particles[]; }; // x, y, z, mass
layout(std430, binding = PARTIALS) restrict writeonly buffer Partials { Extent partials[]; };
layout(location = COUNT) uniform uint count;

void main()
{
    Extent mine = nothing();
    for (uint i = gl_GlobalInvocationID.x; i < count; i += gl_NumWorkGroups.x * GROUP)
        mine = combine(mine, of_particle(particles[i]));
    Extent all = tree_extent(mine);
    if (gl_LocalInvocationIndex == 0u) partials[gl_WorkGroupID.x] = all;
}
