#version 430
// A lock that each invocation spins on; the one that has it waits for the others at the barrier() inside.
// expect: spin-in-group lock A B
// buffer 0: 2 zero
// budget: 20000000
layout(local_size_x = 2) in;
layout(std430, binding = 0) coherent buffer Data { uint lock; uint sum; };
shared uint s;
void main()
{
#if BUG
    while (atomicCompSwap(lock, 0u, 1u) != 0u) {} // A
    barrier(); // B
    atomicAdd(sum, 1u);
    atomicExchange(lock, 0u);
#else
    atomicAdd(sum, 1u);
#endif
}
