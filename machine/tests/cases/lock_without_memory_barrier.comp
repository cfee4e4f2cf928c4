#version 430
// A lock is taken and left atomically, but what it guards is plain, without memory barriers.
// expect: race-lost-update sum A A
// buffer 0: 2 zero
// groups: 4 1 1
layout(local_size_x = 1) in;
layout(std430, binding = 0) coherent buffer A { uint lock; uint sum; };
void main()
{
    while (atomicCompSwap(lock, 0u, 1u) != 0u) {}
#if !BUG
    memoryBarrierBuffer();
#endif
    sum += 1u; // A
#if !BUG
    memoryBarrierBuffer();
#endif
    atomicExchange(lock, 0u);
}
