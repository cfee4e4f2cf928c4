#version 430 core
// Three sums of the same numbers, one number after the other, as a loop on a CPU would do it: plain,
// with Kahan's compensation, and in double. One invocation each, CHUNK numbers a dispatch (some
// drivers end a loop after 65,535 rounds without a word); between dispatches the sums wait in a buffer.
// Limit: one invocation at work.
#include "05_reduction/slots.h"

layout(local_size_x = 1) in;

layout(std430, binding = NODES) restrict readonly buffer Tree { float tree[]; }; // the numbers from TERMS on
layout(std430, binding = RUNNING) restrict buffer Running { double sums[3], lost; };
layout(std430, binding = RESULTS) restrict writeonly buffer Results { double results[]; };
layout(location = FIRST) uniform uint first;

void main()
{
    uint method = gl_WorkGroupID.x;
    precise double sum = first > 0u ? sums[method] : 0.0LF;
    precise float plain = float(sum);
    precise float correction = first > 0u && method == KAHAN ? float(lost) : 0.0;
    uint end = min(first + uint(CHUNK), uint(TERMS));
    for (uint i = first; i < end; i++) {
        float number = tree[uint(TERMS) + i];
        if (method == PLAIN) {
            plain += number;
        } else if (method == KAHAN) {
            // What the last addition has lost is added now. `precise`: algebra says it is always 0.
            precise float wanted = number - correction;
            precise float next = plain + wanted;
            correction = (next - plain) - wanted;
            plain = next;
        } else {
            sum += double(number);
        }
        // After 2, 4, 8, ... numbers: a result.
        uint count = i + 1u;
        if (count > 1u && (count & (count - 1u)) == 0u)
            results[4 * (findMSB(count) - 1) + int(method)] = method == DOUBLE ? sum : double(plain);
    }
    sums[method] = method == DOUBLE ? sum : double(plain);
    if (method == KAHAN) lost = double(correction);
}
