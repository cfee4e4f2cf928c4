#version 430 core
// Each star is a point of light, which is added to what else shines there. OpenGL adds them in the order
// of their numbers, so the sum is the same in every run.
#include "14_galaxy/slots.h"

layout(std430, binding = POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = VELOCITIES) restrict readonly buffer Velocities { vec4 velocities[]; };
#if WITH_NEIGHBOURS
layout(std430, binding = NEIGHBOURS) restrict readonly buffer Neighbours { float neighbours[]; }; // kpc
#endif
layout(location = VIEW) uniform mat4 view;
layout(location = PROJECTION) uniform mat4 projection;
layout(location = LIGHT) uniform float light;   // of a star
layout(location = LOOK) uniform int look;
layout(location = ENDS) uniform vec2 ends;           // what red stars have, and what blue ones have
layout(location = CLOSEST) uniform float nearest;    // this close, kpc, they are not drawn at all
layout(location = PIXELS) uniform vec2 picture_size; // pixels

flat out vec3 colour;

// What a star's colour means: its speed, km/s; or how near its neighbour is, 1 more for half of the way.
float number_of(int star)
{
#if WITH_NEIGHBOURS
    return -log2(max(neighbours[star], 1e-6));
#else
    return length(velocities[star].xyz);
#endif
}

// From red to blue: the colours of stars.
vec3 star_colour(float number)
{
    float share = clamp((number - ends.x) / (ends.y - ends.x), 0.0, 1.0);
    vec3 low = mix(vec3(1.00, 0.34, 0.10), vec3(1.00, 0.78, 0.52), min(share * 2.0, 1.0));
    return mix(low, vec3(0.30, 0.54, 1.00), max(share * 2.0 - 1.0, 0.0));
}

// Drivers round a point's place to fractions of a pixel, each in its own way, and a star at the edge of two would be in
// the one here, in the other there. In the middle of its pixel it is in the same one everywhere.
vec2 at_pixel_middle(vec4 place)
{
    precise vec2 pixel = floor((0.5 * place.xy / place.w + 0.5) * picture_size) + 0.5;
    return (2.0 * pixel / picture_size - 1.0) * place.w;
}

void main()
{
    precise vec4 seen = view * vec4(positions[gl_VertexID].xyz, 1.0);
    precise vec4 place = projection * seen;
    gl_Position = vec4(at_pixel_middle(place), place.zw);
    gl_PointSize = 1.0;
    vec3 shade = star_colour(number_of(gl_VertexID));
    if (look == VIEW_LIGHT) shade = mix(vec3(1.0), shade, 0.85);
    colour = -seen.z > nearest ? light * shade : vec3(0.0);
}
