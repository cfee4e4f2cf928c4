#version 430 core
// How near the box is: no water is nearer. The spheres bulge out of the box by half their radius; the
// blending keeps the smaller of the two, and the water stands flat against the glass.
#include "09_sph/physics.glsl"
#include "09_sph/view/eye.glsl"
layout(location = 0) out float nearness;

void main()
{
    vec3 direction = along_view(gl_FragCoord.xy);
    vec3 low = -eye / direction, high = (box - eye) / direction;
    vec3 first = min(low, high), last = max(low, high);
    float enters = max(first.x, max(first.y, first.z)), leaves = min(last.x, min(last.y, last.z));
    nearness = enters < leaves && leaves > 0.0 ? 1.0 / max(enters, CLOSEST) : 0.0;
}
