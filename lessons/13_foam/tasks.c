#include "tasks.h"

#include "state.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- What is right ---- */

// The two slots of the last one's newborn, in the ring.
static bool answer_slots(char *text, size_t size)
{
    static const uint32_t births[] = {1, 2, 0, 3, 0, 2}, head = 496, pool = 500;
    uint32_t before = 0;
    for (size_t k = 0; k + 1 < sizeof births / sizeof births[0]; k++) before += births[k];
    snprintf(text, size, "%u %u", (head + before) % pool, (head + before + 1) % pool);
    return true;
}

// Of the last birth that a counter of 32 bits can tell, and of the one behind it.
static bool answer_counter(char *text, size_t size)
{
    uint32_t number = UINT32_MAX, pool = (uint32_t)lesson.pool;
    snprintf(text, size, "%u %u", number % pool, (number + 1) % pool);
    return true;
}

// A group makes as many rounds as the particle with the most newborn has.
static bool answer_rounds(char *text, size_t size)
{
    uint32_t *births = malloc((size_t)lesson.births.size_bytes), most = 0, last = 0;
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // reading it back
    bool good = births != NULL && wb_buffer_read(&lesson.births, births);
    for (size_t k = 0; good && k < GROUP; k++)
        if (births[k] > most) most = births[k];
    for (size_t k = 0; good && k < GROUP; k++) last += births[k] == most;
    free(births);
    snprintf(text, size, "%u %u", most, last);
    return good;
}

/* ---- The tasks, each with what one has to have understood ---- */

const wb_task tasks[] = {
    // A place is the sum of all births before it; the ring goes on at slot 0.
    {.name = "slots",
     .kind = WB_PREDICT,
     .title = "Slots in the ring",
     .minutes = 3,
     .demand = "Six particles of water have 1, 2, 0, 3, 0 and 2 newborn. The pool has 500 slots, "
               "and the ring's head is at slot 496. Into which two slots go the newborn of the "
               "last particle?",
     .hints = {"How many are born before them?",
               "1 + 2 + 0 + 3 + 0 are 6. Behind slot 499 the ring goes on at slot 0."},
     .runs = "scan",
     .settings = "particles=200 pool=500",
     .answer = answer_slots,
     .slips = {{"502 503", "the pool ends at slot 499"},
               {"6 7", "those are places; the ring's head is at 496"},
               {"4 5", "its own newborn are not before it"},
               {"3 4", "place 0 is the head itself"},
               {"1 2", "count again what is born before them: five particles have 6"}},
     .why = "6 are born before them, so their places are 6 and 7, and (496 + 6) % 500 is 2. It "
            "makes no difference which invocation comes first.",
     .shows = "./wb debug 13 --variant scan --pass emit --set particles=700 --set pool=500 --set "
              "stir=6 --do \"width 16; until emit.comp:24; lanes count; lanes place\""},
    // An exclusive sum is a place; the whole is the last one's sum and its own births.
    {.name = "place",
     .kind = WB_LINE,
     .title = "A place for each",
     .minutes = 5,
     .is_flawed = true,
     .demand = "Give the newborn their places, and tell how many are born in all.",
     .hints = {"All births of the particles before this one are the place of its first newborn. "
               "Who has added those up?",
               "The last particle knows how many are born before it, and how many of its own."},
     .but = "one invocation tells how many are born",
     .repeatable = true,
     .once = true},
    // More births than slots: two invocations come to one slot, and neither waits.
    {.name = "cap",
     .kind = WB_REPAIR,
     .title = "Too many for the pool",
     .minutes = 6,
     .is_flawed = true,
     .demand = "If a frame has more births than the pool has slots, particles are left with the "
               "place of one newborn and the velocity of another. Find out why, and mend it.",
     .hints = {"Which slot gets place 64 in a pool of 64? And place 0?",
               "./wb check 13 --variant cap --kernels names the two invocations that meet.",
               "A newborn whose place is the pool's size or more gets no slot. The last particle's "
               "invocation has more to do than that, though."},
     .but = "no two invocations write one slot",
     .repeatable = true,
     .once = true},
    // 2^32 is no multiple of the pool: a number that starts again is not the ring's next slot.
    {.name = "counter",
     .kind = WB_PREDICT,
     .title = "The end of the numbers",
     .minutes = 3,
     .demand = "The pool has 50,000 slots. By counter % pool, which slot gets the birth with the "
               "number 4,294,967,295, and which one the next birth?",
     .hints = {"The counter has 32 bits, and 4,294,967,295 is the largest number in these. Which "
               "number comes behind it?",
               "The next number is 0. And 85,899 x 50,000 are 4,294,950,000."},
     .runs = "scan",
     .settings = "particles=200 pool=50000",
     .answer = answer_counter,
     .slips = {{"17295 17296", "that would be the next slot; but 32 bits know no 4,294,967,296"},
               {"49999 0", "2^32 is no multiple of 50,000"}},
     .why = "the next number is 0, and so is its slot. The ring jumps back by 17,295 slots, over "
            "foam that is young; and the slots behind 17,295, whose foam is the oldest, are not "
            "used for a while.",
     .shows = "./wb check 13 --variant wrap"},
    // A group is busy until its busiest lane is done.
    {.name = "rounds",
     .kind = WB_LOOK,
     .title = "Who waits for whom?",
     .minutes = 5,
     .demand = "Stop group 0 of emit, in the run below, at its loop. How many rounds does the "
               "group make, and how many of its 128 lanes still write in the last one?",
     .hints = {"./wb debug 13 --variant scan --pass emit --set particles=700 --set pool=500 --set "
               "stir=6 --set rate=600 --do \"until emit.comp:24; lanes count\"",
               "A lane makes as many rounds as its `count` says; the group, as many as the largest "
               "count."},
     .runs = "scan",
     .settings = "particles=700 pool=500 stir=6 rate=600",
     .frames = 1,
     .answer = answer_rounds,
     .slips = {{"10 128", "most have left the loop by then"},
               {"10 48", "so many are in the loop in the first round"},
               {"10 80", "those have no newborn at all"},
               {"5 5", "the group goes on until the last one is done"}},
     .why = "the group goes on until its busiest lanes are done: 80 of its 128 have nothing to do "
            "from "
            "the start, and the others wait for those 17.",
     .shows = "./wb debug 13 --variant scan --pass emit --set particles=700 --set pool=500 --set "
              "stir=6 --set rate=600 --do \"until emit.comp:24; lanes count\""},
    // A sum over neighbours that asks for a direction, where some have none.
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
    // Whose child is newborn n? A sorted list is searched by halving.
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
     .but = "the particle is found by halving, and one invocation tells how many are born",
     .repeatable = true,
     .once = true},
    // Uphill is a difference of neighbours, and a direction has to be told from none.
    {.name = "eddies",
     .kind = WB_EXTEND,
     .title = "Eddies that last",
     .minutes = 20,
     .demand =
         "Push the water's eddies on: find the way to the middle of each, and push across it.",
     .hints = {"If all neighbours have as much curl as the particle, there is no way up, wherever "
               "they lie. So it is the difference that counts, and its sign.",
               "slope_at() wants inside_at(), which wants square_of(d). A sum of length 0 has no "
               "direction: divided by its length it is not a number.",
               "The push is product_of(direction, curl.xyz), in this order: the other one slows "
               "the eddy down. It is a velocity once it is multiplied by time_step * "
               "confinement."}},
    {0},
};
