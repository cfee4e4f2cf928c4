// A group's tile of GROUP x GROUP cells in shared memory, with a halo: one more cell on every side.
// The including shader declares `cells` and `size`.
#include "04_life/torus.glsl"

const int SIDE = GROUP + 2;
shared int tile[SIDE * SIDE];

// 324 cells for 256 invocations: each loads one, the first 68 a second.
void load_tile()
{
    ivec2 corner = ivec2(gl_WorkGroupID.xy) * GROUP - 1;
    for (int i = int(gl_LocalInvocationIndex); i < SIDE * SIDE; i += GROUP * GROUP) {
        // In a tile that reaches over the edge, what lies further out than the halo is never used.
        ivec2 p = min(corner + ivec2(i % SIDE, i / SIDE), size);
        p = wrap(p, size);
        tile[i] = cells[p.y * size.x + p.x];
    }
}

// The cell at a position in the tile; from -1 to GROUP, because of the halo.
int tile_at(ivec2 inside) { return tile[(inside.y + 1) * SIDE + inside.x + 1]; }

int tile_neighbours(ivec2 inside)
{
    int neighbours = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx != 0 || dy != 0) neighbours += int(tile_at(inside + ivec2(dx, dy)) > 0);
    return neighbours;
}
