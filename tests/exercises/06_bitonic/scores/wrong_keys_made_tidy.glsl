// says: keys[
// -0 becomes 0 on the way.
bool comes_before(uvec2 a, uvec2 b)
{
    float x = uintBitsToFloat(a.x), y = uintBitsToFloat(b.x);
    if (isnan(x) || isnan(y)) return isnan(x) && isnan(y) ? a.y < b.y : isnan(y);
    return x > y || (x == y && a.y < b.y);
}

void main()
{
    uint p = gl_GlobalInvocationID.x, i = lower_partner(p, j);
    uint partner = j == k / 2u ? i ^ (k - 1u) : i + j;
    if (partner >= count) return;
    uvec2 a = uvec2(keys[i], values[i]), b = uvec2(keys[partner], values[partner]);
    if (a.x == 0x80000000u) a.x = 0u;
    if (b.x == 0x80000000u) b.x = 0u;
    if (comes_before(b, a)) {
        keys[i] = b.x;
        values[i] = b.y;
        keys[partner] = a.x;
        values[partner] = a.y;
    }
}
