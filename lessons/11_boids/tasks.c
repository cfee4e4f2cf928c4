#include "tasks.h"

#include "state.h"
#include "steps.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- What is right ---- */

// From the first to the second boid of two_boids.csv.
static bool answer_way(char *text, size_t size)
{
    static const float from[3] = {59.0f, 20.0f, 1.0f}, to[3] = {1.0f, 21.0f, 59.0f};
    float way[3], box = lesson.f.box;
    for (int k = 0; k < 3; k++)
        way[k] = to[k] - from[k] - box * floorf((to[k] - from[k]) / box + 0.5f);
    snprintf(text, size, "%g %g %g", (double)way[0], (double)way[1], (double)way[2]);
    return true;
}

enum { ASKED = 8 }; // lanes of group 0

// The cell with this slot in it.
static uint32_t cell_of_slot(const uint32_t *starts, uint32_t slot)
{
    uint32_t cell = 0;
    while (starts[cell + 1] <= slot) cell++;
    return cell;
}

// Of the first lanes, those whose first row is split at the seam stop one run earlier than the
// others; and that run is one cell, the last of the row in front of and below their own.
static bool answer_run(char *text, size_t size)
{
    const uint32_t *s = lesson.grid.size;
    uint32_t *starts = malloc((size_t)lesson.grid.starts.size_bytes), stopped = 0, run = 0;
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // reading it back
    bool good = starts != NULL && wb_buffer_read(&lesson.grid.starts, starts);
    for (uint32_t lane = ASKED; good && lane-- > 0;) {
        uint32_t cell = cell_of_slot(starts, lane);
        uint32_t x = cell % s[0], y = cell / s[0] % s[1], z = cell / s[0] / s[1];
        uint32_t below = (y + s[1] - 1) % s[1], in_front = (z + s[2] - 1) % s[2];
        stopped += x == 0;
        if (x == 0) run = (in_front * s[1] + below) * s[0] + s[0] - 1;
    }
    free(starts);
    snprintf(text, size, "%u %u", stopped, run);
    return good;
}

// Boid 0 becomes no number; how many are none, 30 frames later?
static bool answer_lost(char *text, size_t size)
{
    static const float none[4] = {NAN, NAN, NAN, 0.0f};
    size_t count = lesson.f.count;
    float(*rows)[4] = malloc((size_t)lesson.positions.size_bytes);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // writing what kernels have written
    glBindBuffer(GL_COPY_WRITE_BUFFER, lesson.positions.id);
    glBufferSubData(GL_COPY_WRITE_BUFFER, 0, sizeof none, none);
    glBindBuffer(GL_COPY_WRITE_BUFFER, lesson.velocities.id);
    glBufferSubData(GL_COPY_WRITE_BUFFER, 0, sizeof none, none);
    for (int frame = 0; frame < 30; frame++) step_sorted();
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // reading it back
    bool good = rows != NULL && wb_buffer_read(&lesson.positions, rows);
    unsigned lost = 0;
    for (size_t i = 0; good && i < count; i++) lost += isnan(rows[i][0]) != 0;
    free(rows);
    snprintf(text, size, "%u", lost);
    return good;
}

/* ---- The tasks, each with what one has to have understood ---- */

const wb_task tasks[] = {
    // On a torus the shortest way may lead through a face, along each axis on its own.
    {.name = "way",
     .kind = WB_PREDICT,
     .title = "The nearest way",
     .minutes = 3,
     .demand = "The torus is 60 m long along each axis. One boid is at (59, 20, 1), another at "
               "(1, 21, 59). Which way leads from the first to the second, if it is the shortest? "
               "Give x, y and z in m.",
     .hints = {"Along each axis there are two ways: straight ahead, or through the face and in at "
               "the opposite one. Which is shorter?",
               "Along x: 58 m to the left, or 2 m to the right."},
     .runs = "all_pairs",
     .settings = "boids=2 box=60",
     .answer = answer_way,
     .slips = {{"-58 1 58", "that is straight ahead, through the whole box"},
               {"2 1 2", "along z, the face is on the other side: from 1 it is nearer to the left"},
               {"58 1 58", "a way has a direction; and there is a shorter one"},
               {"-2 -1 2", "that leads from the second to the first"}},
     .why = "through the faces at 60 and at 0 it is 2 m to the right and 2 m back. Straight ahead "
            "it would be 58 m both times.",
     .shows = "./wb debug 11 --variant all_pairs --set boids=2 --set box=60 --load "
              "positions=lessons/11_boids/two_boids.csv --do \"lane 0; until 23; until 23; print "
              "way\""},
    // One load serves a whole group, between two barriers: one behind the writing, one before it.
    {.name = "share",
     .kind = WB_LINE,
     .title = "Share the loads",
     .minutes = 6,
     .is_flawed = true,
     .demand = "Let the group load a tile of GROUP boids in each round: each invocation boid first "
               "+ me, if there is one. And let it wait where it has to.",
     .hints = {"In the last round there may be fewer boids than invocations. What lies behind the "
               "last one is not to be read.",
               "A tile may be read when all have written it, and overwritten when all have read "
               "it: that takes two times barrier(), and both are outside of any if."},
     .least_active = 0.59, // ours: 0.60 and more, one that loads all: 0.58 and less
     .but = "each invocation of the group loads a boid; here, most wait for those that load"},
    // % of a negative number is undefined in GLSL: a torus needs one turn more.
    {.name = "seam",
     .kind = WB_REPAIR,
     .title = "Blind on one side",
     .minutes = 6,
     .is_flawed = true,
     .demand = "Boids at three of the box's faces do not see those at the opposite ones. Find out "
               "why, and mend the line in the gap.",
     .hints = {"./wb check 11 --variant seam --kernels says which operation has no result, and for "
               "which numbers.",
               "In GLSL the result of % is undefined if one of the two is negative.",
               "One turn more around the torus leads to the same cell: add grid_size before %."}},
    // A row at the seam is two runs, and the lanes without a seam wait for those that have one.
    {.name = "run",
     .kind = WB_LOOK,
     .title = "Who waits at the seam?",
     .minutes = 5,
     .demand = "Stop the first eight lanes of rows, in the run below, where the first of them "
               "visits its first run. How many of the eight are there, and which cell do they look "
               "into?",
     .hints = {"./wb debug 11 --variant rows --set boids=1000 --set scene=gas --pass flock --do "
               "\"width 8; until sorted.glsl:18\"",
               "It says how many of 8 lanes have come; `lanes first` shows the cell in which the "
               "run begins."},
     .runs = "rows",
     .settings = "boids=1000 scene=gas",
     .frames = 1,
     .answer = answer_run,
     .slips = {{"8 728", "some have no seam in their row, and wait"},
               {"6 728", "those are the ones that wait"},
               {"2 0",
                "that is the cell of their boids; the search begins a row below and in front "
                "of it"}},
     .why = "their boids are in cell 0, at a corner of the box. The row below and in front of it "
            "is the last of all, and the cell to the left its last one, 9 x 9 x 9 - 1. That is a "
            "run of its own, for which six lanes wait.",
     .shows = "./wb debug 11 --variant rows --set boids=1000 --set scene=gas --pass flock --do "
              "\"width 8; until sorted.glsl:18; lanes own; lanes first\""},
    // No comparison with NaN is true, so nobody sees such a boid, and it does not spread.
    {.name = "lost",
     .kind = WB_PREDICT,
     .title = "No number",
     .minutes = 2,
     .demand = "500 boids fly close together. Place and velocity of one of them become NaN, no "
               "number. A second later, of how many boids is the place no number?",
     .hints = {"What does a kernel ask before it adds a neighbour to its sums?",
               "Is NaN < radius * radius true?"},
     .runs = "rows",
     .settings = "boids=500 box=15",
     .frames = 1,
     .answer = answer_lost,
     .slips = {{"500", "it would be so if a neighbour came into the sums without a comparison"},
               {"0", "NaN and a number make NaN again: it never recovers"}},
     .why = "no comparison with NaN is true, `<` least of all. So nobody sees the lost one, and it "
            "stays alone with it.",
     .shows = "./wb check 11 --variant mean_of_nobody"},
    // On a torus a hawk at one face is near to the opposite one.
    {.name = "hawk",
     .kind = WB_EXTEND,
     .title = "A hawk",
     .minutes = 12,
     .demand = "Let them flee from the hawk: from 8 m on, by 40 / d straight away from it.",
     .hints =
         {"The way from the hawk to the place is place - hawk.xyz; on a torus, the nearest image "
          "of that.",
          "40 / d times way / d is 40 / square * way; return 0 from 8 m on, and where square is "
          "0."}},
    // Sums, means of nobody, a direction of nothing: all of the model, and all of its edges.
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
    // A force is a vector: what of it leads around the ray is across both the ray and the way from
    // it.
    {.name = "whirl",
     .kind = WB_EXTEND,
     .title = "A whirl",
     .minutes = 10,
     .demand = "Let the boids circle the hand's ray: push each around it, clockwise as you see it, "
               "and as hard towards it.",
     .hints = {"`way` leads from the ray to the boid, straight away from it. Which vector is at a "
               "right angle to the ray and to that?",
               "cross(a, b) is: by the right hand's rule, with a the thumb and b the index finger, "
               "it points along the middle one. hand_way leads into the picture.",
               "Towards the ray is -way. Around it is the cross product, as long as `way`, for "
               "hand_way has the length 1. Which one comes first?"}},
    {0},
};

const char *const share_cases[] = {"boids=1",   "boids=128",  "boids=129", "boids=300 box=12",
                                   "boids=257", "boids=1009", NULL};

const char *const seam_cases[] = {"boids=40 box=8", "boids=129 radius=0.7", "boids=1009",
                                  "boids=2003 scene=flocks", NULL};

const char *const flock_cases[] = {
    "boids=1",
    "boids=1 cruise=0 slowest=0",
    "boids=128",
    "boids=40 box=8",
    "boids=129 radius=0.7",
    "boids=1009 cruise=7.9",
    "boids=600 separation=2.2 step_ms=100 separate=20",
    "boids=300 align=3 cohere=2 steady=4 cruise=6 agility=60",
    "boids=254 scene=pairs separate=0.1",
    "boids=257 slowest=4.5 cruise=4.6 fastest=4.8 agility=9 separate=20",
    NULL,
};

const char *const whirl_cases[] = {"boids=1", "boids=129 box=9", "boids=1009",
                                   "boids=500 step_ms=10 scene=gas", NULL};
