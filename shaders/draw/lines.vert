#version 430 core
// Lines in space.
#include "draw/slots.h"

layout(location = DRAW_VIEW) uniform mat4 view;
layout(location = DRAW_PROJECTION) uniform mat4 projection;
layout(location = DRAW_POINT) in vec3 point;

void main() { gl_Position = projection * view * vec4(point, 1.0); }
