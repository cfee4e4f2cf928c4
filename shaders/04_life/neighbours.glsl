// Counts the living among the eight cells around one, straight from the buffer `cells` that the
// including shader declares, on the torus of `size` cells.
#include "04_life/torus.glsl"

int neighbours_of(ivec2 p)
{
    int neighbours = 0;
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            ivec2 q = wrap(p + ivec2(dx, dy), size);
            if (dx != 0 || dy != 0) neighbours += int(cells[q.y * size.x + q.x] > 0);
        }
    }
    return neighbours;
}
