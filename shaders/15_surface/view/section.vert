#version 430 core
// A rectangle through the grid.
layout(location = 11) uniform mat4 view;
layout(location = 12) uniform mat4 projection;
layout(location = 13) uniform vec4 rectangle; // lowest x and y; highest x and y
layout(location = 14) uniform float section;  // z

out vec3 place;

void main()
{
    place = vec3(mix(rectangle.xy, rectangle.zw, vec2(gl_VertexID & 1, gl_VertexID >> 1)), section);
    gl_Position = projection * view * vec4(place, 1.0);
}
