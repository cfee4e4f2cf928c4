#version 430 core
// A corner of the water's mesh; what is behind a wall of the box is put onto it, and lies flat against the glass.
#include "water/physics.glsl"
#include "water/view/eye.glsl"
#include "water/pool/snap.glsl"
out vec3 place, normal;

void main()
{
    place = snapped(positions[gl_VertexID].xyz);
    normal = normals[gl_VertexID].xyz;
    gl_Position = projection * view * vec4(place, 1.0);
}
