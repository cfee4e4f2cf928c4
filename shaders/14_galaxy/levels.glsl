// See levels.comp.
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

// [levels]
// The number whose bits are those of i, read backwards: there the element starts.
uint reversed(uint i) { return bitfieldReverse(i) >> (32 - findMSB(uint(LENGTH))); }

void main()
{
    uint number = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x, me = gl_LocalInvocationIndex;
    uint first = number * LENGTH;
    for (uint i = me; i < LENGTH; i += HALF) {
        vec2 x = number < lines ? numbers[first + i] : vec2(0.0);
        line[reversed(i)] = inverse == 1u ? x.yx : x; // real and imaginary part exchanged: the way back
    }
    for (uint distance = 1u; distance < LENGTH; distance *= 2u) {
#if !NO_BARRIER // BROKEN without it
        barrier(); // the line is there, or the level before is over
#endif
        uint place = me & (distance - 1u), lower = 2u * (me - place) + place, upper = lower + distance;
        vec2 a = line[lower], b = product(line[upper], factors[place * (HALF / distance)]);
        line[lower] = a + b;
        line[upper] = a - b;
    }
    // The last level's pairs are HALF apart: an invocation stores what it has made itself.
    for (uint i = me; i < LENGTH; i += HALF)
        if (number < lines) numbers[first + i] = inverse == 1u ? line[i].yx / float(LENGTH) : line[i];
}
// [/levels]
