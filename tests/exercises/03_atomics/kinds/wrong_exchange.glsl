// says: length
// Who finds another kind's has thrown it out.
bool is_first(uint value)
{
    for (uint slot = value % slots;; slot = (slot + 1u) % slots) {
        uint old = atomicExchange(table[slot], value);
        if (old == 0u) return true;
        if (old == value) return false;
    }
}

void main()
{
    uint i = linear_index();
    if (i < count && is_first(values[i])) list[atomicAdd(length, 1u)] = i;
}
