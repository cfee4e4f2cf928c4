#version 430 core
// How near the water is: the spheres, but nothing is nearer than the box. They bulge out of it by half their radius; of
// the two, the smaller counts, and the water stands flat against the glass.
#include "water/physics.glsl"
#include "13_foam/slots.h"
#include "water/pool/eye.glsl"
#include "13_foam/screen/nearness.glsl"
layout(binding = SPHERES_UNIT) uniform sampler2D spheres; // the depth buffer with the spheres
layout(location = 0) out float nearness;

void main()
{
    vec3 direction = along_view(gl_FragCoord.xy);
    vec3 low = -eye / direction, high = (box - eye) / direction;
    vec3 first = min(low, high), last = max(low, high);
    float enters = max(first.x, max(first.y, first.z)), leaves = min(last.x, min(last.y, last.z));
    float glass = enters < leaves && leaves > 0.0 ? 1.0 / max(enters, CLOSEST) : 0.0;
    nearness = min(texelFetch(spheres, ivec2(gl_FragCoord.xy), 0).r / DEPTH_OF_NEARNESS, glass);
}
