#version 430 core
// Task: radix sort by digits of four bits, from blank pages. This is one of them: the kernel. The other is
// lessons/06_bitonic/tasks/digits.c, which dispatches it. The file is compiled twice: with COUNTING 1, for the kernel
// that counts how often each of the DIGITS digits comes among the GROUP keys of a work group; and with COUNTING
// 0, for the one that moves each pair to its place. Equal digits stay in their order.
// A group has GROUP invocations, and GROUP pairs. Every binding and every uniform is yours to choose.
// Build and check by: ./wb check 6.digits
layout(local_size_x = GROUP) in;

// --- your lines from here ---
layout(std430, binding = 0) restrict readonly buffer FromKeys { uint from_keys[]; };
layout(location = 0) uniform uint count;
layout(location = 1) uniform uint shift; // of the digit's lowest bit

// A key's digit; behind the last key, one that no key has.
uint digit_at(uint i) { return i < count ? from_keys[i] >> shift & (DIGITS - 1u) : DIGITS; }

#if COUNTING

layout(std430, binding = 4) restrict writeonly buffer Counts { uint counts[]; }; // digit by digit

shared uint found[DIGITS + 1];

void main()
{
    uint t = gl_LocalInvocationIndex;
    if (t <= DIGITS) found[t] = 0u;
    barrier(); // all are zero before one counts
    atomicAdd(found[digit_at(gl_GlobalInvocationID.x)], 1u);
    barrier(); // all are counted
    if (t < DIGITS) counts[t * gl_NumWorkGroups.x + gl_WorkGroupID.x] = found[t];
}

#else

layout(std430, binding = 1) restrict readonly buffer FromValues { uint from_values[]; };
layout(std430, binding = 2) restrict writeonly buffer ToKeys { uint to_keys[]; };
layout(std430, binding = 3) restrict writeonly buffer ToValues { uint to_values[]; };
layout(std430, binding = 4) restrict readonly buffer Places { uint places[]; }; // the counts, scanned

shared uint digits[GROUP];

void main()
{
    uint t = gl_LocalInvocationIndex, i = gl_GlobalInvocationID.x, digit = digit_at(i), rank = 0u;
    digits[t] = digit;
    barrier(); // all digits are there
    for (uint other = 0u; other < t; other++)
        if (digits[other] == digit) rank++;
    if (i >= count) return; // no barrier follows
    uint place = places[digit * gl_NumWorkGroups.x + gl_WorkGroupID.x] + rank;
    to_keys[place] = from_keys[i];
    to_values[place] = from_values[i];
}

#endif
// --- to here ---

// --- as shipped ---
// #if COUNTING
// void main() {}
// #else
// void main() {}
// #endif
