// A tile of pressures in shared memory, with a rim of TILE_RIM cells around it: what a group fetches, and which cells of it are where.
// The including shader defines pressure_at(), of a place in the tile.
#include "16_fields/smoke/slots.h"
layout(local_size_x = GROUP_X, local_size_y = GROUP_Y, local_size_z = GROUP_Z) in;

layout(std430, binding = RIGHT) restrict readonly buffer right_buffer
{
    float right[];
};

layout(std430, binding = PRESSURE) restrict readonly buffer pressure_buffer
{
    float pressure[];
};

layout(std430, binding = PRESSURE_NEXT) restrict writeonly buffer next_buffer
{
    float pressure_next[];
};

#include "16_fields/smoke/equation.glsl"

const int INVOCATIONS = GROUP_X * GROUP_Y * GROUP_Z;
const ivec3 TILE = ivec3(TILE_X, TILE_Y, TILE_Z), ALL = TILE + 2 * TILE_RIM;
const ivec3 STEPS = ivec3(1, ALL.x, ALL.x * ALL.y); // in `tile`, to the next cell each way
shared float tile[ALL.x * ALL.y * ALL.z];

int product(ivec3 sides)
{
    return sides.x * sides.y * sides.z;
}

// Cell i of a box of `sides` cells.
ivec3 cell_of(int i, ivec3 sides)
{
    return ivec3(i % sides.x, i / sides.x % sides.y, i / (sides.x * sides.y));
}

// How many cells the tile has, with so many around it, and number i of them: cell (0, 0, 0) is the rim's first.
int cells_in(int rim)
{
    return product(TILE + 2 * rim);
}

ivec3 cell_at(int i, int rim)
{
    return TILE_RIM - rim + cell_of(i, TILE + 2 * rim);
}

int place_of(ivec3 cell)
{
    return cell.x + cell.y * STEPS.y + cell.z * STEPS.z;
}

// Where a cell of the tile is in the box.
ivec3 in_box(ivec3 cell)
{
    return ivec3(gl_WorkGroupID) * TILE - TILE_RIM + cell;
}

void fetch()
{
    for (int i = int(gl_LocalInvocationIndex); i < cells_in(TILE_RIM); i += INVOCATIONS) {
        ivec3 p = in_box(cell_of(i, ALL));
        tile[i] = is_inside(p) ? pressure[index_of(p)] : 0.0;
    }
}

void store(ivec3 cell, float found)
{
    ivec3 p = in_box(cell);
    if (is_inside(p)) pressure_next[index_of(p)] = found;
}
