// says: keys[
bool comes_before(uvec2 a, uvec2 b)
{
    float x = uintBitsToFloat(a.x), y = uintBitsToFloat(b.x); // false for NaN, both ways round
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
