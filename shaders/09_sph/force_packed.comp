#version 430 core
// Acceleration and the step in time, in one pass: what it writes, the state, is not what neighbours
// read, the sorted and packed copies.
layout(local_size_x = GROUP) in;

#ifdef TWO_KERNELS
#include "09_sph/two_kernels.glsl"
#endif
#include "water/force_packed.glsl"
#include "09_sph/neighbours.glsl"
#include "09_sph/fine.glsl"

void main()
{
    uint k = gl_GlobalInvocationID.x;
    if (k >= uint(particle_count)) return;
    begin(k);
    visit_candidates(body.xyz);
    move(k, sum);
}
