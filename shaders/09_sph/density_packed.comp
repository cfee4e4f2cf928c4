#version 430 core
// Density, and everything else that the next pass wants to know of a neighbour.
layout(local_size_x = GROUP) in;

#ifdef TWO_KERNELS
#include "09_sph/two_kernels.glsl"
#endif
#include "water/density_packed.glsl"
#include "09_sph/neighbours.glsl"
#include "09_sph/fine.glsl"

void main()
{
    uint k = gl_GlobalInvocationID.x;
    if (k >= uint(particle_count)) return;
    begin(k);
    visit_candidates(here);
    pack(k, sum);
}
