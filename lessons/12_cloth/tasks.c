#include "tasks.h"

#include "state.h"

#include <stdio.h>

/* ---- What is right ---- */

// The links across of one row, by their two colours.
static bool answer_row(char *text, size_t size)
{
    const uint32_t *s = lesson.starts, all = (uint32_t)rows();
    snprintf(text, size, "%u %u", (s[1] - s[0]) / all, (s[2] - s[1]) / all);
    return true;
}

// Before the last colour, nothing but the group's own particles is needed any more: the cells with
// a corner in these have a link to put right, if their column is odd.
static bool answer_pulls(char *text, size_t size)
{
    int across = 0, down = SIDE + 1;
    for (int x = HALO - 1; x < HALO + SIDE; x++) across += x & 1;
    snprintf(text, size, "%d", across * down);
    return true;
}

// What is wrong at the rim moves inwards by one with each colour that goes along x. Across has two
// such colours; of all eight, six do, in each sweep.
static bool answer_rims(char *text, size_t size)
{
    enum { ACROSS = 2 };
    snprintf(text, size, "%d %d", ACROSS, 2 * HALO);
    return true;
}

/* ---- The tasks, each with what one has to have understood ---- */

const wb_task tasks[] = {
    // Links that share no particle go together; in a row that is every second one.
    {.name = "row",
     .kind = WB_PREDICT,
     .title = "A row of links",
     .minutes = 2,
     .demand = "A row of 16 particles has 15 links across. They take two colours, and the first "
               "link has the first. How many links has each of the two?",
     .hints = {"Link 0 joins particles 0 and 1, link 1 joins 1 and 2. May they go together?",
               "Every second one may: links 0, 2, 4 and so on. How many are there up to 14?"},
     .runs = "implicit",
     .settings = "columns=16 rows=8",
     .answer = answer_row,
     .slips = {{"15 0", "links 0 and 1 share particle 1"},
               {"8 8", "that would be 16 links; the row has 15"},
               {"7 8", "the first colour begins with link 0, and ends with link 14"},
               {"16 16", "those are particles"}},
     .why = "links 0, 2 ... 14 have the first colour, 1, 3 ... 13 the second. The last particle "
            "begins no link.",
     .shows = "./wb debug 12 --pass colour --set columns=16 --set rows=8 --do \"width 8; until "
              "colour.comp:29; lanes i; lanes j\""},
    // The invocation's number says which link is meant: no list, and no two that meet.
    {.name = "even",
     .kind = WB_LINE,
     .title = "Every second link",
     .minutes = 5,
     .is_flawed = true,
     .demand = "Which cell's link does this invocation put right? An even colour takes every "
               "second column of cells, from 0 on, an odd one those between; links that go "
               "straight down take rows in place of columns.",
     .hints = {"Invocation 0 takes column 0 or 1, invocation 1 column 2 or 3.",
               "The last bit of the colour, colour & 1, says whether it is the even or the odd "
               "one. Direction 1 goes straight down: there, it is about id.y."}},
    // Two particles for an invocation: with an odd number there is one without a partner.
    {.name = "tail",
     .kind = WB_REPAIR,
     .title = "An edge in the air",
     .minutes = 6,
     .is_flawed = true,
     .demand = "With an odd number of columns the right edge of this cloth does not fall. Find the "
               "line in the gap, and mend it.",
     .hints = {"Which particle of a row with 5 columns is in no pair?",
               "An invocation whose pair has no second particle still has a first one, and that "
               "has to be predicted, too.",
               "Only what needs the second particle belongs under the condition: its prediction, "
               "the pull, and the store."}},
    // A halo shrinks with each colour; what no longer matters is left out.
    {.name = "pulls",
     .kind = WB_LOOK,
     .title = "The last colour of a tile",
     .minutes = 5,
     .demand = "Stop group (1, 1) of tile, in the run below, where it pulls, eight times. How many "
               "of its 392 lanes have a link to put right in the last colour?",
     .hints = {"./wb debug 12 --variant tile --group 1,1 --set columns=48 --set rows=48 --do "
               "\"until tile.comp:66\"",
               "Each `until tile.comp:66` leads to the next colour, and says how many lanes are "
               "there. Seven more lead to the last one: --do \"until tile.comp:66; until "
               "tile.comp:66; until tile.comp:66; until tile.comp:66; until tile.comp:66; until "
               "tile.comp:66; until tile.comp:66; until tile.comp:66\""},
     .runs = "tile",
     .settings = "columns=48 rows=48",
     .answer = answer_pulls,
     .slips = {{"392", "that is what the first colour has"},
               {"190", "that is the colour before the last one"},
               {"256", "those are the particles that the group owns; lanes have links"}},
     .why = "the last colour's links matter only if an end is among the 16 x 16 of the group: 9 "
            "odd columns of cells and 17 rows. The halo has been used up.",
     .shows = "./wb debug 12 --variant tile --group 1,1 --set columns=48 --set rows=48 --do "
              "\"until tile.comp:66; until tile.comp:66; until tile.comp:66; until tile.comp:66; "
              "until tile.comp:66; until tile.comp:66; until tile.comp:66; until tile.comp:66\""},
    // Every colour that goes along x costs one column of the halo.
    {.name = "rims",
     .kind = WB_PREDICT,
     .title = "How large a halo?",
     .minutes = 4,
     .demand = "How many particles on each side would the halo need if there were only links "
               "across and straight down, four colours? And how many with all eight colours, if a "
               "substep went over them twice?",
     .hints = {"Each colour that goes along x hands what is wrong on by one particle along x.",
               "Of the four, two go along x, and the other two along y. Of all eight, six go along "
               "x: across, and both diagonals."},
     .runs = "tile",
     .settings = "columns=48 rows=48",
     .answer = answer_rims,
     .slips = {{"4 12", "links straight down hand nothing on along x"},
               {"2 6", "the second time round, the same news travels on"},
               {"4 16", "of eight colours, six go along x"},
               {"2 16", "of eight colours, six go along x"}},
     .why = "two colours go along x, and two along y. Over all eight twice, 6 + 6 do. A tile of 16 "
            "would then be 40 x 40, and 25 of the 32 KB of shared memory.",
     .shows = "./wb check 12 --variant halo_5"},
    // A colour is a set without common particles, for whichever links.
    {.name = "bend",
     .kind = WB_EXTEND,
     .title = "The colour of a link",
     .minutes = 20,
     .demand = "Find the colour of the links from a particle to the next but one.",
     .hints =
         {"Links of one colour must share no particle. If (0, 2) is one, then (2, 4) is of the "
          "other colour, and so is (3, 5). And (1, 3)?",
          "0 and 1 begin links of the even colour, 2 and 3 of the odd one, 4 and 5 of the even "
          "one: it is the second bit of the place that decides."}},
    // All of the method, with a barrier in place of each dispatch.
    {.name = "whole",
     .kind = WB_BLANK,
     .title = "The whole cloth in one dispatch",
     .minutes = 60,
     .demand =
         "A whole frame in one dispatch: one work group keeps a small cloth in shared memory.",
     .hints =
         {"Each invocation loads some particles, predicts them, and keeps where they were. "
          "Then eight colours, then the end of the substep; between any two of these, barrier().",
          "32 KB of shared memory are 2,048 vec4: the positions of 32 x 32 particles are half of "
          "that. Velocities and predictions are nobody else's business: keep them in registers, "
          "four of each to an invocation.",
          "A loop over the cloth for each of those: for (uint i = gl_LocalInvocationIndex; i < "
          "count; i += WHOLE_GROUP). No barrier() inside such a loop: not all come round as often.",
          "Of colour c: direction c >> 1; the cells with (direction == 1 ? y : x) & 1 equal to c & "
          "1, as far as is_link() says so."},
     .least_active = 0.1,
     .but = "all invocations of the group share the work"},
    // Air presses along the normal, with what of its speed goes that way: the normal's side cancels
    // out.
    {.name = "blow",
     .kind = WB_EXTEND,
     .title = "A hair dryer",
     .minutes = 10,
     .demand = "Let the hand blow along its ray: the air presses at a right angle to the cloth, by "
               "that part of it that goes through.",
     .hints = {"Which part of hand_way goes straight through the cloth? normal has the length 1.",
               "dot(hand_way, normal) says how much of it, and its sign says to which side.",
               "The push is along the normal, by that much. If the normal points to the other "
               "side, both change their sign."}},
    {0},
};

const char *const even_cases[] = {
    "columns=2 rows=2 crumple=0.3 substeps=2", "columns=16 rows=9 crumple=0.3 substeps=3",
    "columns=67 rows=5 crumple=0.3 substeps=2", "columns=13 rows=34 crumple=0.3 substeps=2", NULL};

const char *const tail_cases[] = {"columns=16 rows=4 crumple=0.3 substeps=2",
                                  "columns=5 rows=3 crumple=0.3 substeps=3",
                                  "columns=3 rows=2 crumple=0.1 substeps=2 pins=edge",
                                  "columns=65 rows=9 crumple=0.3 substeps=2 wind=8",
                                  // torn in the first frame
                                  "columns=19 rows=14 crumple=0.3 substeps=3 tear=0.05", NULL};

const char *const bend_cases[] = {"columns=5 rows=3 crumple=0.3 substeps=3",
                                  "columns=18 rows=21 crumple=0.3 substeps=5",
                                  "columns=67 rows=9 crumple=0.3 substeps=3 pins=edge", NULL};

const char *const whole_cases[] = {
    "columns=2 rows=2 crumple=0.3 substeps=2", "columns=7 rows=32 crumple=0.1 substeps=4 pins=edge",
    "columns=32 rows=32 crumple=0.1 substeps=3 wind=10",
    "columns=17 rows=13 crumple=0.1 substeps=5 ball=1 swing=0.2", NULL};

const char *const blow_cases[] = {"columns=9 rows=9 crumple=0.3 substeps=2 pins=none",
                                  "columns=33 rows=29 crumple=0.2 substeps=2 pins=none",
                                  "columns=21 rows=18 substeps=3 pins=none start=flat", NULL};
