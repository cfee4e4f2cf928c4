// says: keys[
uint order_of(uint bits) { return bits >> 31 != 0u ? ~bits : bits ^ 0x80000000u; }

// The total order of all bit patterns, turned round: NaN comes first, or last, as its sign says.
bool comes_before(uvec2 a, uvec2 b)
{
    uint x = order_of(a.x), y = order_of(b.x);
    return x > y || (x == y && a.y < b.y);
}

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
