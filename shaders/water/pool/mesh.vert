#version 430 core
// A corner of the water's mesh; what is behind a wall of the box is put onto it, and lies flat against the glass. What is
// on the eye's side of a cut is left out.
#include "water/physics.glsl"
#include "water/pool/eye.glsl"
#include "water/pool/snap.glsl"
layout(location = WATER_CUT) uniform float cut; // z, m
out vec3 place, normal;

void main()
{
    place = snapped(positions[gl_VertexID].xyz);
    normal = normals[gl_VertexID].xyz;
    gl_ClipDistance[0] = cut - place.z;
    gl_Position = projection * view * vec4(place, 1.0);
}
