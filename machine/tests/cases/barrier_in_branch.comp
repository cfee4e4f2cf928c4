#version 430
// Half of the group meets at one barrier(), half at another.
// expect: barrier-divergence - A B
// buffer 0: 64 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint a[]; };
shared uint s[64];
void main()
{
    uint i = gl_LocalInvocationID.x;
    s[i] = i;
#if BUG
    if (i < 32u) {
        barrier(); // A
    } else {
        s[i] = 2u * i;
        barrier(); // B
    }
#else
    if (i >= 32u) s[i] = 2u * i;
    barrier();
#endif
    a[i] = s[63u - i];
}
