#include "tasks.h"

const wb_task tasks[] = {
    {.name = "bend",
     .kind = WB_LINE,
     .title = "The colour of a link",
     .minutes = 20,
     .demand = "Find the colour of the links from a particle to the next but one.",
     .hints =
         {"Links of one colour must share no particle. If (0, 2) is one, then (2, 4) is of the "
          "other colour, and so is (3, 5). And (1, 3)?",
          "0 and 1 begin links of the even colour, 2 and 3 of the odd one, 4 and 5 of the even "
          "one: it is the second bit of the place that decides."}},
    {.name = "whole",
     .kind = WB_BLANK,
     .title = "The whole cloth in one dispatch",
     .minutes = 60,
     .demand =
         "A whole frame in one dispatch: one work group keeps a small cloth in shared memory.",
     .hints =
         {"Each invocation loads some particles, predicts them, and keeps where they were. "
          "Then eight colours, then the end of the substep; between any two of these, barrier().",
          "A loop over the cloth for each of those: for (uint i = gl_LocalInvocationIndex; i < "
          "count; i += WHOLE_GROUP). No barrier() inside such a loop: not all come round as often.",
          "Of colour c: direction c >> 1; the cells with (direction == 1 ? y : x) & 1 equal to c & "
          "1, as far as is_link() says so."},
     .least_active = 0.1,
     .but = "all invocations of the group share the work"},
    {0},
};
