#include "tasks.h"

#include <stddef.h>

const wb_task tasks[] = {
    {.name = "places",
     .kind = WB_BLANK,
     .title = "A place for every sample",
     .minutes = 60,
     .demand = "Count the samples, and give each its place among those of the same value; ask the "
               "buffer only once for each value that a group has.",
     .hints = {"Four phases: empty the group's bins, count in them, add them to the buffer, write "
               "the places. Between two phases all have to wait for all.",
               "Both atomicAdd()s return what they found: the shared one a sample's place within "
               "its group, the one on the buffer where the group's places begin.",
               "An invocation keeps up to four places in a local array, from the second phase to "
               "the fourth; where the group's begin has to be in shared memory, a word for each "
               "value. No barrier() in an `if` or behind a `return`: the last group has "
               "invocations without a sample."},
     .most_atomics = 1.5,
     .least_active = 0.25,
     .but = "asks the buffer once for each sample, or leaves the work to few"},
    {.name = "kinds",
     .kind = WB_BLANK,
     .title = "One of each kind",
     .minutes = 90,
     .demand =
         "Put one index of each kind of value into the list: a hash table of your own, from a "
         "blank page.",
     .hints =
         {"A value looks for its slot in the table, from one that follows from the value alone. "
          "It may find the slot empty, taken by an equal value, or taken by another one.",
          "Two equal values may find the same slot empty at the same time. One operation has to "
          "look and to take it: atomicCompSwap(). Its old value tells which of the three "
          "happened.",
          "Old value 0: you are the first of your kind, and go into the list. Old value equal "
          "to yours: another was faster. Any other: try the next slot; behind the last one "
          "comes the first."},
     .most_loads = 20.0,
     .least_active = 0.05,
     .but = "values are compared with many others, without a table, or the work is left to few"},
    {0},
};

// A group has as many invocations as bins, or more: smaller ones would have no need of two phases.
const char *const places_cases[] = {
    "source=0",
    "source=1 count=0",
    "source=1 count=1",
    "source=1 count=511 group=256",
    "source=1 count=2049 group=1024",
    "source=1 count=65537 group=300",
    "source=2 count=100003",
    NULL,
};

const lesson_traits places_traits = {.has_places = true};

const char *const kinds_cases[] = {
    "count=0",
    "count=1",
    "count=64 density=0.2",
    "count=512 density=0",
    "count=513 density=1",
    "count=5003 group=96 density=0.02",
    "count=9001 group=33",
    "count=16384 density=0.5 group=1024",
    NULL,
};

const lesson_traits kinds_traits = {.has_kinds = true};
