#version 430 core
// One round of smoothing: each pixel moves towards where the surface would be if it were flat, which is
// half way between the pixels on two opposite sides of it. If that is far away, the pixels belong to
// different surfaces, with an edge between them, and stay out of it. No slope, however steep, counts as
// an edge, only a bend; and no direction is preferred but those of the 3 x 3 pixels around.
// Limit: nine loads a pixel, from places that groups share only through the caches.
#include "13_foam/slots.h"

layout(local_size_x = FLATTEN_SIDE, local_size_y = FLATTEN_SIDE) in;

layout(binding = FROM_IMAGE, r32f) restrict readonly uniform image2D from; // 1/m; 0: no water
layout(binding = TO_IMAGE, r32f) restrict writeonly uniform image2D to;
layout(location = STRIDE) uniform float stride; // from pixel to pixel, in pixels at a distance of 1 m
layout(location = RANGE) uniform float range;   // a bend of this many m, or more, is an edge
layout(location = BUMP) uniform float bump;     // of the spheres, in pixels at a distance of 1 m

float at(ivec2 p) { return imageLoad(from, clamp(p, ivec2(0), imageSize(from) - 1)).r; }

// How far it is to the middle of two opposite neighbours, less the more that looks like an edge. On a steep slope, more
// is still no edge: the spheres hide each other there, and leave steps. But a slope goes on at both sides, an edge does
// not; only from one pixel to the next, all is steps. And where both sides are nearer, there is a pit between spheres:
// it is filled if the sides fit each other.
float towards_flat(ivec2 p, ivec2 way, float here, float steep)
{
    float one = at(p - way), other = at(p + way);
    float before = here - one, after = other - here, bend = 0.5 * (after - before);
    bool goes_on = before * after > 0.0 || all(lessThanEqual(abs(way), ivec2(1)));
    float slope = goes_on ? min(abs(before), abs(after)) : 0.0;
    float apart = before < 0.0 && after > 0.0 ? 0.5 * (one - other) : bend;
    float share = apart / (range * here * here + steep * slope); // `range` and the slope, as nearness
    float near = max(1.0 - share * share, 0.0);
    return one > 0.0 && other > 0.0 ? bend * near * near : 0.0;
}

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(p, imageSize(from)))) return;
    float here = at(p);
    int s = max(int(stride * here + 0.5), 1);
    float steep = bump * here / float(s), sides = 0.0, corners = 0.0;
    if (here > 0.0) {
        sides = towards_flat(p, ivec2(s, 0), here, steep) + towards_flat(p, ivec2(0, s), here, steep);
        corners = towards_flat(p, ivec2(s, s), here, steep) + towards_flat(p, ivec2(s, -s), here, steep);
    }
    imageStore(to, p, vec4(here + 0.25 * sides + 0.125 * corners));
}
