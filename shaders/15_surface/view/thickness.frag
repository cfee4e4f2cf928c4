#version 430 core
// How much water is in front of what a pixel shows. What is drawn is added up: the way to where a ray
// leaves the water, minus the way to where it enters. For a closed surface, and whatever lies behind
// what, the sum is the way inside.
#include "15_surface/slots.h"

in vec3 place;
layout(location = EYE) uniform vec3 eye;
layout(location = TO_LAMP) uniform vec3 to_light; // not zeros: the ways of the lamp's light
layout(location = 0) out vec4 metres;

void main()
{
    float way = to_light != vec3(0.0) ? -dot(place, to_light) : distance(place, eye);
    metres = vec4(gl_FrontFacing ? -way : way);
}
