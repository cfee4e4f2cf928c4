// says: NOT YET
bool is_first(uint value)
{
    for (uint slot = value % slots;; slot = (slot + 1u) % slots) {
        if (table[slot] == value) return false;
        if (table[slot] != 0u) continue;
        atomicCompSwap(table[slot], 0u, value);
        return true; // whoever was faster
    }
}

void main()
{
    uint i = linear_index();
    if (i < count && is_first(values[i])) list[atomicAdd(length, 1u)] = i;
}
