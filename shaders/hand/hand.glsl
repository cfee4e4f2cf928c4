// A person's hand in the picture: the ray from the camera through the mouse's pointer, in the lesson's units.
#include "hand/slots.h"

layout(location = HAND_EYE) uniform vec3 hand_eye;
layout(location = HAND_WAY) uniform vec3 hand_way;     // of length 1
layout(location = HAND_PLACE) uniform vec3 hand_place; // on the ray, as far away as the middle of the scene

// The part of v that the picture shows: across the ray.
vec3 across_ray(vec3 v) { return v - dot(v, hand_way) * hand_way; }

// The shortest way from the ray to x.
vec3 from_ray(vec3 x) { return across_ray(x - hand_eye); }

// The hand's weight at the end of such a way: 1 on the ray, less around it, and 0 from `reach` on.
float hand_weight(vec3 way, float reach) { return max(0.0, 1.0 - dot(way, way) / (reach * reach)); }
