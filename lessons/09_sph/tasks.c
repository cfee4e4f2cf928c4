#include "tasks.h"

#include "state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- What is right ---- */

// How fast the highest particle falls: the block is filled row by row, so that it is the last.
static bool answer_fall(char *text, size_t size)
{
    float(*velocities)[2] = malloc((size_t)lesson.plane.velocities.size_bytes);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // reading it back
    bool good = velocities != NULL && wb_buffer_read(&lesson.plane.velocities, velocities);
    double speed = good ? -(double)velocities[lesson.plane.discs - 1][1] : 0.0;
    free(velocities);
    snprintf(text, size, "%.1f|%.2f|%.3f", 0.1 * floor(10.0 * speed + 1e-3), speed, speed);
    return good;
}

// The first two digits of a share.
static int digits(double share)
{
    return (int)floor(100.0 * share);
}

enum { CORNER = 0, MIDDLE = 20 }; // particles: in the corner, and on the floor

static bool answer_edge(char *text, size_t size)
{
    float(*positions)[2] = malloc((size_t)lesson.plane.positions.size_bytes);
    bool good = positions != NULL && wb_buffer_read(&lesson.plane.positions, positions);
    const float(*x)[2] = (const float(*)[2])positions;
    if (good)
        snprintf(text, size, "0.%02d 0.%02d",
                 digits(plane_crowd_at(&lesson.plane.numbers, x, CORNER)),
                 digits(plane_crowd_at(&lesson.plane.numbers, x, MIDDLE)));
    free(positions);
    return good;
}

/* ---- The tasks, each with what one has to have understood ---- */

const wb_task tasks[] = {
    // An acceleration adds to the velocity, step by step; and nobody else matters to dust.
    {.name = "fall",
     .kind = WB_PREDICT,
     .title = "How fast does dust fall?",
     .minutes = 2,
     .demand = "Something that falls gains 9.81 m/s in every second. The dust begins at rest. "
               "How fast, in m/s, is the highest particle after 30 frames of 1/60 s?",
     .hints = {"30 frames are half a second.", "In one second it would be 9.81 m/s."},
     .runs = "dust",
     .frames = 30,
     .answer = answer_fall,
     .slips = {{"9.81", "that is after a whole second"},
               {"9.8", "that is after a whole second"},
               {"0.16", "that is after one frame"},
               {"5", "more exactly: one decimal, please"},
               {"-4.9", "asked is how fast, and that has no direction: leave out the sign"},
               {"-4.905", "asked is how fast, and that has no direction: leave out the sign"},
               {"294.3", "a frame is a 60th of a second, not a second"},
               {"1.2", "that is how far it has fallen, in m"}},
     .why = "each step adds time_step * 9.81 m/s, whatever the others do, and the steps of 30 "
            "frames are half a second.",
     .shows = "./wb debug 9 --variant dust --frames 30 --do \"print velocities[999].y\""},
    // A sum over neighbours is too small where there are none.
    {.name = "edge",
     .kind = WB_LOOK,
     .title = "At the edge",
     .minutes = 4,
     .demand = "At the start, in work group 0 of crowd: which crowd does lane 0 get, whose "
               "particle is in the corner, and which lane 20, in the middle of the floor? The "
               "first two decimals of each; cut off, do not round.",
     .hints =
         {"./wb debug 9 --variant crowd --pass crowd --do \"until 18; lane 0; print crowd; lane "
          "20; print crowd\"",
          "0.2988 would be 0.29."},
     .runs = "crowd",
     .answer = answer_edge,
     .slips = {{"0.63 0.80", "cut off, do not round: 0.2988 is to be 0.29"},
               {"0.79 0.63", "the corner comes first"},
               {"0.80 0.63", "the corner comes first; and cut off, do not round"}},
     .why =
         "on the floor the neighbours below are missing, and in the corner those beside it, too. "
         "The water is as dense there as anywhere, but the sum does not know it.",
     .shows =
         "./wb debug 9 --variant crowd --pass crowd --do \"until 18; lane 0; print crowd; lane "
         "20; print crowd\""},
    // What the pressure is decides what the thing is; the rest stays.
    {.name = "gas",
     .kind = WB_LINE,
     .title = "A gas",
     .minutes = 4,
     .demand = "Make a gas of it: it pushes as hard as it is crowded, however thin it is, and a "
               "tenth as hard as water.",
     .hints = {"Water at rest has a crowd of 1, and what is less than that does not push. A gas "
               "has no rest.",
               "What does the line subtract, and what does max() cut off? A gas does neither."}},
    // A ledger tells which rule is wrong: switch one off, and see whether the leak stops.
    {.name = "leak",
     .kind = WB_REPAIR,
     .title = "Find the leak",
     .minutes = 10,
     .demand = "The energy grows, from nowhere. Find out which part of the push it comes from, "
               "and mend the line in the gap.",
     .hints = {"With friction=0 there is no leak, with gravity=0 there is.",
               "Friction takes energy from every pair, whatever the two do. If they come closer, "
               "it pushes them apart. And if they part?",
               "d points from j to i. While they come closer, is dot(d, v) above 0, or below?"}},
    // A sum can be split among invocations in any way, and a barrier stands where one reads
    // what another wrote.
    {.name = "shares",
     .kind = WB_EXTEND,
     .title = "A team's sum",
     .minutes = 15,
     .demand = "A work group counts the crowd of one particle, with its images. The lanes share in "
               "the others, and put their shares together in shares[0], half of them in each "
               "round.",
     .hints = {"Lane 0 takes particles 0, 32, 64 and so on, lane 1 particles 1, 33, 65. Each does "
               "so for up to four images.",
               "Then 16 lanes add the shares of the other 16, then 8 those of 8. Who reads what "
               "another has written, and what has to stand between?",
               "In each round: barrier(); if (lane < width) shares[lane] += shares[lane + width]; "
               "with width 16, 8, 4, 2, 1."},
     .most_loads = 60.0,
     .least_active = 0.7,
     .but = "the lanes of the team shall share the sum, and put it together in rounds"},
    // A list has room for so many: what does not fit must not go into another's.
    {.name = "notes",
     .kind = WB_EXTEND,
     .title = "The list",
     .minutes = 15,
     .demand = "Note who is nearer than the reach: their numbers, from the smallest, in the "
               "particle's own part of lists[], and how many there are in lengths[].",
     .hints = {"Count as you go: how many so far is the place of the next one.",
               "The part of particle i ends where that of particle i + 1 begins. What if there "
               "are 25? The length may say so; the list may not.",
               "if (length_so_far < uint(PLANE_MOST)) lists[i * uint(PLANE_MOST) + "
               "length_so_far] = j; and count it in any case."}},
    // Others still read the old value: so the new one goes elsewhere. What one gives, the other
    // gets, because the weight is the same from both sides.
    {.name = "ink",
     .kind = WB_BLANK,
     .title = "Ink",
     .minutes = 30,
     .demand = "Ink spreads in the water: write the kernel, from a blank page. Each particle "
               "gets time_step * spread * weight(r) of what every other has more, or gives it.",
     .hints = {"It is the crowd's kernel, with another sum: look at what that declares.",
               "What does j have more than i? That, times the weight, is what to add up.",
               "Others still read inks[i]: where may the new ink go?"}},
    // The same sum once more, with another sign; and what it has stored is in the ledger.
    {.name = "tension",
     .kind = WB_LINE,
     .title = "Surface tension",
     .minutes = 15,
     .demand =
         "Add surface tension: every neighbour within the reach pulls the particle towards itself.",
     .hints =
         {"visit() meets every neighbour j with d = x_i - x_j; W is kernel(inside), and kappa is "
          "the uniform `tension`.",
          "One line: pull -= tension * W * d, with W from the first hint. No mass and no density: "
          "kappa has the unit m3/s2."}},
    {0},
};

// In the first, the lowest reach the floor.
const char *const cases_of_dust[] = {"discs=4096 gravity=20", "discs=1", "discs=64",
                                     "discs=65 gravity=-7", NULL};

const char *const cases_of_gas[] = {"discs=200",           "discs=1",
                                    "discs=63 stiff=30",   "discs=130 gravity=0",
                                    "discs=65 gravity=-7", NULL};

const char *const cases_of_leak[] = {"discs=200 friction=1",
                                     "discs=1 friction=1",
                                     "discs=63 friction=0",
                                     "discs=130 stiff=30 friction=0.5",
                                     "discs=65 gravity=20 friction=1",
                                     NULL};

const char *const cases_of_shares[] = {
    "discs=200", "discs=1", "discs=31", "discs=32", "discs=301", "discs=65 gravity=-7", NULL};

// In the third, some have more neighbours than the list has room for.
const char *const cases_of_notes[] = {"discs=200", "discs=1",           "discs=301 squeezed=30",
                                      "discs=64",  "discs=65 stiff=30", NULL};

const char *const cases_of_ink[] = {
    "discs=200", "discs=1", "discs=64", "discs=65 gravity=20", "discs=301 stiff=30", NULL};

const char *const cases_of_tension[] = {
    "particles=1 substeps=2",
    "particles=2 substeps=2 scene=tank tension=0.7",
    "particles=63 substeps=2 scene=two_dams",
    "particles=65 substeps=2 scene=column tension=0",
    "particles=80 substeps=2 division=1 tension=2",
    "particles=99 substeps=2 scene=two_dams artificial=0.7 tension=1.3 gravity=-7",
    "particles=97 substeps=2 rest_density=870 sound_speed=47 viscosity=330 division=3",
    "particles=257 substeps=2 obstacle=ball artificial=0 tension=5",
    NULL};
