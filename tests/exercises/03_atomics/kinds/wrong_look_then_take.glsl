// says: NOT YET
// Two of a kind may both find the slot empty.
bool is_first(uint value)
{
    for (uint slot = value % slots;; slot = (slot + 1u) % slots) {
        if (table[slot] == value) return false;
        if (table[slot] == 0u) {
            table[slot] = value;
            return true;
        }
    }
}

void main()
{
    uint i = linear_index();
    if (i < count && is_first(values[i])) list[atomicAdd(length, 1u)] = i;
}
