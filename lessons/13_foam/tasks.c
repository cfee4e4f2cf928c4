#include "tasks.h"

const wb_task tasks[] = {
    {.name = "crest",
     .kind = WB_EXTEND,
     .title = "Wave crests",
     .minutes = 30,
     .demand = "Find the wave crests: how far the surface is bent where it moves outwards.",
     .hints = {"A neighbour lies behind the surface if the way to it goes against the normal: if "
               "their dot product is below 0.",
               "length() is 0 for the particle itself, whose way has no direction. Nothing needs "
               "the direction, though: the sign of the dot product is enough.",
               "The cosine between velocity v and normal n is dot(v, n) / length(v). Without the "
               "division it is dot(v, n) >= 0.6 * length(v), and then v = 0 has to be ruled out."}},
    {.name = "spread",
     .kind = WB_BLANK,
     .title = "An invocation for each newborn",
     .minutes = 40,
     .demand = "Put the newborn into their slots with an invocation for each of them.",
     .hints =
         {"Keep two numbers, low and high: the particle is one of low to high - 1. Look at the "
          "one in the middle, and halve what is left.",
          "Where several particles have the same number before them, all but the last have no "
          "births. The last k with births_before[k] <= n is the one.",
          "All births are births_before[] and births[] of the last particle, added. There may "
          "be more than the pool has slots."},
     .most_loads = 40.0,
     .but = "the particle is found by halving",
     .repeatable = true},
    {0},
};
