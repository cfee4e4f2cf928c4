#version 430 core
// One read after the other, and each waits for the one before. The group takes ROOM words of shared
// memory, and each invocation keeps HELD numbers in registers: the more of them, the fewer groups fit.
// Limit: the wait, unless enough other groups are there to run meanwhile.
#include "10_profiling/slots.h"
#pragma optionNV(unroll all) // or NVIDIA's compiler keeps the HELD numbers in memory
layout(local_size_x = GROUP) in;

layout(std430, binding = NUMBERS) restrict readonly buffer Numbers { uint numbers[]; };
layout(std430, binding = RESULT) restrict writeonly buffer Result { uvec4 result[]; };
layout(location = COUNT) uniform uint count;
layout(location = ROWS) uniform uint rows; // of GROUP numbers: a group reads a row at a time

shared uint room[ROOM];

#include "10_profiling/numbers.glsl"

void main()
{
    // Every invocation uses one word, at a place that only the data tells: room that is not used is not there.
    uint i = my_element(), local = gl_LocalInvocationIndex, share = uint(ROOM) / uint(GROUP);
    uint seat = local * share + numbers[local % count] % share;
    room[seat] = i;

    uint held[HELD], row = i / uint(GROUP) % rows;
    for (uint k = 0u; k < HELD; k++) held[k] = local + k;
    for (uint turn = 0u; turn < TURNS; turn++) {
        uint number = numbers[row * uint(GROUP) + local];
        held[turn % HELD] = 3u * held[turn % HELD] + number;
        row = min(number, rows - 1u); // known only when the number is here
    }
    uint sum = 0u;
    for (uint k = 0u; k < HELD; k++) sum ^= held[k];
    if (i < count) result[i] = uvec4(sum, row, room[seat], 0u);
}
