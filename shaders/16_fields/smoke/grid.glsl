// Which faces of a cell are open.
#include "16_fields/smoke/box.glsl"

layout(std430, binding = OPENINGS) restrict readonly buffer openings_buffer
{
    uint openings[];
};

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
