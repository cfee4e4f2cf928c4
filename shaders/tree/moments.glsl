// See moments.comp.
#include "tree/join.glsl"

// [arrive]
// memoryBarrierBuffer() would do; but with it, in a loop, Mesa 22.3's zink ends all lanes after the first round.
void main()
{
    uint i = tree_invocation();
    if (i >= count) return;
    uint node = count - 1u + i;
    bool goes_on = true;
    while (goes_on && node != 0u) {
        node = nodes[node].parent;
#if !NO_MEMORY_BARRIER // BROKEN without it: the child's arrival may be seen before its mass
        memoryBarrier(); // what was written about the child is there before it arrives
#endif
        goes_on = atomicAdd(arrivals[node], 1u) == 1u; // otherwise the other child is not there yet, and goes on
        memoryBarrier(); // the other child had arrived, so what is read from here on is its result
        if (goes_on) join(node, nodes[node].left, nodes[node].right); // never in the order of arrival: every run has the same bits
    }
}
// [/arrive]
