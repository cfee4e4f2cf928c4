// A rule for cells that see further: of all cells in a square of 2 RADIUS + 1 on a side, its own
// included, so large a share has to live. With a radius of 5 that is 34 to 45 of 121 for a cell to be
// born, and 34 to 58 to stay alive: K. Evans's "Bosco's rule", in which something crawls.
#include "04_life/rule.glsl" // remember()

int next_wide(int cell, int living)
{
    int area = (2 * RADIUS + 1) * (2 * RADIUS + 1), most = cell > 0 ? 58 : 45;
    return remember(cell, 121 * living >= 34 * area && 121 * living <= most * area);
}
