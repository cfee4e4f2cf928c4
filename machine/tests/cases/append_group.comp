#version 430
// An append once per group: the place is read before it is there.
// expect: race first A B
// also: undefined-value list
// also: race list
// buffer 0: 1 zero
// buffer 1: 256 zero
// groups: 4 1 1
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Count { uint count; };
layout(std430, binding = 1) writeonly buffer List { uint list[]; };
shared uint first;
void main()
{
    uint i = gl_LocalInvocationIndex;
    if (i == 0u) first = atomicAdd(count, 64u); // A
#if !BUG
    barrier();
#endif
    list[first + i] = gl_GlobalInvocationID.x; // B
}
