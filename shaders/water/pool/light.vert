#version 430 core
// The mesh as the sun sees it: each place where its light falls on the floor.
#include "water/physics.glsl"
#include "water/pool/eye.glsl"
#include "water/pool/snap.glsl"
#include "water/pool/sun.glsl"
out vec3 place, normal;

void main()
{
    place = snapped(positions[gl_VertexID].xyz);
    normal = normals[gl_VertexID].xyz;
    gl_Position = vec4(2.0 * on_map(on_floor(place)) - 1.0, 0.0, 1.0);
}
