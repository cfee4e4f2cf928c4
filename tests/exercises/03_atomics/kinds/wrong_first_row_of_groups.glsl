// says: expected
// Whether nobody with this value has been here before.
bool is_first(uint value)
{
    uint slot = value * 2654435769u % slots;
    for (uint tried = 0u; tried < slots; tried++) {
        uint old = atomicCompSwap(table[slot], 0u, value);
        if (old == 0u) return true;
        if (old == value) return false;
        slot = slot + 1u < slots ? slot + 1u : 0u; // another kind's
    }
    return false; // not reached: there are more slots than kinds
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i < count && is_first(values[i])) list[atomicAdd(length, 1u)] = i;
}
