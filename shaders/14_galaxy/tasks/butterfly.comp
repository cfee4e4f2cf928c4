#version 430 core
// Task: who joins whom? A work group transforms a line of LENGTH numbers, in levels of HALF butterflies, one for each
// invocation. In a level, the two elements of a butterfly are `distance` apart: 1, then 2, then 4 and so on. Blocks of 2 *
// distance elements stand behind each other; in each, the first half joins the second half, element by element. Which
// elements does invocation `me` join? `lower` is the first of them. `place` is its place in the block, from 0 to
// distance - 1, which also says what w is.
// Change the line in the gap, then run: ./wb check 14.butterfly
#include "14_galaxy/slots.h"

layout(local_size_x = HALF) in; // of LENGTH

layout(std430, binding = NUMBERS) restrict buffer Numbers { vec2 numbers[]; };
layout(std430, binding = FACTORS) restrict readonly buffer Factors { vec2 factors[]; }; // e^(-2 pi sqrt(-1) k / LENGTH)
layout(location = LINE_COUNT) uniform uint lines;
layout(location = INVERSE) uniform uint inverse;

shared vec2 line[LENGTH];

vec2 product(vec2 a, vec2 b)
{
    precise vec2 result = vec2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
    return result;
}

// The number whose bits are those of i, read backwards: there the element starts.
uint reversed(uint i) { return bitfieldReverse(i) >> (32 - findMSB(uint(LENGTH))); }

void main()
{
    uint number = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x, me = gl_LocalInvocationIndex;
    uint start = number * LENGTH;
    for (uint i = me; i < LENGTH; i += HALF) {
        vec2 x = number < lines ? numbers[start + i] : vec2(0.0);
        line[reversed(i)] = inverse == 1u ? x.yx : x;
    }
    for (uint distance = 1u; distance < LENGTH; distance *= 2u) {
        barrier(); // the line is there, or the level before is over
        // --- your lines from here ---
        uint place = 0u, lower = me; // a start: pairs that overlap
        // --- to here ---
        uint upper = lower + distance;
        vec2 a = line[lower], b = product(line[upper], factors[place * (HALF / distance)]);
        line[lower] = a + b;
        line[upper] = a - b;
    }
    for (uint i = me; i < LENGTH; i += HALF)
        if (number < lines) numbers[start + i] = inverse == 1u ? line[i].yx / float(LENGTH) : line[i];
}
