// The mesh, within the box.
#include "draw/slots.h"
layout(std430, binding = DRAW_POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = DRAW_NORMALS) restrict readonly buffer Normals { vec4 normals[]; };
layout(location = WATER_SNAP) uniform float snap; // m: what is this close to a wall is at it; 0: what is behind it

// From 0 to `snap` all is 0, from there to twice that it catches up: what is closed stays closed.
vec3 snapped(vec3 p)
{
    vec3 low = max(p, 0.0), high = max(box - p, 0.0);
    low = max(low - max(2.0 * snap - low, 0.0), 0.0);
    high = max(high - max(2.0 * snap - high, 0.0), 0.0);
    return mix(low, box - high, greaterThan(p, 0.5 * box));
}
