// The group keeps, for each digit, a bit for each of its keys. A rank is the number of bits below its own.
layout(std430, binding = 0) restrict readonly buffer FromKeys { uint from_keys[]; };
layout(location = 0) uniform uint count;
layout(location = 1) uniform uint shift;

uint digit_at(uint i) { return i < count ? from_keys[i] >> shift & (DIGITS - 1u) : DIGITS; }

layout(std430, binding = 4) restrict buffer Counts { uint counts[]; };

shared uint masks[DIGITS + 1][GROUP / 32];

void set_masks(uint digit)
{
    uint t = gl_LocalInvocationIndex;
    for (uint m = t; m < (DIGITS + 1u) * (GROUP / 32u); m += GROUP) masks[m / (GROUP / 32u)][m % (GROUP / 32u)] = 0u;
    barrier();
    atomicOr(masks[digit][t / 32u], 1u << t % 32u);
    barrier();
}

uint count_below(uint digit, uint t)
{
    uint sum = bitCount(masks[digit][t / 32u] & (1u << t % 32u) - 1u);
    for (uint m = 0u; m < t / 32u; m++) sum += bitCount(masks[digit][m]);
    return sum;
}

#if COUNTING
void main()
{
    uint t = gl_LocalInvocationIndex;
    set_masks(digit_at(gl_GlobalInvocationID.x));
    if (t >= DIGITS) return;
    uint sum = 0u;
    for (uint m = 0u; m < GROUP / 32u; m++) sum += bitCount(masks[t][m]);
    counts[t * gl_NumWorkGroups.x + gl_WorkGroupID.x] = sum;
}
#else
layout(std430, binding = 1) restrict readonly buffer FromValues { uint from_values[]; };
layout(std430, binding = 2) restrict writeonly buffer ToKeys { uint to_keys[]; };
layout(std430, binding = 3) restrict writeonly buffer ToValues { uint to_values[]; };

void main()
{
    uint t = gl_LocalInvocationIndex, i = gl_GlobalInvocationID.x, digit = digit_at(i);
    set_masks(digit);
    if (i < count) {
        uint place = counts[digit * gl_NumWorkGroups.x + gl_WorkGroupID.x] + count_below(digit, t);
        to_keys[place] = from_keys[i];
        to_values[place] = from_values[i];
    }
}
#endif
