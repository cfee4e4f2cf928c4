#version 430 core
// The cloth: woven of threads, indigo on one side and rust on the other, with a border; or how far its links
// are stretched.
#include "12_cloth/cloth.glsl"
#include "draw/mesh.glsl"
#include "12_cloth/view/scene.glsl"
layout(std430, binding = POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(location = SHOWN) uniform int shown;
layout(location = 0) out vec4 pixel;

const float THREADS = 72.0; // a metre: coarse, or they could not be seen
const float MOST_STRETCH = 0.02;

// 1 inside of a stripe from a to b, and as much of it as falls into the pixel.
float stripe(float x, float a, float b)
{
    float soft = max(fwidth(x), 1e-5);
    return clamp((x - a) / soft + 0.5, 0.0, 1.0) * clamp((b - x) / soft + 0.5, 0.0, 1.0);
}

// A plain weave: threads go over and under each other in turn. Far away, their mean.
float weave(vec2 at)
{
    vec2 t = at * THREADS, part = fract(t) - 0.5;
    bool across = ((int(floor(t.x)) + int(floor(t.y))) & 1) == 0;
    float over = across ? part.y : part.x, along = across ? part.x : part.y;
    float light = 0.62 + 0.38 * cos(3.1416 * over) - 0.35 * along * along + (across ? 0.06 : -0.06);
    return mix(0.84, light, clamp(1.6 - 2.2 * max(fwidth(t.x), fwidth(t.y)), 0.0, 1.0));
}

vec3 dye(vec2 at, bool front)
{
    vec2 whole = vec2(size - 1) * spacing, inside = min(at, whole - at);
    float edge = min(inside.x, inside.y), unit = 0.5 * min(whole.x, whole.y);
    float border = stripe(edge, 0.09 * unit, 0.135 * unit) + stripe(edge, 0.165 * unit, 0.18 * unit);
    vec3 ground = front ? vec3(0.022, 0.062, 0.20) : vec3(0.40, 0.085, 0.03);
    vec3 band = front ? vec3(0.78, 0.66, 0.46) : vec3(0.70, 0.52, 0.33);
    return mix(ground, band, border);
}

// The stretch of this cell's link across or down: of the one that is longer or shorter by more.
float stretch()
{
    ivec2 cell = min(ivec2(sheet), size - 2);
    vec3 corner = positions[number_of(cell)].xyz;
    float across = length(positions[number_of(cell + ivec2(1, 0))].xyz - corner) / spacing - 1.0;
    float down = length(positions[number_of(cell + ivec2(0, 1))].xyz - corner) / spacing - 1.0;
    return abs(across) > abs(down) ? across : down;
}

#include "12_cloth/view/scale.glsl"

void main()
{
    vec3 n = side_normal();
    float lit = lamp_at(place, to_light, 0.012);
    vec2 at = sheet * spacing;
    vec3 colour = shown == VIEW_STRETCH ? stretch_colour(stretch() / MOST_STRETCH) : dye(at, gl_FrontFacing) * weave(at);
    pixel = vec4(to_srgb(lit_colour(colour, n, lit, 0.22)), 1.0);
}
