#version 430 core
#include "09_sph/physics.glsl"
#include "09_sph/view/eye.glsl"
#include "09_sph/view/surroundings.glsl"
layout(location = 0) out vec4 pixel;

void main() { pixel = vec4(surroundings(eye, ray_through(gl_FragCoord.xy)), 1.0); }
