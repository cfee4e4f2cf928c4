// says: NOT YET
// One for all of the group, which compares with those that the group has before it.
void main()
{
    if (gl_LocalInvocationIndex != 0u) return;
    for (uint i = linear_index(); i < min(linear_index() + GROUP, count); i++) {
        for (uint slot = values[i] % slots;; slot = (slot + 1u) % slots) {
            uint old = atomicCompSwap(table[slot], 0u, values[i]);
            if (old == 0u) list[atomicAdd(length, 1u)] = i;
            if (old == 0u || old == values[i]) break;
        }
    }
}
