// What light arrives where: the shadow of the cloth, from a map of depths as the lamp sees them, and that of
// the ball, from geometry.
#include "12_cloth/slots.h"
layout(binding = SHADOW_UNIT) uniform sampler2DShadow shadow_map;
layout(location = LAMP) uniform mat4 lamp;   // from space into the map, 0 to 1
layout(location = SOLID) uniform vec4 solid; // the ball as it is now: centre and radius

// The ball's share of the lamp as it is seen from a place, with a soft edge; 1: the lamp is free.
float beside_ball(vec3 place, vec3 direction)
{
    vec3 d = solid.xyz - place;
    float along = dot(d, direction), off = length(d - along * direction);
    if (solid.w == 0.0 || along <= 0.0) return 1.0;
    return smoothstep(solid.w - 0.03, solid.w + 0.03, off);
}

// A mean over 3 x 3 places of the map; `slack` keeps a surface from its own shadow.
float lamp_at(vec3 place, vec3 direction, float slack)
{
    vec3 at = (lamp * vec4(place + slack * direction, 1.0)).xyz;
    if (any(lessThan(at, vec3(0.0))) || any(greaterThan(at.xy, vec2(1.0)))) return beside_ball(place, direction);
    at.z = min(at.z, 1.0); // the floor is further from the lamp than all that is in the map
    float sum = 0.0;
    for (int k = 0; k < 9; k++)
        sum += texture(shadow_map, vec3(at.xy + 1.3 * vec2(k % 3 - 1, k / 3 - 1) / float(SHADOW_PIXELS), at.z));
    return sum / 9.0 * beside_ball(place, direction);
}
