#version 430 core
// How much water there is in all: the way to where a ray leaves it, minus the way to where it enters, added up. In
// whatever order, the sum is the same.
#include "water/pool/eye.glsl"
in vec3 place;
layout(location = 0) out float metres;

void main() { metres = gl_FrontFacing ? -distance(place, eye) : distance(place, eye); }
