#include "tasks.h"

#include <stddef.h>

const wb_task tasks[] = {
    {.name = "scores",
     .kind = WB_BLANK,
     .exact = true,
     .title = "The best scores first",
     .minutes = 45,
     .demand =
         "Sort float32 keys, the largest first and NaN last, by the mirrored network: write one "
         "pass of it, from a blank page.",
     .hints =
         {"Three questions: which two places are mine? Is there a key at both? Which of the two "
          "pairs comes first?",
          "lower_partner() gives the lower place in all passes. In the first pass of a merge "
          "its partner is the same place, counted from the other end of the run: all bits "
          "below k are turned over.",
          "A comparison with < is false for NaN, both ways round. Turn the bits into a uint "
          "that says how far in front the key belongs: one number for every NaN, the same for "
          "0 and -0; the larger a positive number, the less; the larger the bits of a negative "
          "one, the more."},
     .least_active = 0.25,
     .but = "the work is left to few"},
    {.name = "digits",
     .kind = WB_BLANK,
     .title = "Radix sort by digits of four bits",
     .minutes = 120,
     .has_host = true,
     .demand = "A radix sort by digits of four bits, from blank pages: the kernels that count and "
               "place, and the C code that runs its passes.",
     .hints = {"In C, for each digit from the lowest to the highest: count, a barrier, scan the "
               "counts, place, a barrier. Each pass reads what the one before it has written, so "
               "two pairs of buffers take turns. How many passes are there, and where do the last "
               "one's pairs end up?",
               "Let all counts of digit 0 come first, group by group, then all of digit 1, and so "
               "on. The sum of what stands before a count is then the place of the first key that "
               "it counts: what wb_scan_exclusive() makes of the counts.",
               "A key's place is that sum, and its rank: how many keys of its group stand before "
               "it and have the same digit. An atomic counter would tell how many have *come* "
               "before it, in whatever order. With the group's digits in shared memory, every one "
               "can look for himself."},
     .least_active = 0.25,
     .but = "the work is left to few",
     .repeatable = true},
    {0},
};

// The first has all passes that there are; then from no comparison at all to keys behind which a
// half of the network has no partner.
const char *const scores_cases[] = {
    "type=float32 keys=16",
    "type=float32 keys=1",
    "type=float32 keys=2",
    "type=float32 keys=3 input=reversed",
    "type=float32 keys=61 input=special",
    "type=float32 keys=513 input=few",
    "type=float32 keys=1027 input=special",
    "type=float32 keys=4097 input=special",
    "type=float32 keys=5003",
    NULL,
};

const char *const digits_cases[] = {
    "keys=1",
    "keys=2 input=reversed",
    "keys=511",
    "keys=512 input=few",
    "keys=513 input=largest",
    "keys=1537 input=equal",
    "keys=5003 input=few",
    "keys=20011",
    NULL,
};
