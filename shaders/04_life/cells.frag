#version 430 core
// The picture: living cells by age, from white through amber to blue; the dead leave a fading trail.
#if PACKED
layout(std430, binding = 0) restrict readonly buffer Cells { uint cells[]; }; // 32 cells a word
#else
layout(std430, binding = 0) restrict readonly buffer Cells { int cells[]; };
#endif

#include "draw/cells.glsl"

int cell_at(ivec2 p)
{
#if PACKED
    uint word = cells[p.y * ((grid_size.x + 31) / 32) + p.x / 32];
    return int(word >> (p.x % 32) & 1u); // alive or dead is all that a bit can say
#else
    return cells[p.y * grid_size.x + p.x];
#endif
}

vec3 age_colour(float age)
{
    const vec3 stops[5] = vec3[](vec3(1.00, 0.98, 0.90), vec3(1.00, 0.78, 0.30), vec3(0.93, 0.36, 0.33),
                                 vec3(0.55, 0.27, 0.62), vec3(0.20, 0.45, 0.75));
    float x = clamp(log2(age) * 0.5, 0.0, 3.999); // ages 1, 4, 16, 64 and 256 have the five colours
    int i = int(x);
    return mix(stops[i], stops[i + 1], fract(x));
}

vec3 cell_colour(ivec2 p)
{
    int cell = cell_at(p);
    if (cell > 0) return age_colour(float(cell));
    float glow = float(-cell) / float(TRAIL);
    return mix(vec3(0.035, 0.04, 0.06), vec3(0.30, 0.16, 0.46), glow * glow);
}
