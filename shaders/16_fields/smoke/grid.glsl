// The box of cells, and which faces of a cell are open.
layout(location = SIZE) uniform ivec3 size; // cells

layout(std430, binding = OPENINGS) restrict readonly buffer openings_buffer
{
    uint openings[];
};

int index_of(ivec3 p)
{
    return (p.z * size.y + p.y) * size.x + p.x;
}

bool is_inside(ivec3 p)
{
    return all(greaterThanEqual(p, ivec3(0))) && all(lessThan(p, size));
}

uint openings_of(ivec3 p)
{
    return is_inside(p) ? openings[index_of(p)] : 0u;
}

// Air can flow through the face on the low side of p: of its own cell, or beyond the last one of the one before.
bool is_open_x(ivec3 p)
{
    return (openings_of(p) & uint(OPEN_LEFT)) != 0u;
}

bool is_open_y(ivec3 p)
{
    return p.y < size.y ? (openings_of(p) & uint(OPEN_BELOW)) != 0u : (openings_of(p - ivec3(0, 1, 0)) & uint(OPEN_ABOVE)) != 0u;
}

bool is_open_z(ivec3 p)
{
    return (openings_of(p) & uint(OPEN_BACK)) != 0u;
}
