#version 430
// A counter in a buffer with +=: groups and invocations lose each other's increments.
// expect: race-lost-update count A A
// groups: 4 1 1
// buffer 0: 1 zero
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Out { uint count; };
void main()
{
#if BUG
    count += 1u; // A
#else
    atomicAdd(count, 1u);
#endif
}
