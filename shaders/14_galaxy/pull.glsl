// The pull of one body on a place, and its potential there, both for G = 1: Plummer's softening, as if
// the body were a ball of about the softening's size. The pull is the potential's slope, so energy is
// conserved. The module's pull, 1 / (r^2 + e^2), is strongest at r = 0, where it has no direction.
#include "14_galaxy/slots.h"

layout(location = STARS) uniform uint stars;
layout(location = SOFTENING_SQUARED) uniform float softening_squared; // kpc2

vec4 pull_of(vec4 body, vec3 here)
{
    vec3 to = body.xyz - here;
    float inverse = inversesqrt(dot(to, to) + softening_squared), potential = body.w * inverse;
    return vec4(potential * inverse * inverse * to, -potential);
}
