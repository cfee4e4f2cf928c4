#include "tasks.h"

const wb_task tasks[] = {
    {.name = "hawk",
     .kind = WB_EXTEND,
     .title = "A hawk",
     .minutes = 10,
     .demand = "Let them flee from the hawk: from 8 m on, by 40 / d straight away from it.",
     .hints =
         {"The way from the hawk to the place is place - hawk.xyz; on a torus, the nearest image "
          "of that.",
          "40 / d times way / d is 40 / square * way; return 0 from 8 m on, and where square is "
          "0."}},
    {.name = "flock",
     .kind = WB_BLANK,
     .title = "The whole flock",
     .minutes = 60,
     .demand = "Write the whole flock: the sums over all others, the wish, and the step in time.",
     .hints =
         {"Begin with a loop over all j; way = positions[j].xyz - here, then its nearest image; "
          "skip boids that are radius or more away, and j == i.",
          "Three sums and a count: -way (1 / d^2 - 1 / separation^2) if nearer than separation, "
          "with 1e-6 for a d^2 below that; velocities, ways. No division by a count of 0.",
          "The wish is no longer than agility; the speed lies between slowest and fastest; the "
          "place moves with the new velocity, and comes back into the box."}},
    {0},
};
