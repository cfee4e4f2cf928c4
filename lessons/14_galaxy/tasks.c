#include "tasks.h"

#include "state.h"

#include <stddef.h>
#include <stdio.h>

// Among all sources a star meets itself: lane 0 of group 2 does first.
static bool answer_origin(char *text, size_t size)
{
    enum { ASKED = 2 };
    snprintf(text, size, "%d 0", ASKED * PAIRS_GROUP);
    return true;
}

const wb_task tasks[] = {
    {.name = "hole",
     .kind = WB_EXTEND,
     .title = "A black hole",
     .minutes = 30,
     .demand = "Write hole_pull(): how a black hole in the middle pulls, and its potential.",
     .hints =
         {"The potential is -G M / sqrt(r^2 + e^2). The pull points to the middle, and its size is "
          "what comes out if one differentiates that by r.",
          "d/dr of 1 / sqrt(r^2 + e^2) is -r / (r^2 + e^2)^(3/2); and r times the direction to "
          "the middle is -position."}},
    {.name = "curve",
     .kind = WB_BLANK,
     .title = "The rotation curve",
     .minutes = 90,
     .has_host = true,
     .demand =
         "Find how fast the stars go round, on average, in each of 64 rings: sums in shared "
         "memory, "
         "and over all work groups, which come out the same in every run, however many stars are "
         "in a ring.",
     .hints =
         {"Three things have to happen one after the other: sums become 0, all stars are "
          "added, and sums are divided by counts. Each can be a dispatch of the same kernel; a "
          "uniform tells it which.",
          "A sum of floats depends on the order, a sum of whole numbers does not. In "
          "64ths of a km/s, a speed is exact enough, and the sum of a group's 256 stars fits "
          "into an int; that of a million stars does not. So a ring needs two words on the "
          "buffer.",
          "sum & 0xffff and sum >> 16 are the two parts of a group's sum, below 0 too: sum is "
          "65536 (sum >> 16) + (sum & 0xffff). Add up each for itself. In C, between two "
          "dispatches: GL_SHADER_STORAGE_BARRIER_BIT."},
     .most_loads = 8.0,
     .most_atomics = 1.0,
     .least_active = 0.3,
     .but = "reads stars again and again, adds them to a buffer one by one, or leaves the work to "
            "few",
     .repeatable = true},
    // Set in INSIDE.md.
    {.name = "origin",
     .kind = WB_LOOK,
     .title = "Where a NaN comes from",
     .minutes = 6,
     .demand = "In no_softening all stars lose their places. Stop work group 2 at its first NaN. "
               "Which source does its lane ask there (its number among all sources), and how far "
               "away is that?",
     .hints = {"./wb debug 14 --variant no_softening --set stars=1000 --set grid=8 --group 2 --do "
               "\"until nan; print to; print inverse\"",
               "The lane is in pull_of(), called from main(): `finish`, and there `print begin` "
               "and `print k`. The tile begins with source number begin."},
     .runs = "no_softening",
     .settings = "stars=1000 grid=8",
     .answer = answer_origin,
     .slips = {{"0 0", "that is its place in the tile; begin says where the tile begins"}},
     .why = "the source is the star itself. Its distance is 0, inversesqrt(0) is infinite, and "
            "infinity times the way there, which is 0, is a NaN. Every later sum has it.",
     .shows = "./wb debug 14 --variant no_softening --set stars=1000 --set grid=8 --group 2 --do "
              "\"until nan; print to; finish; print begin + k\""},
    {0},
};

const char *const hole_cases[] = {"stars=1 grid=8 halo=0",
                                  "stars=127 grid=16 hole=3e9",
                                  "stars=2003 grid=32",
                                  "stars=1009 grid=16 scene=black_hole hole=0",
                                  "stars=1009 grid=16 scene=black_hole hole=1e8",
                                  NULL};

// The black hole stands on the axis. Of half a million stars, nine in ten in one ring: the sum of
// their speeds fits into no word in which it is exact enough. Short steps and a soft pull leave the
// stars of a ring alike, so that no error of rounding averages out.
const char *const curve_cases[] = {
    "stars=2003 grid=8",
    "stars=1 grid=8 scene=black_hole",
    "stars=2 grid=8",
    "stars=255 grid=8 scene=black_hole step_myr=20",
    "stars=256 grid=8",
    "stars=257 grid=8 halo=0",
    "stars=5009 grid=8 scene=collision",
    "stars=500000 grid=8 scene=ring softening=4 step_myr=0.1",
    NULL,
};
