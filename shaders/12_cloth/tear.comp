#version 430 core
// Once a frame: cuts the links that are too long, lets go of tethers, and leaves torn triangles out of the
// surface. It reads the cuts of the frame before and writes new ones: a neighbour's must not change
// while it is read.
#include "12_cloth/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = CUTS) restrict readonly buffer Cuts { uint cuts[]; };
layout(std430, binding = NEXT_CUTS) restrict writeonly buffer NextCuts { uint next_cuts[]; };
layout(std430, binding = INDICES) restrict writeonly buffer Indices { uint indices[]; };

#include "12_cloth/cloth.glsl"
#include "12_cloth/motion.glsl"
#include "12_cloth/triangles.glsl"

uint torn_links(ivec2 cell)
{
    uint torn = cuts[number_of(cell)] & 15u;
    for (int direction = 0; direction < LINKS; direction++) {
        if (!is_link(cell, direction)) continue;
        vec4 a = positions[number_of(cell + first_of(direction))];
        vec4 b = positions[number_of(cell + second_of(direction))];
        precise float longest = rest_of(direction) * (1.0 + tear);
        precise vec3 d = b.xyz - a.xyz;
        if (length_of(d) > longest) torn |= 1u << direction;
    }
    return torn;
}

// A tether holds only by way of the cloth: as long as a neighbour that is nearer to the pin has it, too,
// and is still sewn on. So a tear spreads by one ring of particles a frame.
bool has_lost(ivec2 p, int t)
{
    ivec2 pin = pin_of(p, t), way = p - pin;
    if (p == pin) return false;
    for (int k = 0; k < 2 * LINKS; k++) {
        int direction = k >> 1;
        ivec2 mine = (k & 1) == 0 ? first_of(direction) : second_of(direction);
        ivec2 theirs = (k & 1) == 0 ? second_of(direction) : first_of(direction), cell = p - mine;
        if (!is_link(cell, direction) || !holds(cell, direction)) continue;
        ivec2 other = cell + theirs, rest = other - pin;
        bool nearer = rest.x * rest.x + rest.y * rest.y < way.x * way.x + way.y * way.y;
        if (nearer && (cuts[number_of(other)] >> (LINKS + t) & 1u) == 0u) return false;
    }
    return true;
}

void write_triangle(uint at, bool whole, uvec3 corners)
{
    for (int k = 0; k < 3; k++) indices[at + uint(k)] = whole ? corners[k] : 0u; // of no area
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= uint(size.x * size.y)) return;
    ivec2 p = ivec2(i % uint(size.x), i / uint(size.x));
#if KEEPS_CUTS // the project's links have been cut already
    uint own = cuts[i];
#else
    uint own = torn_links(p) | cuts[i] & ~15u;
    for (int t = 0; t < tethers; t++)
        if (has_lost(p, t)) own |= 1u << (LINKS + t);
#endif
    next_cuts[i] = own;
    if (!is_link(p, 2)) return;
    uint at = 6u * uint(p.y * (size.x - 1) + p.x), below = i + uint(size.x);
    write_triangle(at, is_whole(p, true), uvec3(i, below + 1u, i + 1u));
    write_triangle(at + 3u, is_whole(p, false), uvec3(i, below, below + 1u));
}
