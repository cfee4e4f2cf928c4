// A box of cells, with x the fastest in memory.
layout(location = SIZE) uniform ivec3 size; // cells

int index_of(ivec3 p)
{
    return (p.z * size.y + p.y) * size.x + p.x;
}

bool is_inside(ivec3 p)
{
    return all(greaterThanEqual(p, ivec3(0))) && all(lessThan(p, size));
}
