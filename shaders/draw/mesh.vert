#version 430 core
// A corner of a surface whose triangles are indices into storage buffers: no vertex attributes.
#include "draw/slots.h"

layout(std430, binding = DRAW_POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = DRAW_NORMALS) restrict readonly buffer Normals { vec4 normals[]; };
layout(location = DRAW_VIEW) uniform mat4 view;
layout(location = DRAW_PROJECTION) uniform mat4 projection;
layout(location = DRAW_COLUMNS) uniform int columns; // of a sheet; 0: it is none

out vec3 place;  // in space
out vec3 normal; // not of length 1 between two corners
out vec2 sheet;  // column and row of the corner

void main()
{
    place = positions[gl_VertexID].xyz;
    normal = normals[gl_VertexID].xyz;
    int across = max(columns, 1);
    sheet = vec2(gl_VertexID % across, gl_VertexID / across);
    bool is_number = all(lessThan(abs(place), vec3(1e9))); // of NaN and the like nothing is drawn
    gl_Position = is_number ? projection * view * vec4(place, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
}
