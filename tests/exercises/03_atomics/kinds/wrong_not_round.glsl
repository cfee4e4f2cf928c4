// says: length
// Behind the last slot it gives up.
bool is_first(uint value)
{
    for (uint slot = value % slots; slot < slots; slot++) {
        uint old = atomicCompSwap(table[slot], 0u, value);
        if (old == 0u || old == value) return old == 0u;
    }
    return false;
}

void main()
{
    uint i = linear_index();
    if (i < count && is_first(values[i])) list[atomicAdd(length, 1u)] = i;
}
