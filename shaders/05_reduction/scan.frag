#version 430 core
// The picture of a scan: above, the numbers; below, their prefix sums. A column of pixels stands for
// count / width numbers in a row.
#include "05_reduction/slots.h"

layout(std430, binding = VALUES) restrict readonly buffer Values { uint values[]; };
layout(std430, binding = PREFIX) restrict readonly buffer Prefix { uint prefix[]; };
#if HAS_TILE_SUMS
layout(std430, binding = TILE_SUMS) restrict readonly buffer TileSums { uint tile_sums[]; };
#endif
layout(location = LENGTH) uniform uint count;
layout(location = SUM_OF_ALL) uniform float sum_of_all; // 1 at least
layout(location = HAS_PREFIX) uniform bool has_prefix;   // or `prefix` is left from the step before

#include "draw/cells.glsl"

const uint MOST_SAMPLES = 64u; // numbers looked at for a column
const float HIGHEST = 3.5;     // times the mean of all numbers: where the upper graph ends

uint first_number(int column) { return uint(float(column) / float(grid_size.x) * float(count)); }

// As a share of the sum of all; 0 as long as no kernel has written it.
float share(uint sum) { return sum == 0xCDCDCDCDu ? 0.0 : float(sum) / sum_of_all; }

// What is known to stand before a tile.
float before_tile(uint tile)
{
#if HAS_TILE_SUMS // after the first dispatch the tiles' own sums, after the second what is before them
    return share(tile_sums[tile]);
#else
    return share(prefix[tile * uint(TILE)]);
#endif
}

// The mean of a column's numbers, by the mean of all.
float mean(int column)
{
    uint first = first_number(column), end = max(first_number(column + 1), first + 1u);
    uint step_size = (end - first + MOST_SAMPLES - 1u) / MOST_SAMPLES, samples = 0u;
    float total = 0.0;
    for (uint i = first; i < min(end, count); i += step_size) {
        total += float(values[i]);
        samples++;
    }
    return samples > 0u ? total / float(samples) * float(count) / sum_of_all : 0.0;
}

// How much of a row of pixels lies below a graph that is `above` graphs above the row's middle.
float coverage(float above, int rows) { return clamp(above * float(rows) + 0.5, 0.0, 1.0); }

vec3 cell_colour(ivec2 p)
{
    int split = int(0.36 * float(grid_size.y)), gap = int(0.12 * float(grid_size.y));
    uint i = min(first_number(p.x), count - 1u), tile = i / uint(TILE);
    bool on_edge = p.x > 0 && first_number(p.x - 1) / uint(TILE) != tile;
    vec3 background = on_edge ? vec3(0.13, 0.15, 0.19) : OUTSIDE;
    if (p.y < split) {
        float height = 1.0 - (float(p.y) + 0.5) / float(split);
        vec3 blue = mix(vec3(0.16, 0.30, 0.55), vec3(0.45, 0.70, 1.0), height);
        return mix(background, blue, coverage(mean(p.x) / HIGHEST - height, split));
    }
    if (p.y < split + gap) return background;
    int rows = grid_size.y - split - gap;
    float height = 1.0 - (float(p.y - split - gap) + 0.5) / float(rows);
    vec3 bright = mix(vec3(0.75, 0.45, 0.18), vec3(1.0, 0.85, 0.50), height);
    vec3 dark = mix(vec3(0.30, 0.16, 0.10), vec3(0.80, 0.50, 0.16), height);
    vec3 colour = mix(background, bright, coverage((has_prefix ? share(prefix[i]) : 0.0) - height, rows));
    return mix(colour, dark, coverage(before_tile(tile) - height, rows));
}
