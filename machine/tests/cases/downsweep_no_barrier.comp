#version 430
// Blelloch's scan: the way down starts before the way up is through.
// also: race sums
// expect: race-lost-update sums B B
// buffer 0: 64 one
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint a[]; };
shared uint sums[64];
void main()
{
    uint i = gl_LocalInvocationID.x;
    sums[i] = a[i];
    for (uint step = 1u; step < 64u; step *= 2u) {
        barrier();
        if (i < 64u / (2u * step)) sums[2u * step * (i + 1u) - 1u] += sums[step * (2u * i + 1u) - 1u]; // A
    }
    barrier();
    if (i == 0u) sums[63] = 0u;
    for (uint step = 32u; step > 0u; step /= 2u) {
#if !BUG
        barrier();
#endif
        if (i < 64u / (2u * step)) {
            uint left = step * (2u * i + 1u) - 1u, right = 2u * step * (i + 1u) - 1u, t = sums[left]; sums[left] = sums[right]; sums[right] += t; // B
        }
    }
    barrier();
    a[i] = sums[i];
}
