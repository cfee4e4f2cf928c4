// Light on a surface that is seen from both sides: for fragment shaders behind draw/mesh.vert. Linear light.
#include "draw/slots.h"
in vec3 place;
in vec3 normal;
in vec2 sheet;
layout(location = DRAW_EYE) uniform vec3 eye;
layout(location = DRAW_TO_LIGHT) uniform vec3 to_light; // of length 1

// The side that is seen: its normal points to the eye.
vec3 side_normal() { return normalize(gl_FrontFacing ? normal : -normal); }

// A colour in the light of a lamp (`lit` of it arrives, 0 in the shadow), and of a room that is brighter
// above than below. Some of the lamp's light comes through: `thin`, from 0 to 1.
vec3 lit_colour(vec3 colour, vec3 n, float lit, float thin)
{
    vec3 to_eye = normalize(eye - place), half_way = normalize(to_eye + to_light);
    float facing = dot(n, to_light), edge = 1.0 - max(dot(n, to_eye), 0.0);
    vec3 room = mix(vec3(0.09, 0.085, 0.095), vec3(0.26, 0.31, 0.40), 0.5 + 0.5 * n.y);
    vec3 lamp = vec3(2.9, 2.65, 2.3) * (max(facing, 0.0) + thin * max(-facing, 0.0)) * lit;
    float shine = 0.07 * pow(max(dot(n, half_way), 0.0), 20.0) * lit * step(0.0, facing);
    float sheen = 0.8 * edge * edge * edge; // the fibres at a fold's edge
    return colour * (room + lamp) + shine + sheen * colour * (room + 0.5 * lit);
}

vec3 to_srgb(vec3 linear)
{
    vec3 toned = linear / (1.0 + 0.28 * linear); // bright places keep their colour
    return pow(clamp(toned, 0.0, 1.0), vec3(1.0 / 2.2));
}
