// The invocation of the lower place does the work, and finds both by dividing. Floats are compared as floats.
bool comes_before(uint a, uint value_a, uint b, uint value_b)
{
    bool no_number_a = isnan(uintBitsToFloat(a)), no_number_b = isnan(uintBitsToFloat(b));
    if (no_number_a != no_number_b) return no_number_b;
    if (!no_number_a && uintBitsToFloat(a) != uintBitsToFloat(b)) return uintBitsToFloat(a) > uintBitsToFloat(b);
    return value_a < value_b;
}

void main()
{
    uint p = gl_GlobalInvocationID.x, run = p / j, inside = p % j;
    uint low = run * 2u * j + inside;
    uint high = 2u * j == k ? run * k + k - 1u - inside : low + j;
    if (high < count && comes_before(keys[high], values[high], keys[low], values[low])) {
        uint key = keys[low], value = values[low];
        keys[low] = keys[high];
        values[low] = values[high];
        keys[high] = key;
        values[high] = value;
    }
}
