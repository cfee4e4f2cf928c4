// says: length
bool is_first(uint value) { return atomicCompSwap(table[value % slots], 0u, value) == 0u; }

void main()
{
    uint i = linear_index();
    if (i < count && is_first(values[i])) list[atomicAdd(length, 1u)] = i;
}
