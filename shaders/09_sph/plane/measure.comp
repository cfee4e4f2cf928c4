#version 430 core
// The ledger: energies of all particles, in J/kg, added up in PLANE_PARTS parts, which the CPU adds up.

#include "09_sph/slots.h"
#include "09_sph/plane/plane.glsl"

layout(local_size_x = PLANE_PARTS) in;

layout(std430, binding = PLANE_ENERGIES) restrict readonly buffer Energies { vec4 energies[]; };
layout(std430, binding = PLANE_SUMS) restrict writeonly buffer Sums { vec4 sums[]; };
layout(location = PLANE_FRAME) uniform uint frame; // its place in the ledger

void main()
{
    precise vec4 sum = vec4(0.0);
    for (uint i = gl_LocalInvocationID.x; i < count; i += uint(PLANE_PARTS)) sum += energies[i];
    sums[frame * uint(PLANE_PARTS) + gl_LocalInvocationID.x] = sum;
}
