#include "tasks.h"

#include "oracle.h"
#include "state.h"

#include <stdio.h>

/* ---- What is right ---- */

// Of an invocation: each run has as many as the first.
static bool answer_bytes(char *text, size_t size)
{
    snprintf(text, size, "%.0f %.0f", bytes_of(AS_IT_IS) / elements_of(AS_IT_IS),
             bytes_of(MORE_READS) / elements_of(MORE_READS));
    return true;
}

// The verdicts on three kernels' times on an H200: those of `latency`, `arithmetic` and `tiny`.
static bool answer_limits(char *text, size_t size)
{
    static const float measured[3][EXPERIMENT_RUNS] = {
        {1.00f, 0.99f, 3.70f, 0.99f}, {1.00f, 3.44f, 1.15f, 3.83f}, {1.00f, 0.92f, 0.92f, 0.92f}};
    const char *names[3];
    for (int kernel = 0; kernel < 3; kernel++) {
        for (int run = 0; run < EXPERIMENT_RUNS; run++)
            lesson.shortest[run][trusted_clock()] = measured[kernel][run];
        store_times();
        names[kernel] = limit_name(find_limit());
    }
    snprintf(text, size, "%s %s|compute %s", names[0], names[1], names[2]);
    return true;
}

// By measurements/h200.json and llvmpipe_shortest.json: no run can tell what a compiler makes of a
// kernel.
static bool answer_division(char *text, size_t size)
{
    snprintf(text, size, "1");
    return true;
}

// How many of work group 1 have an odd number at first.
static bool answer_ways(char *text, size_t size)
{
    enum { ASKED = 1, LANES = 32 };
    uint32_t numbers[2 * LANES][4];
    int odd = 0;
    if (!wb_buffer_read(&lesson.numbers, numbers)) return false;
    for (int i = ASKED * LANES; i < (ASKED + 1) * LANES; i++) odd += numbers[i][0] % 2 == 1;
    snprintf(text, size, "%d", odd);
    return true;
}

// Amdahl's law, for lesson 09's density on an H200: 0.148 ms of a frame's 0.465.
static bool answer_gain(char *text, size_t size)
{
    double share = 0.148 / (0.148 + 0.130 + 0.179 + 0.008);
    snprintf(text, size, "%.0f %.0f", 100.0 * (1.0 - share / 2.0), 100.0 * (1.0 - share));
    return true;
}

/* ---- The tasks, each with what one has to have understood ---- */

const wb_task tasks[] = {
    // What is written stays, whatever is read: a knob is a factor of one thing, and not of the
    // time.
    {.name = "bytes",
     .kind = WB_PREDICT,
     .title = "Four times the reads",
     .minutes = 2,
     .demand = "In `copy`, an invocation reads one element of 16 bytes, and writes one. How many "
               "bytes does an invocation move as it is, and how many with four times the reads?",
     .hints = {"Read and written, added up. Which of the two does the knob turn?"},
     .runs = "copy",
     .settings = "vectors=64",
     .answer = answer_bytes,
     .slips = {{"32 128", "that is four times the writes, too: the knob turns the reads alone"},
               {"16 64", "that is what it reads; it writes 16 bytes as well"},
               {"16 80", "as it is, it writes 16 bytes as well"},
               {"2 5", "those are elements; each has 16 bytes"}},
     .why = "16 + 16, and 4 * 16 + 16. That is 2.5 times the bytes, so four times the reads can "
            "never cost four times the time here.",
     .shows = "./wb debug 10 --variant copy --set vectors=64 --pass \"more reads\" --do \"print "
              "16u + 16u; print 16u * reads + 16u\""},
    // The four times together tell the limit; none of them does alone.
    {.name = "limits",
     .kind = WB_PREDICT,
     .title = "Three kernels",
     .minutes = 4,
     .demand = "Three kernels on a GPU, and the times of their runs over that of the run as it is, "
               "for more arithmetic, more reads, more invocations. A: 0.99, 3.70, 0.99. B: 3.44, "
               "1.15, 3.83. C: 0.92, 0.92, 0.92. What limits A, B and C: ARITHMETIC, MEMORY, "
               "LATENCY or LAUNCH?",
     .hints = {"Begin with the invocations: if four times as many take no longer, the machine was "
               "not full.",
               "If it was not full, either each invocation waits for something, and then a knob "
               "costs, or there is next to nothing to do."},
     .runs = "copy",
     .settings = "vectors=64",
     .answer = answer_limits,
     .slips =
         {{"memory any any",
           "A's reads cost, but four times the invocations read four times as much in the same "
           "time: the memory could do more"},
          {"latency memory any", "of B, more reads cost next to nothing"},
          {"latency latency any",
           "B takes four times as long for four times the invocations: its machine is full"},
          {"latency arithmetic memory", "of C, more reads cost nothing at all"},
          {"latency arithmetic latency",
           "if C waited for what it reads, four times the reads would wait longer"},
          {"any any any",
           "each of A, B and C is ARITHMETIC, MEMORY, LATENCY or LAUNCH, and what costs "
           "it time says which"}},
     .why = "A waits for one read after the other while most of the machine is idle, B computes, "
            "and C is over before anything counts. They are `latency`, `arithmetic` and `tiny`.",
     .shows = "./wb run 10 --headless --frames 20 --variant tiny --set measure=all --set "
              "vectors=4096"},
    // A benchmark measures what it does, and not what its author meant.
    {.name = "apart",
     .kind = WB_REPAIR,
     .title = "A benchmark that flatters",
     .minutes = 8,
     .demand = "This kernel reports more bytes a second than the memory sends, and four "
               "times the reads are also four times the multiply-adds. Find the two faults in "
               "the gap, and mend them.",
     .hints = {"How many different elements does the whole dispatch read? Sixteen of them lie in "
               "the nearest cache.",
               "With reads=4 and arithmetic=16, how many multiply-adds does an invocation do? It "
               "should be 16."}},
    // Look at what the compiler knows, not at what is written.
    {.name = "division",
     .kind = WB_PREDICT,
     .title = "Divide, or shift?",
     .minutes = 2,
     .demand = "Three kernels: one has x / divisor, with a uniform that is 8; one x / 8u; one x >> "
               "3u. In how many of them is a division left when the compiler is done?",
     .hints = {"In which of them does the compiler know the divisor?"},
     .runs = "divide",
     .settings = "vectors=64",
     .answer = answer_division,
     .slips = {{"2", "8u is known to the compiler, and it makes a shift of that by itself"},
               {"0", "the value of a uniform is not known when the kernel is compiled"},
               {"3", "a shift is no division"}},
     .why = "a constant costs nothing to divide by, so a shift by hand gains nothing; and only you "
            "can know that a uniform is a power of two. The H200 takes 0.172 ms for the first, and "
            "0.038 for each of the others.",
     .shows = "./wb run 10 --headless --frames 1 --variant divide --set vectors=4096"},
    // A bundle runs a way if one of its lanes takes it.
    {.name = "ways",
     .kind = WB_LOOK,
     .title = "Two ways at once",
     .minutes = 5,
     .demand = "Stop work group 1 of `branches` in front of its branch. How many of the 32 lanes "
               "take the first way, the one for odd numbers?",
     .hints = {"./wb debug 10 --variant branches --set vectors=64 --set group=32 --group 1 --do "
               "\"until branches.comp:8; lanes x % 2u\"",
               "1 is an odd number. Type `next`, and you see how many are left for the other way."},
     .runs = "branches",
     .settings = "vectors=64 group=32",
     .answer = answer_ways,
     .slips = {{"32", "those are all; some have an even number"},
               {"0", "some have an odd number"},
               {"17", "those are the even ones"}},
     .why = "all the others wait meanwhile, and then they take theirs alone: the bundle pays for "
            "both ways.",
     .shows = "./wb debug 10 --variant branches --set vectors=64 --set group=32 --group 1 --do "
              "\"until branches.comp:8; lanes x % 2u\""},
    // Fewer bytes for the same numbers, where memory is the limit; and what is none of them stays.
    {.name = "tens",
     .kind = WB_LINE,
     .title = "Three in a word",
     .minutes = 6,
     .demand = "Make each of the three samples of ten bits in a word brighter by 40, up to 1023. "
               "Fill in the line.",
     .hints = {"Three steps: shift it down and mask it, make it brighter, shift it up again.",
               "Without the mask, the sample above it comes along. Without min(), it runs over "
               "into the sample above."}},
    // A part's share bounds what it can gain, however fast it becomes.
    {.name = "gain",
     .kind = WB_PREDICT,
     .title = "What is there to gain?",
     .minutes = 3,
     .demand = "A frame of lesson 09 on an H200: density 0.148 ms, force 0.130, the grid's five "
               "passes 0.179, measure 0.008. Density becomes twice as fast. How many percent of "
               "its time, in whole percent, does the frame take then, and how many if density took "
               "no time at all?",
     .hints = {"The frame takes 0.465 ms. Which share of it is density?",
               "The rest of the frame takes as long as before."},
     .runs = "frame",
     .settings = "vectors=64",
     .answer = answer_gain,
     .slips = {{"50 0", "the other passes take as long as before"},
               {"68 32", "twice as fast, it still takes half of its time"},
               {"16 32", "that is what is saved; asked is what is left"},
               {"84.1 68.2", "in whole percent, please"}},
     .why = "density is 32 % of the frame: half of that can go, or all of it, and the other 68 % "
            "stay. The five small passes of the grid have more to give.",
     .shows = "./wb debug 10 --variant frame --set vectors=64 --pass compute --do \"print 1.0 - "
              "0.148 / 0.465 / 2.0; print 1.0 - 0.148 / 0.465\""},
    // Less work beats the same work done faster.
    {.name = "advance",
     .kind = WB_EXTEND,
     .title = "The same results with a fraction of the work",
     .minutes = 30,
     .demand =
         "The kernel that was given is slow. Find out whether it waits or computes, and "
         "write one with the same results that takes an invocation 4,000 instructions at most.",
     .hints = {"Does it wait for what it reads, or does it compute? A round takes x to a x + c, "
               "with the same a and c for every x.",
               "Two rounds in one are again such a step, with a * a and a * c + c; four rounds are "
               "two of these. Any number of rounds takes as many steps as it has binary digits."},
     .most_instructions = 4000.0,
     .but = "round after round is computed; some compilers make one of several, others do not"},
    // To ask for an answer that is not there is to wait for it.
    {.name = "stopwatch",
     .kind = WB_BLANK,
     .title = "A stopwatch that never waits",
     .minutes = 60,
     .is_host = true,
     .demand =
         "Write a stopwatch for GPU times that never waits, as the comments in the file and in "
         "pretended_gl.h say.",
     .hints = {"The answer of a query is asked for some frames later. So a frame needs queries of "
               "its own, and there have to be as many pairs as frames may be under way, and one "
               "more.",
               "Before a result: glGetQueryObjectiv(query, GL_QUERY_RESULT_AVAILABLE, &there). If "
               "it is not there, leave it for the next frame. A pair may be used again only once "
               "its answer has been fetched.",
               "Frames end in the order in which they began: the first one whose answer is not "
               "there ends the search. The latest 60 times are a ring; at the beginning it has "
               "fewer."}},
    {0},
};

const char *const apart_cases[] = {
    "vectors=255",
    "vectors=257 arithmetic=3 reads=3",
    "vectors=1009 reads=2 group=64",
    "vectors=1024",
    "vectors=1",
    NULL,
};
