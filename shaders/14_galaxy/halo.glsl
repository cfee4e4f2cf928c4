// The dark halo, which stays where it is: v^2 x / (r^2 + c^2), a pull under which stars far out circle
// at the speed v; and its potential. kpc and km/s.
#include "14_galaxy/slots.h"

layout(location = HALO) uniform vec2 halo; // v, km/s; c, kpc

vec4 halo_pull(vec3 position)
{
    float square = dot(position, position) + halo.y * halo.y, strength = halo.x * halo.x;
    return vec4(-strength / square * position, 0.5 * strength * log(square));
}
