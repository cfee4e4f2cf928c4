// says: length
bool is_first(uint value)
{
    for (uint slot = value % slots;; slot = (slot + 1u) % slots) {
        uint old = atomicCompSwap(table[slot], 0u, value);
        if (old == 0u || old == value) return true;
    }
}

void main()
{
    uint i = linear_index();
    if (i < count && is_first(values[i])) list[atomicAdd(length, 1u)] = i;
}
