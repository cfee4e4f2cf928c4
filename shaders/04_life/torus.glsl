// The grid's right edge meets its left, the lower the upper. For a position at most one step outside.
ivec2 wrap(ivec2 p, ivec2 size)
{
    p += size * ivec2(lessThan(p, ivec2(0)));
    p -= size * ivec2(greaterThanEqual(p, size));
    return p;
}
