#version 430
// A decision that hangs on a variable which only one branch writes.
// expect: undefined-value - A
// buffer 0: 64 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) writeonly buffer Data { uint result[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    uint kind;
#if BUG
    if (i < 60u) kind = i % 2u;
#else
    kind = i < 60u ? i % 2u : 0u;
#endif
    if (kind == 1u) result[i] = 1u; // A
}
