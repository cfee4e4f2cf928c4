#version 430
// Hillis and Steele's scan in one array: reads and writes of a round meet.
// expect: race sums A A
// buffer 0: 128 one
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Data { uint a[]; };
shared uint sums[128];
void main()
{
    uint i = gl_LocalInvocationID.x;
    sums[i] = a[i];
    barrier();
    for (uint reach = 1u; reach < 128u; reach *= 2u) {
#if BUG
        if (i >= reach) sums[i] += sums[i - reach]; // A
#else
        uint before = i >= reach ? sums[i - reach] : 0u;
        barrier();
        sums[i] += before;
#endif
        barrier();
    }
    a[i] = sums[i];
}
