// says: NOT YET
uint rank_of(uint bits)
{
    if ((bits & 0x7FFFFFFFu) > 0x7F800000u) return ~0u;
    if (bits == 0x80000000u) bits = 0u;
    return (bits >> 31) != 0u ? bits : ~(bits ^ 0x80000000u);
}

bool comes_before(uvec2 a, uvec2 b)
{
    uint x = rank_of(a.x), y = rank_of(b.x);
    return x < y || (x == y && a.y < b.y);
}

// An invocation for each place, which writes what belongs there, while its partner may still read.
void main()
{
    for (uint i = gl_GlobalInvocationID.x; i < count; i += gl_NumWorkGroups.x * gl_WorkGroupSize.x) {
        uint partner = j == k / 2u ? i ^ (k - 1u) : i ^ j;
        if (partner >= count) continue;
        uvec2 own = uvec2(keys[i], values[i]), other = uvec2(keys[partner], values[partner]);
        if (comes_before(other, own) == (i < partner)) {
            keys[i] = other.x;
            values[i] = other.y;
        }
    }
}
