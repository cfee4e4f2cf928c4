#version 430 core
// The picture with smooth edges: where neighbours differ, along the edge a little of both sides (a short form of Lottes'
// FXAA, 2009). It asks no derivatives, and knows of no triangles.
#include "water/pool/eye.glsl"

layout(local_size_x = WATER_TILE, local_size_y = WATER_TILE) in;

layout(binding = WATER_COLOUR_UNIT) uniform sampler2D colours;
layout(binding = WATER_IMAGE, rgba8) restrict writeonly uniform image2D picture;

const vec3 LUMA = vec3(0.299, 0.587, 0.114);
const float LEAST = 1.0 / 24.0, SHARE = 1.0 / 10.0, SPAN = 6.0;

vec2 middle; // of the pixel

vec3 at(vec2 offset) { return texture(colours, (middle + offset) / picture_size).rgb; }

vec3 smoothed()
{
    vec3 here = at(vec2(0.0));
    float m = dot(here, LUMA), nw = dot(at(vec2(-1.0, 1.0)), LUMA), ne = dot(at(vec2(1.0)), LUMA);
    float sw = dot(at(vec2(-1.0)), LUMA), se = dot(at(vec2(1.0, -1.0)), LUMA);
    float low = min(m, min(min(nw, ne), min(sw, se))), high = max(m, max(max(nw, ne), max(sw, se)));
    if (high - low < max(LEAST, SHARE * high)) return here;
    vec2 along = vec2((nw + ne) - (sw + se), (nw + sw) - (ne + se));
    float weak = max((nw + ne + sw + se) * 0.03, 1.0 / 128.0);
    along = clamp(along / (min(abs(along.x), abs(along.y)) + weak), -SPAN, SPAN);
    vec3 close = 0.5 * (at(along * (1.0 / 3.0 - 0.5)) + at(along * (2.0 / 3.0 - 0.5)));
    vec3 wide = 0.5 * close + 0.25 * (at(-0.5 * along) + at(0.5 * along));
    float luma = dot(wide, LUMA);
    return luma < low || luma > high ? close : wide;
}

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(p, imageSize(picture)))) return;
    middle = vec2(p) + 0.5;
    imageStore(picture, p, vec4(smoothed(), 1.0));
}
