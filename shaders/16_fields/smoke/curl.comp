#version 430 core
// How fast the air turns in each cell, and around which axis: the curl, and its length.
#include "16_fields/smoke/slots.h"
layout(local_size_x = GROUP_X, local_size_y = GROUP_Y, local_size_z = GROUP_Z) in;

layout(rgba32f, binding = CURL_NEXT) restrict writeonly uniform image3D curl;
layout(r32f, binding = TURNING_NEXT) restrict writeonly uniform image3D turning;

#include "16_fields/smoke/box.glsl"
#include "16_fields/smoke/velocity.glsl"
#include "16_fields/smoke/root.glsl"

// How a component, in the middle of cells, changes from the cell before p to the one behind it: twice the derivative.
// `across` leads to the component's other face.
float change(sampler3D field, ivec3 p, ivec3 along, ivec3 across)
{
    precise float difference = (at(field, p + along) + at(field, p + along + across)) - (at(field, p - along) + at(field, p - along + across));
    return difference;
}

void main()
{
    ivec3 p = ivec3(gl_GlobalInvocationID);
    if (!is_inside(p)) return;
    precise vec3 twice = vec3(change(velocity_z, p, Y, Z) - change(velocity_y, p, Z, Y), change(velocity_x, p, Z, X) - change(velocity_z, p, X, Z),
                              change(velocity_y, p, X, Y) - change(velocity_x, p, Y, X));
    precise vec3 turn = 0.25 * twice;
    precise float square = (turn.x * turn.x + turn.y * turn.y) + turn.z * turn.z;
    precise float speed = square * inverse_root(square);
    imageStore(curl, p, vec4(turn, 0.0));
    imageStore(turning, p, vec4(speed));
}
