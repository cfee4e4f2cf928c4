#version 430 core
// The half of a ball that is seen, or a needle: along x and y its normal, seen from the eye; where the number is on the
// scale; what kind of particle it is.
#include "water/pool/eye.glsl"
#include "water/pool/depth.glsl"
in vec2 on_disc;
in vec3 seen;
flat in float ball_radius, share;
flat in int kind;
layout(location = 0) out vec4 ball;

void main()
{
    float bulge = 1.0 - dot(on_disc, on_disc);
    if (bulge <= 0.0) discard;
    ball = vec4(on_disc, share, float(kind));
    gl_FragDepth = depth_of(-seen.z - ball_radius * sqrt(bulge));
}
