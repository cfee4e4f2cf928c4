#include "tasks.h"

#include <stddef.h>

const wb_task tasks[] = {
    {.name = "smear",
     .kind = WB_BLANK,
     .title = "A picture that is smeared",
     .minutes = 40,
     .demand =
         "Smear the picture: each pixel becomes the mean of itself and the 2 radius pixels to "
         "its right. A group loads what it needs once, together, into shared memory.",
     .hints =
         {"Load, wait, work. How many pixels of a row does a group need, and in how many rows?",
          "The halo is on one side: a tile of GROUP rows of GROUP + 2 RADIUS pixels, whose "
          "first is the group's own first pixel. That is more pixels than invocations: each "
          "loads one, some a second.",
          "The invocations beyond the picture's edge load too, and reach barrier(): their "
          "guard comes behind it. At the end (2 RADIUS + 1) pixels of the tile are added up."},
     .most_loads = 2.1,
     .least_active = 0.5,
     .but = "loads pixels again that the group has loaded, or leaves the loading to few"},
    {.name = "turn",
     .kind = WB_BLANK,
     .title = "A picture turned",
     .minutes = 30,
     .demand = "Turn the picture, rows into columns, through shared memory: neighbours load "
               "neighbours and store neighbours, and no bank has more to do than the others.",
     .hints =
         {"Which pixel an invocation stores need not be the one that it has loaded: another of "
          "the group has.",
          "The group's pixels become a block of the turned picture. Its rows are the columns "
          "of the tile; let gl_LocalInvocationID.x run along them, and look again which guard "
          "belongs to which pixel.",
          "Along a column of the tile the words are as far apart as its rows are long. 16 is "
          "even, and half of 32."},
     .most_loads = 1.5,
     .most_sectors = 6.5,
     .most_ways = 3.0,
     .least_active = 0.5,
     .but = "memory has more to do than it need, or the work is left to few"},
    {0},
};

const char *const smear_cases[] = {
    "width=1 height=1",
    "width=4 height=3 radius=7",
    "width=15 height=15 radius=1",
    "width=16 height=16 radius=2",
    "width=17 height=17 radius=4",
    "width=61 height=67 radius=3",
    "width=131 height=129 radius=7",
    "width=960 height=640 radius=5",
    NULL,
};

const blur_traits smear_traits = {
    "Yours: a smear to the left, from a tile with a halo on the right.", .smears = true};

const char *const turn_cases[] = {
    "width=1 height=1",   "width=4 height=3",     "width=15 height=16",   "width=17 height=33",
    "width=61 height=67", "width=260 height=131", "width=960 height=640", NULL,
};

const blur_traits turn_traits = {
    "Yours: rows and columns exchanged, and here, to look at, back again.", .turns = true};
