#include "tasks.h"

#include <stddef.h>

const wb_task tasks[] = {
    {.name = "nearest",
     .kind = WB_LINE,
     .title = "The four nearest neighbours",
     .minutes = 20,
     .demand =
         "Keep the four nearest neighbours, the nearest first; of those as near as each other, "
         "the one with the smaller number first.",
     .hints = {"distances[] and numbers[] hold the best so far, in order. A newcomer that comes "
               "before one of them takes its place, and all from there on move back by one.",
               "One loop over the places is enough: where the newcomer comes before the old one, "
               "exchange the two, and go on with the one that was displaced.",
               "A lattice has many particles that are as near as each other, and the cells are not "
               "visited in the order of the numbers: --set lattice=8 --set speed=0."}},
    {.name = "pairs",
     .kind = WB_BLANK,
     .title = "Each pair once",
     .minutes = 90,
     .has_host = true,
     .demand =
         "Find each pair once, from blank pages: a kernel that looks at half of the candidates "
         "and writes what it finds down for both, and the C code that dispatches it.",
     .hints =
         {"Of two particles, one lies behind the other in memory. In which cells can those be "
          "that lie behind me, and within my own cell, in which slots?",
          "Another invocation may write down something for the same particle at the same time. "
          "All four numbers can be put together in any order.",
          "Behind the own slot: the rest of the row of cells around one's own; the row at y + "
          "1; and the three rows at z + 1. These are 13 cells and a part of one.",
          "In C: everything starts from 0 in each frame, and a kernel wrote it in the last one. "
          "For glClearBufferData that is GL_BUFFER_UPDATE_BARRIER_BIT."},
     .most_loads = 100.0,
     .but = "each pair is looked at twice"},
    {0},
};

const char *const pairs_cases[] = {
    "particles=1",
    "particles=2 per_cell=2",
    "particles=127 dimensions=2",
    "particles=128 speed=1 picked=-1",
    "particles=700 lattice=8 speed=0",
    "particles=401 per_cell=200",
    "particles=2003 in_order=yes",
    "particles=1999 dimensions=2",
    NULL,
};
