#version 430 core
// `tile_red_black`: a whole sweep in one dispatch, in shared memory. The tile's black cells need the new pressures of red ones beside
// it. So the group solves these as well, and fetches a rim of two cells. Other groups still read the old pressures: the new ones go
// into another buffer.
// Limit: 2.8 pressures fetched and 1.4 cells solved for each cell of the tile; and as many sweeps as before.
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

layout(location = OMEGA) uniform float omega;

const int INVOCATIONS = GROUP_X * GROUP_Y * GROUP_Z;
const ivec3 TILE = ivec3(TILE_X, TILE_Y, TILE_Z), ALL = TILE + 2 * TILE_RIM;
const ivec3 STEPS = ivec3(1, ALL.x, ALL.x * ALL.y); // in `tile`, to the next cell each way
shared float tile[ALL.x * ALL.y * ALL.z];

#include "16_fields/smoke/equation.glsl"

float pressure_at(int at)
{
    return tile[at];
}

// Cell i of a box of `sides` cells.
ivec3 cell_of(int i, ivec3 sides)
{
    return ivec3(i % sides.x, i / sides.x % sides.y, i / (sides.x * sides.y));
}

int place_of(ivec3 cell)
{
    return cell.x + cell.y * STEPS.y + cell.z * STEPS.z;
}

// Where in the box the tile begins, with its rim.
ivec3 corner()
{
    return ivec3(gl_WorkGroupID) * TILE - TILE_RIM;
}

void fetch()
{
    for (int i = int(gl_LocalInvocationIndex); i < ALL.x * ALL.y * ALL.z; i += INVOCATIONS) {
        ivec3 p = corner() + cell_of(i, ALL);
        tile[i] = is_inside(p) ? pressure[index_of(p)] : 0.0;
    }
}

// The cells of a colour in the tile, and in a rim of so many cells around it: of each pair that lies in a row, one.
void relax(int colour, int rim)
{
    ivec3 pairs = (TILE + 2 * rim) / ivec3(2, 1, 1);
    for (int k = int(gl_LocalInvocationIndex); k < pairs.x * pairs.y * pairs.z; k += INVOCATIONS) {
        ivec3 cell = TILE_RIM - rim + cell_of(k, pairs) * ivec3(2, 1, 1), p = corner() + cell;
        int second = (p.x + p.y + p.z + colour) & 1;
        p.x += second;
        if (!is_inside(p)) continue;
        int i = index_of(p), at = place_of(cell) + second;
        float before = tile[at];
        precise float solved = (sum_of_neighbours(p, i, at, STEPS) - right[i]) * share_of(i);
        precise float further = before + omega * (solved - before);
        tile[at] = further;
    }
}

void store()
{
    for (int i = int(gl_LocalInvocationIndex); i < TILE.x * TILE.y * TILE.z; i += INVOCATIONS) {
        ivec3 cell = TILE_RIM + cell_of(i, TILE), p = corner() + cell;
        if (is_inside(p)) pressure_next[index_of(p)] = tile[place_of(cell)];
    }
}

void main()
{
    fetch();
    barrier();
    relax(0, 1); // the red cells, and those beside the tile that its black ones ask
    barrier();
    relax(1, 0);
    barrier();
    store();
}
