// Downwards, and it looks before it tries.
void main()
{
    uint i = linear_index();
    if (i >= count) return;
    uint own = values[i], found = 0u;
    for (uint slot = own % slots; found != own; slot = (slot > 0u ? slot : slots) - 1u) {
        found = atomicOr(table[slot], 0u);
        if (found != 0u) continue; // mine or another's
        found = atomicCompSwap(table[slot], 0u, own);
        if (found != 0u) continue;
        list[atomicAdd(length, 1u)] = i;
        return;
    }
}
