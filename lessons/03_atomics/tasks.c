#include "tasks.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- What is right ---- */

// What 64 invocations leave that all read before one writes, and what is left if none is lost.
static bool answer_lost(char *text, size_t size)
{
    uint32_t least;
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // reading it back
    if (!wb_buffer_read(&lesson.total, &least)) return false;
    snprintf(text, size, "%u %u", least, lesson.kept);
    return true;
}

// How many values of work group 3 are below the limit.
static bool answer_queue(char *text, size_t size)
{
    enum { ASKED = 3 };
    int adding = 0, first = ASKED * lesson.group;
    uint32_t *values = malloc((size_t)lesson.values.size_bytes);
    bool good = values != NULL && wb_buffer_read(&lesson.values, values);
    for (int i = first; good && i < first + lesson.group; i++) adding += values[i] < value_limit();
    free(values);
    snprintf(text, size, "%d", adding);
    return good;
}

// The first two lanes of work group 3 that count, and what their two additions leave.
static bool answer_same_way(char *text, size_t size)
{
    enum { ASKED = 3 };
    int lanes[2] = {0, 0}, found = 0, first = ASKED * lesson.group;
    uint32_t *values = malloc((size_t)lesson.values.size_bytes);
    bool good = values != NULL && wb_buffer_read(&lesson.values, values);
    for (int i = 0; good && i < lesson.group && found < 2; i++)
        if (values[first + i] < value_limit()) lanes[found++] = i;
    free(values);
    snprintf(text, size, "%d %d 1", lanes[0], lanes[1]);
    return good;
}

/* ---- The tasks ---- */

const wb_task tasks[] = {
    {.name = "lost",
     .kind = WB_PREDICT,
     .title = "What 64 additions leave",
     .minutes = 2,
     .demand = "A counter is 0. 64 invocations each do `counter = counter + 1u`, without atomics. "
               "What is the smallest number that may be left, and what the largest?",
     .hints = {"The line is three things: read, add, write. What if all read before the first "
               "writes?",
               "And what if each comes only after the one before has written?"},
     .runs = "count_lost",
     .settings = "count=64 group=64 density=1",
     .frames = 1,
     .answer = answer_lost,
     .slips = {{"0 64", "an invocation that writes, writes 0 + 1 at least"},
               {"64 64", "that takes luck: nothing keeps two from reading the same number"},
               {"1 63", "if each comes after the one before, none is lost"},
               {"32 64", "two may read the same number, and so may all 64"}},
     .why = "if all read 0 before the first writes, all write 1; if each comes after the one "
            "before, none is lost. Which it is, nothing promises.",
     .shows = "./wb check 3 --variant count_lost --set count=64 --set group=64 --set density=1"},
    {.name = "add_one",
     .kind = WB_LINE,
     .exact = true,
     .title = "Count without losing any",
     .minutes = 3,
     .is_flawed = true,
     .demand = "Mend the line in the gap, so that no addition is lost.",
     .hints = {"Reading, adding and writing have to be one piece, in which no other comes between.",
               "atomicAdd(variable, number) is that piece."}},
    {.name = "queue",
     .kind = WB_LOOK,
     .title = "Who adds to the group's counter",
     .minutes = 6,
     .demand = "Stop work group 3 of count_group where its lanes add to the shared counter. How "
               "many of its 512 lanes do?",
     .hints = {"./wb debug 3 --variant count_group --group 3 --do \"until 22\"",
               "A lane adds if its value is below the limit: `lanes values[i] < limit` shows how "
               "many hold true."},
     .runs = "count_group",
     .answer = answer_queue,
     .slips = {{"512", "those are all lanes: the others fail the test in front of the addition"}},
     .why = "of a group's 512 values about a quarter are below the limit (density=0.25). All of "
            "those additions go to one word of shared memory, and one to the buffer.",
     .shows = "./wb debug 3 --variant count_group --group 3 --do \"until 22; lanes values[i] < "
              "limit\""},
    {.name = "ticket",
     .kind = WB_REPAIR,
     .exact = true,
     .title = "A list with holes",
     .minutes = 8,
     .is_flawed = true,
     .demand = "Every value below the limit should be in the list once. Some are lost, and some "
               "places are empty: find the line, and mend it.",
     .hints = {"The addition is atomic. What happens between it and the line after it?",
               "Another invocation may add in between: then both read the same length. What does "
               "atomicAdd() return?",
               "The old value is the place: uint place = atomicAdd(length, 1u);"}},
    {.name = "agree",
     .kind = WB_LINE,
     .exact = true,
     .title = "One voice for a group",
     .minutes = 10,
     .demand = "Count in shared memory first: one atomic on the buffer for each group.",
     .hints = {"Three lines: those whose value counts add to `found`; all wait for all; one adds "
               "`found` to `total`.",
               "The waiting is barrier(), which the whole group has to reach: put it into no "
               "`if`."},
     .most_atomics = 0.0022,
     .but = "asks the buffer for more than once for each group"},
    {.name = "largest",
     .kind = WB_EXTEND,
     .exact = true,
     .title = "The largest of many floats",
     .minutes = 12,
     .demand = "Find the largest reading with atomicMax(), which knows only whole numbers: give "
               "each float a word that is in the same order.",
     .hints = {"The bits of floats that are not negative are in the right order already. Those "
               "of negative ones are in reverse order.",
               "Positive ones have to come after all negative ones: set the highest bit, which "
               "is 0 there. Flip all bits of negative ones.",
               "bits < 0x80000000u ? bits + 0x80000000u : ~bits"}},
    {.name = "places",
     .kind = WB_BLANK,
     .exact = true,
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
               "value. No barrier() in an `if` or after a `return`: the last group has "
               "invocations without a sample."},
     .most_atomics = 1.5,
     .least_active = 0.25,
     .but = "asks the buffer once for each sample, or leaves the work to few"},
    {.name = "kinds",
     .kind = WB_BLANK,
     .exact = true,
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
          "to yours: another was faster. Any other: try the next slot; after the last one "
          "comes the first."},
     .most_loads = 6.0,
     .least_active = 0.05,
     .but = "values are compared with many others, without a table, or the work is left to few"},
    // Set in INSIDE.md.
    {.name = "same_way",
     .kind = WB_LOOK,
     .title = "A race that comes out the same both ways",
     .minutes = 4,
     .demand =
         "Stop work group 3 of count_lost at its finding, and play it in both orders. Which two "
         "lanes meet, the lower one first, and what does found hold after both?",
     .hints = {"./wb debug 3 --variant count_lost --group 3 --do \"until finding; orders\""},
     .runs = "count_lost",
     .answer = answer_same_way,
     .why =
         "both lanes have read 0, so both write 1, and no order of the two writes leaves 2. That "
         "a race comes out the same both ways says nothing about whether it is right.",
     .shows = "./wb debug 3 --variant count_lost --group 3 --do \"until finding; orders\""},
    {0},
};

// Groups are large: of few invocations, more than one atomic a group would be as much as one here.
const char *const count_cases[] = {
    "count=513",
    "count=0",
    "count=1 density=1",
    "count=65537 group=481",
    "count=99991 group=1024 density=1",
    NULL,
};

const char *const ticket_cases[] = {
    "count=513 density=1",  "count=0", "count=1 density=1", "count=40009 group=64",
    "count=99991 group=96", NULL,
};

const char *const largest_cases[] = {
    "count=513 density=0.5",
    "count=0",
    "count=1 density=0",
    "count=1 density=1",
    "count=4099 density=1 group=96",
    "count=65537 density=0",
    "count=99991 density=0.999 group=33",
    NULL,
};

const lesson_traits largest_traits = {.is_largest = true};

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
