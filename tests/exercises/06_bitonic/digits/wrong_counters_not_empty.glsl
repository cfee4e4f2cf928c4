// says: NOT YET
layout(std430, binding = 0) restrict readonly buffer FromKeys { uint from_keys[]; };
layout(location = 0) uniform uint count;
layout(location = 1) uniform uint shift;

uint digit_at(uint i) { return i < count ? from_keys[i] >> shift & (DIGITS - 1u) : DIGITS; }

#if COUNTING
layout(std430, binding = 4) restrict writeonly buffer Counts { uint counts[]; };

shared uint found[DIGITS + 1];

void main()
{
    uint t = gl_LocalInvocationIndex;
    barrier();
    atomicAdd(found[digit_at(gl_GlobalInvocationID.x)], 1u);
    barrier();
    if (t < DIGITS) counts[t * gl_NumWorkGroups.x + gl_WorkGroupID.x] = found[t];
}
#else
layout(std430, binding = 1) restrict readonly buffer FromValues { uint from_values[]; };
layout(std430, binding = 2) restrict writeonly buffer ToKeys { uint to_keys[]; };
layout(std430, binding = 3) restrict writeonly buffer ToValues { uint to_values[]; };
layout(std430, binding = 4) restrict readonly buffer Places { uint places[]; };

shared uint digits[GROUP];

void main()
{
    uint t = gl_LocalInvocationIndex, i = gl_GlobalInvocationID.x, digit = digit_at(i), rank = 0u;
    digits[t] = digit;
    barrier();
    for (uint other = 0u; other < t; other++) rank += uint(digits[other] == digit);
    if (i >= count) return;
    uint place = places[digit * gl_NumWorkGroups.x + gl_WorkGroupID.x] + rank;
    to_keys[place] = from_keys[i];
    to_values[place] = from_values[i];
}
#endif
