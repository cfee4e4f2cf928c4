#version 430
// Bitonic sort in shared memory: a missing barrier() between two steps.
// expect: race keys A A
// buffer 0: 128 random
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint a[]; };
shared uint keys[128];
void exchange(uint low, uint high, bool up)
{
    uint x = keys[low], y = keys[high]; if ((x > y) == up) { keys[low] = y; keys[high] = x; } // A
}
void main()
{
    uint i = gl_LocalInvocationID.x;
    keys[i] = a[i];
    keys[i + 64u] = a[i + 64u];
    barrier();
    for (uint size = 2u; size <= 128u; size *= 2u)
        for (uint gap = size / 2u; gap > 0u; gap /= 2u) {
            uint low = 2u * i - (i & (gap - 1u));
            exchange(low, low + gap, (low & size) == 0u);
#if !BUG
            barrier();
#endif
        }
#if BUG
    barrier();
#endif
    a[i] = keys[i];
    a[i + 64u] = keys[i + 64u];
}
