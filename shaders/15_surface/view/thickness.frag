#version 430 core
// How much water the lamp's light comes through. What is drawn is added up: the way to where a ray leaves the water, minus
// the way to where it enters. For a closed surface, and whatever lies behind what, the sum is the way inside.
#include "15_surface/slots.h"

in vec3 place;
layout(location = EYE) uniform vec3 eye; // from here on ways are measured; any place would do
layout(location = TO_LAMP) uniform vec3 to_light;
layout(location = 0) out vec4 metres;

void main()
{
    float way = dot(eye - place, to_light);
    metres = vec4(gl_FrontFacing ? -way : way);
}
