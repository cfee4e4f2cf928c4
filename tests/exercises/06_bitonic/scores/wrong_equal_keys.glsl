// says: values[
uint rank_of(uint bits)
{
    if ((bits & 0x7FFFFFFFu) > 0x7F800000u) return ~0u;
    if (bits == 0x80000000u) bits = 0u;
    return (bits >> 31) != 0u ? bits : ~(bits ^ 0x80000000u);
}

// Equal keys stay, or not, as it comes.
bool comes_before(uvec2 a, uvec2 b) { return rank_of(a.x) < rank_of(b.x); }

void main()
{
    uint p = gl_GlobalInvocationID.x, i = lower_partner(p, j);
    uint partner = j == k / 2u ? i ^ (k - 1u) : i + j;
    if (partner >= count) return;
    uvec2 a = uvec2(keys[i], values[i]), b = uvec2(keys[partner], values[partner]);
    if (comes_before(b, a)) {
        keys[i] = b.x;
        values[i] = b.y;
        keys[partner] = a.x;
        values[partner] = a.y;
    }
}
