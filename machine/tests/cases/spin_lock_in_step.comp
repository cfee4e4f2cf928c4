#version 430
// A lock that the invocations of a group take in turn. The one that has got it leaves the loop and waits for the
// others, which wait for the lock, for ever where they run in step.
// expect: spin-in-group lock A B
// also: spin-in-group lock
// groups: 2 1 1
// buffer 0: 2 zero
layout(local_size_x = 8) in;
layout(std430, binding = 0) coherent buffer Data { uint lock; uint sum; };
void main()
{
#if BUG
    while (atomicCompSwap(lock, 0u, 1u) != 0u) {} // A
    memoryBarrierBuffer(); // B
    sum += 1u;
    memoryBarrierBuffer();
    atomicExchange(lock, 0u);
#else
    for (bool done = false; !done;)
        if (atomicCompSwap(lock, 0u, 1u) == 0u) {
            memoryBarrierBuffer();
            sum += 1u;
            memoryBarrierBuffer();
            atomicExchange(lock, 0u);
            done = true;
        }
#endif
}
