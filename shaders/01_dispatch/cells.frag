#version 430 core
// The picture of a dispatch: a cell an invocation, its hue from the work group, its brightness from
// the local id, both as the invocation itself wrote them down.
layout(std430, binding = 0) restrict readonly buffer Ids { uvec4 ids[]; };
layout(std430, binding = 2) restrict readonly buffer Places { int places[]; }; // what a cell shows
layout(location = 2) uniform uvec3 groups;                                     // dispatched
layout(location = 3) uniform int count; // elements; behind them lie the canaries

#include "draw/cells.glsl"

// Hues a golden angle apart, so that neighbours differ, made about equally bright to the eye.
vec3 group_colour(uint group, float brightness)
{
    float hue = fract(0.55 + float(group) * 0.381966);
    vec3 wheel = clamp(abs(fract(hue + vec3(0.0, 2.0 / 3.0, 1.0 / 3.0)) * 6.0 - 3.0) - 1.0, 0.0, 1.0);
    vec3 colour = mix(vec3(1.0), wheel, 0.62);
    float luma = dot(colour, vec3(0.299, 0.587, 0.114));
    return min(colour * mix(1.0, 0.62 / luma, 0.75) * mix(0.42, 1.12, brightness), 1.0);
}

// Diagonal stripes, for what should not be.
vec3 striped(ivec2 cell, vec3 a, vec3 b) { return (cell.x + cell.y) % 2 == 0 ? a : b; }

vec3 cell_colour(ivec2 cell)
{
    int i = places[cell.y * grid_size.x + cell.x];
    if (i == PLACE_NONE) return OUTSIDE;
    bool is_inside = i >= 0 && i < int(ids.length());
    if (!is_inside || ids[i] == uvec4(CANARY)) return vec3(0.17, 0.175, 0.195); // idle
    if (ids[i] == uvec4(0xCDCDCDCDu)) return striped(cell, vec3(0.26, 0.07, 0.08), vec3(0.20, 0.06, 0.07));
    if (i >= count) return striped(cell, vec3(0.95, 0.22, 0.20), vec3(0.80, 0.16, 0.15));

    uvec3 g = ids[i].xyz;
    return group_colour((g.z * groups.y + g.y) * groups.x + g.x, (float(ids[i].w) + 0.5) / float(GROUP_SIZE));
}
