#version 430 core
// Minimum, maximum and centre of mass in one go, first level: a fixed number of groups, each of which
// strides over the particles and writes what it has found.
// Limit: reading, 16 bytes a particle.
layout(local_size_x = GROUP) in;

#include "05_reduction/extent.glsl"

layout(std430, binding = 0) restrict readonly buffer Particles { vec4 particles[]; }; // x, y, z, mass
layout(std430, binding = 1) restrict writeonly buffer Partials { Extent partials[]; };
layout(location = 0) uniform uint count;

void main()
{
    Extent mine = nothing();
    for (uint i = gl_GlobalInvocationID.x; i < count; i += gl_NumWorkGroups.x * GROUP)
        mine = combine(mine, of_particle(particles[i]));
    Extent all = tree_extent(mine);
    if (gl_LocalInvocationIndex == 0u) partials[gl_WorkGroupID.x] = all;
}
