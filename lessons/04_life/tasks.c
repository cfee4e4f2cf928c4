#include "tasks.h"

#include <stddef.h>

const wb_task tasks[] = {
    {.name = "gas",
     .kind = WB_BLANK,
     .title = "A gas, in place",
     .minutes = 40,
     .demand =
         "Move the particles of a gas in place, with one buffer and without a race: blocks of "
         "2 x 2 cells, each the work of one invocation.",
     .hints =
         {"No invocation may read a cell that another one writes. Which four cells does an "
          "invocation own, if `turn` is 0, and which if it is 1?",
          "The upper left cell of a block lies at 2 * gl_GlobalInvocationID.xy + turn. To its "
          "right and below it the grid may have ended: there it goes on at 0. There are "
          "size / 2 blocks in each direction, and invocations beyond them have nothing to do.",
          "Read all four before you write one. It is a collision if the cells of one diagonal "
          "are both alive and those of the other both dead: then each becomes what it was not. "
          "Otherwise each gets what was in the opposite corner."}},
    {.name = "wide",
     .kind = WB_BLANK,
     .title = "Cells that see further",
     .minutes = 90,
     .has_host = true,
     .demand =
         "Cells that count the living up to `radius` cells away, on a torus: a tile with a halo "
         "in shared memory, two buffers that take turns, and the dispatches.",
     .hints =
         {"In C, for each generation: a dispatch that reads one buffer and writes the other, a "
          "barrier, a swap. How many groups of 32 x 8 cover the grid?",
          "A tile has 32 + 2 RADIUS columns and 8 + 2 RADIUS rows, more cells than there are "
          "invocations: each loads several. A grid may be smaller than RADIUS, so that one "
          "step around the torus is not enough; and what % makes of a negative number, GLSL "
          "leaves open.",
          "All of a group load and reach barrier(); only then those beyond the grid may leave. "
          "The cell itself is at (x + RADIUS, y + RADIUS) of the tile, and counts as well."},
     .most_loads = 5.0,
     .least_active = 0.3,
     .but = "loads cells again that the group has loaded, or leaves the work to few"},
    {0},
};

const char *const gas_cases[] = {
    "width=62 height=46",
    "width=2 height=2",
    "width=4 height=2",
    "width=1 height=1",
    "width=3 height=5",
    "width=17 height=16",
    "width=32 height=34",
    "width=131 height=66",
    "width=62 height=46 density=1",
    "width=34 height=30 generations=3",
    NULL,
};

const char *const wide_cases[] = {
    "width=61 height=67 density=0.5",           "width=1 height=1",
    "width=3 height=2 density=1 radius=7",      "width=32 height=8 density=0.5 radius=1",
    "width=33 height=9 density=0.5 radius=2",   "width=31 height=7 density=0.5 radius=3",
    "width=40 height=130 density=0.5 radius=7", "width=65 height=24 density=0.5 generations=3",
    "width=131 height=96 density=0.5 radius=4", NULL,
};
