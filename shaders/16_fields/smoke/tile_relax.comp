#version 430 core
// `tile_red_black`: a whole sweep in one dispatch, in shared memory. The tile's black cells need the new pressures of red ones beside
// it. So the group solves these as well, and fetches a rim of two cells. Other groups still read the old pressures: the new ones go
// into another buffer.
// Limit: 2.8 pressures fetched and 1.4 cells solved for each cell of the tile; and as many sweeps as before.
#include "16_fields/smoke/tile.glsl"

layout(location = OMEGA) uniform float omega;

float pressure_at(int at)
{
    return tile[at];
}

// The cells of a colour in the tile, and in a rim of so many cells around it: of each pair that lies in a row, one.
void relax(int colour, int rim)
{
    ivec3 pairs = (TILE + 2 * rim) / ivec3(2, 1, 1);
    for (int k = int(gl_LocalInvocationIndex); k < product(pairs); k += INVOCATIONS) {
        ivec3 cell = TILE_RIM - rim + cell_of(k, pairs) * ivec3(2, 1, 1), p = in_box(cell);
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

void main()
{
    fetch();
    barrier();
    relax(0, 1); // the red cells, and those beside the tile that its black ones ask
    barrier();
    relax(1, 0);
    barrier();
    for (int i = int(gl_LocalInvocationIndex); i < cells_in(0); i += INVOCATIONS) {
        ivec3 cell = cell_at(i, 0);
        store(cell, tile[place_of(cell)]);
    }
}
