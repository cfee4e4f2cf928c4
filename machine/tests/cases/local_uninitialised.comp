#version 430
// A sum that starts from nothing.
// expect: undefined-value result A
// buffer 0: 64 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) writeonly buffer Data { uint result[]; };
void main()
{
#if BUG
    uint sum;
#else
    uint sum = 0u;
#endif
    for (uint k = 0u; k < 4u; k++) sum += k;
    result[gl_GlobalInvocationID.x] = sum; // A
}
