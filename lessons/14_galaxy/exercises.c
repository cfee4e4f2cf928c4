#include "exercises.h"

#include <stddef.h>

const wb_exercise black_hole = {
    .task = "Write hole_pull(): how a black hole in the middle pulls, and its potential.",
    .solution = "14_galaxy/solutions/hole.comp",
    .hints =
        {"The potential is -G M / sqrt(r^2 + e^2). The pull points to the middle, and its size is "
         "what comes out if one differentiates that by r.",
         "d/dr of 1 / sqrt(r^2 + e^2) is -r / (r^2 + e^2)^(3/2); and r times the direction to "
         "the middle is -position."},
};
const char *const hole_cases[] = {"stars=1 grid=8 halo=0",
                                  "stars=127 grid=16 hole=3e9",
                                  "stars=2003 grid=32",
                                  "stars=1009 grid=16 scene=black_hole hole=0",
                                  "stars=1009 grid=16 scene=black_hole hole=1e8",
                                  NULL};

const wb_exercise rotation_curve = {
    .task =
        "Find how fast the stars go round, on average, in each of 64 rings: a sum for each ring "
        "over all work groups, which comes out the same in every run.",
    .solution = "14_galaxy/solutions/curve.comp",
    .host = "lessons/14_galaxy/exercise.c",
    .host_solution = "lessons/14_galaxy/solutions/exercise.c",
    .hints = {"Three things have to happen one after the other: sums become 0, all stars are "
              "added, and sums are divided by counts. Each can be a dispatch of the same kernel; a "
              "uniform tells it which.",
              "A sum of floats depends on the order, a sum of whole numbers does not. In "
              "which unit is a speed a whole number, exact enough for the mean, and small enough "
              "that the sum of a ring fits into an int?",
              "In C, between two dispatches: GL_SHADER_STORAGE_BARRIER_BIT. A group that adds in "
              "shared memory first, and then 64 sums once, needs far fewer atomics on buffers."},
    .most_loads = 8.0,
    .least_active = 0.3,
    .but = "reads stars again and again, or leaves the work to few",
    .repeatable = true,
};

// The black hole stands on the axis. 300,000 stars are many in a ring.
const char *const curve_cases[] = {
    "stars=2003 grid=8",
    "stars=1 grid=8 scene=black_hole",
    "stars=2 grid=8",
    "stars=255 grid=8 scene=black_hole step_myr=20",
    "stars=256 grid=8",
    "stars=257 grid=8 halo=0",
    "stars=5009 grid=8 scene=collision",
    "stars=300000 grid=8",
    NULL,
};
