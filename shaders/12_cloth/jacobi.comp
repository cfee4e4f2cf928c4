#version 430 core
// `jacobi`: every particle asks all its links at once, where they were before any moved, and goes where
// they send it on average. No colours, one dispatch; but no particle hears what the others do.
// Limit: it converges slowly. News travels one link a sweep, and is averaged away.
#include "12_cloth/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = NEXT_POSITIONS) restrict writeonly buffer NextPositions { vec4 next_positions[]; };
layout(std430, binding = CUTS) restrict readonly buffer Cuts { uint cuts[]; };

#include "12_cloth/cloth.glsl"
#include "12_cloth/link.glsl"

const float TOO_FAR = 1.5; // averages are careful: this much more, and it still settles

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= uint(size.x * size.y)) return;
    ivec2 p = ivec2(i % uint(size.x), i / uint(size.x));
    vec4 own = positions[i];
    precise vec3 sum = vec3(0.0);
    float count = 0.0;
    for (int k = 0; k < 2 * LINKS; k++) {
        int direction = k >> 1;
        ivec2 mine = (k & 1) == 0 ? first_of(direction) : second_of(direction);
        ivec2 theirs = (k & 1) == 0 ? second_of(direction) : first_of(direction), cell = p - mine;
        if (!is_link(cell, direction) || (tear > 0.0 && is_cut(cuts[number_of(cell)], direction))) continue;
        vec4 moved = own, other = positions[number_of(cell + theirs)];
        pull(moved, other, rest_of(direction));
        sum += moved.xyz - own.xyz;
        count += 1.0;
    }
    precise vec3 to = own.xyz + sum * exact_quotient(TOO_FAR, max(count, 1.0));
    next_positions[i] = vec4(to, own.w);
}
