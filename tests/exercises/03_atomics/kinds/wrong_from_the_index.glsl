// says: length
// Equal values look in different places.
void main()
{
    uint i = linear_index();
    if (i >= count) return;
    for (uint tried = 0u, slot = i % slots; tried < slots; tried++, slot = (slot + 1u) % slots) {
        uint old = atomicCompSwap(table[slot], 0u, values[i]);
        if (old == 0u) list[atomicAdd(length, 1u)] = i;
        if (old == 0u || old == values[i]) return;
    }
}
