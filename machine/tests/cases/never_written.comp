#version 430
// A buffer that no one has filled decides where something goes.
// expect: undefined-value list A
// also: race list
// buffer 0: 16 undefined
// buffer 1: 16 zero
layout(local_size_x = 16) in;
layout(std430, binding = 0) buffer Index { uint index[]; };
layout(std430, binding = 1) writeonly buffer List { uint list[]; };
void main()
{
    uint i = gl_LocalInvocationIndex;
#if !BUG
    index[i] = i;
#endif
    list[index[i] % 16u] = i; // A
}
