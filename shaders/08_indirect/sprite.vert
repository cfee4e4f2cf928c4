#version 430 core
// A glowing streak for each particle: a rectangle of four vertices around the way that it flew in the
// last TRAIL_S seconds, as instances. Without a list they lie one behind the other:
// all slots of the pool in `fixed`, and only the living in `dense`.
#include "08_indirect/slots.h"
#include "08_indirect/particle.glsl"

layout(std430, binding = POOL) restrict readonly buffer Pool { Particle pool[]; };
#if LISTED
layout(std430, binding = LIVING) restrict readonly buffer Living { uint living[]; };
#endif
layout(location = VIEW) uniform mat4 view;
layout(location = PROJECTION) uniform mat4 projection;
layout(location = PICTURE_SIZE) uniform vec2 picture_size; // in pixels
layout(location = MIRROR) uniform float mirror;            // 1, or -1 for the reflection in the water
layout(location = ENERGY) uniform float energy;            // of one particle
layout(location = FASTEST) uniform float fastest;          // m/s: orange; 0: colours tell the age

out vec2 place;          // in pixels: along the streak from its tail, and across
flat out vec2 dimensions; // in pixels: the streak's length and its radius
flat out vec3 light;

const float TRAIL_S = 0.06, RADIUS = 0.0085; // s, m
const float FINEST = 1.4;                     // pixels; what is smaller becomes fainter instead

vec3 age_colour(float share)
{
    const vec3 stops[5] = vec3[](vec3(1.00, 0.86, 0.62), vec3(1.00, 0.55, 0.16), vec3(0.90, 0.20, 0.22),
                                 vec3(0.42, 0.14, 0.62), vec3(0.10, 0.22, 0.62));
    float x = clamp(share, 0.0, 1.0) * 3.999;
    int i = int(x);
    return mix(stops[i], stops[i + 1], fract(x));
}

// From blue for the slow to orange for the fast.
vec3 speed_colour(float speed)
{
    return mix(vec3(0.05, 0.20, 0.80), vec3(1.00, 0.40, 0.05), min(speed / fastest, 1.0));
}

vec2 to_pixels(vec4 clip) { return (0.5 * clip.xy / clip.w + 0.5) * picture_size; }

void main()
{
#if LISTED
    Particle p = pool[living[gl_InstanceID]];
#else
    Particle p = pool[gl_InstanceID];
#endif
    vec3 up = vec3(1.0, mirror, 1.0);
    float age = p.position.w, life = p.velocity.w;
    vec3 position = p.position.xyz, before = position - p.velocity.xyz * min(TRAIL_S, age);
    vec4 head = projection * view * vec4(position * up, 1.0);
    vec4 tail = projection * view * vec4(vec3(before.x, max(before.y, 0.0), before.z) * up, 1.0);

    vec2 from = to_pixels(tail), way = to_pixels(head) - from;
    float length_px = length(way), radius = RADIUS * projection[1][1] * 0.5 * picture_size.y / head.w;
    vec2 along = length_px > 0.01 ? way / length_px : vec2(1.0, 0.0);
    // The old are a mist, and the water blurs what it mirrors.
    float share = age / life, finest = FINEST * (1.0 + 1.6 * share) * (mirror < 0.0 ? 2.0 : 1.0);
    float drawn_radius = 2.0 * max(radius, finest);
    dimensions = vec2(length_px, drawn_radius);
    place = vec2((gl_VertexID & 1) == 0 ? -drawn_radius : length_px + drawn_radius,
                 (gl_VertexID >> 1) == 0 ? -drawn_radius : drawn_radius);

    float sharp = min(radius / finest, 1.0);
    float fading = (1.0 - share) * (1.0 - share);
    vec3 colour = fastest > 0.0 ? speed_colour(length(p.velocity.xyz)) : age_colour(share);
    light = colour * energy * sharp * sharp * (0.12 + 2.2 * fading);
    light *= 8.0 / (8.0 + length_px); // the same light on a longer way
    if (mirror < 0.0) light *= 0.42 * exp(-0.30 * position.y);

    vec2 pixel = from + along * place.x + vec2(-along.y, along.x) * place.y;
    bool seen = head.w > 0.0 && tail.w > 0.0 && is_alive(p);
    gl_Position = seen ? vec4(pixel / picture_size * 2.0 - 1.0, 0.0, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
}
