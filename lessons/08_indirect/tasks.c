#include "tasks.h"

#include <stddef.h>

const wb_task tasks[] = {
    {.name = "level",
     .kind = WB_LINE,
     .title = "Keep the level",
     .minutes = 25,
     .demand = "Keep the level: limit the births so that no more than `most` are in the air; and "
               "write down the work groups that move them, four particles an invocation.",
     .hints =
         {"The CPU cannot know how much room there is, now.living can. What is `most - "
          "now.living`, a uint, if there are more already?",
          "By hand, with groups of 64 that move 256: 0 particles take no group, 1 and 256 take "
          "one, 257 take two.",
          "The product of x, y and z counts. More groups than LIMIT go into several rows: how "
          "many rows, and then how long is each? One row too long at the end does no harm."}},
    {.name = "survey",
     .kind = WB_BLANK,
     .title = "A list from nothing",
     .minutes = 90,
     .has_host = true,
     .demand =
         "Make the list anew in each frame, from blank pages: a kernel that finds the living and "
         "writes the commands, and the C code that moves as many as it has found.",
     .hints =
         {"In C: commands for no particle, your kernel over all slots, a barrier, "
          "glDispatchComputeIndirect, a barrier. How does each of them read what was written "
          "before it, and what reads in the next frame?",
          "glBufferSubData writes into a buffer that shaders have written in the frame before: "
          "its bit is GL_BUFFER_UPDATE_BARRIER_BIT. Which buffer glDispatchComputeIndirect "
          "reads is said by glBindBuffer, and from which byte on by its argument.",
          "The kernel: no invocation knows how many live before all are done. But the one with "
          "place 0, 64, 128 of the list knows that one more group of 64 is needed, and which "
          "number it has.",
          "With LIMIT 4, and from number 0: group 3 is the last of the first row, and group 4 "
          "the first of the second. atomicMax() lets each say what there has to be."},
     .indirect = "08_indirect/move_listed.comp",
     .but = "the GPU shall say how much runs, without the CPU knowing"},
    {0},
};

const char *const level_cases[] = {
    "particles=5000 alive=75 life=0.25 filled=1 most=0", // none is left in the end
    "particles=5000 alive=75 life=0.25 filled=1 most=1",
    "particles=5000 alive=75 life=0.25 filled=1 most=256",
    "particles=5000 alive=75 life=0.25 filled=1 most=257",
    "particles=5000 alive=75 life=0.25 filled=1 most=1000",
    "particles=5000 alive=75 life=0.25 most=2000",
    "particles=5000 alive=75 life=0.25 filled=1 most=10000000",
    "particles=5000 alive=100 life=0.2 filled=1 limit=7 group=32",
    "particles=20011 alive=100 life=0.2 filled=1 limit=10 most=15000",
    NULL,
};

const char *const survey_cases[] = {
    "particles=1009 alive=50 life=0.25",
    "particles=1 alive=100 life=0.05",
    "particles=64 alive=100 life=0.1 filled=1",
    "particles=65 alive=100 life=0.1 filled=1",
    "particles=5000 alive=100 life=0.2 filled=1 limit=9",
    "particles=5000 alive=75 life=0.25 filled=1 tap=closed", // none is left in the end
    "particles=5000 alive=75 life=0.25 filled=1 group=96",
    "particles=100003 alive=30 life=1 filled=1 limit=65535",
    NULL,
};
