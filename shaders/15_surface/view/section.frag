#version 430 core
// The two grids where the section cuts them: cells with particles, candidates, and listed blocks.
#include "15_surface/slots.h"

layout(std430, binding = OCCUPIED) restrict readonly buffer Occupied { uvec2 occupied[]; };
layout(std430, binding = LISTED) restrict readonly buffer Flags { uint flags[]; };
layout(std430, binding = BLOCK_MASKS) restrict readonly buffer Masks { uvec2 masks[]; };
#include "surface/surface.glsl"
in vec3 place;
layout(location = 0) out vec4 pixel;

const vec3 SOME = vec3(0.10, 0.36, 0.62), NONE = vec3(0.13, 0.15, 0.18);
const vec3 SOME_CANDIDATE = vec3(0.98, 0.60, 0.16), NONE_CANDIDATE = vec3(0.62, 0.36, 0.12);
const vec3 BLOCK_LINE = vec3(0.95, 0.95, 0.90);

// How near a whole number of `x` is, from 1 down to 0 at `width` pixels.
float line_at(vec2 x, float width)
{
    vec2 pixels = (0.5 - abs(fract(x) - 0.5)) / max(fwidth(x), 1e-6);
    return 1.0 - smoothstep(width - 1.0, width, min(pixels.x, pixels.y));
}

void main()
{
    vec3 at = (place - grid_low) / cell_size;
    ivec3 cell = clamp(ivec3(floor(at)), ivec3(0), grid_size - 1);
    uint block = block_index(block_of(cell)), bit = bit_of(cell);
    bool is_listed = flags[block] != 0u, holds_some = has(occupied[2u * block], bit);
    bool is_candidate = is_listed && has(masks[MASKS * block + CANDIDATES], bit);
    if (!is_listed && !holds_some) discard;
    vec3 colour = is_candidate ? (holds_some ? SOME_CANDIDATE : NONE_CANDIDATE) : holds_some ? SOME : NONE;
    colour *= 1.0 - 0.45 * line_at(at.xy, 2.0);
    if (is_listed) colour = mix(colour, BLOCK_LINE, 0.8 * line_at(at.xy / float(SIDE), 2.5));
    float alpha = is_candidate || holds_some ? 0.92 : 0.55;
    pixel = vec4(alpha * colour, alpha);
}
