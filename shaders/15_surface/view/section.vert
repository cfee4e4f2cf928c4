#version 430 core
// A rectangle through the grid.
#include "15_surface/slots.h"

layout(location = SECTION_VIEW) uniform mat4 view;
layout(location = SECTION_PROJECTION) uniform mat4 projection;
layout(location = RECTANGLE) uniform vec4 rectangle; // lowest x and y; highest x and y
layout(location = SECTION_AT) uniform float section; // z

out vec3 place;

void main()
{
    place = vec3(mix(rectangle.xy, rectangle.zw, vec2(gl_VertexID & 1, gl_VertexID >> 1)), section);
    gl_Position = projection * view * vec4(place, 1.0);
}
