#include "tasks.h"

#include "state.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- What is right ---- */

// The three numbers that the GPU has written for the dispatch of the last frame.
static bool answer_groups(char *text, size_t size)
{
    commands c;
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // reading it back
    if (!wb_buffer_read(&lesson.commands, &c)) return false;
    snprintf(text, size, "%u %u %u", c.groups[0], c.groups[1], c.groups[2]);
    return true;
}

// How many of work group 1 are still alive after the frame. Its list is the other one by now.
static bool answer_survivors(char *text, size_t size)
{
    enum { ASKED = 1 };
    uint32_t *list = malloc((size_t)lesson.next_living.size_bytes), alive = 0;
    particle *pool = malloc((size_t)lesson.pool.size_bytes);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // reading them back
    bool good = list != NULL && pool != NULL && wb_buffer_read(&lesson.next_living, list) &&
                wb_buffer_read(&lesson.pool, pool);
    for (int i = ASKED * lesson.group; good && i < (ASKED + 1) * lesson.group; i++)
        alive += pool[list[i]].age < pool[list[i]].life;
    free(list);
    free(pool);
    snprintf(text, size, "%u", alive);
    return good;
}

// By section 7.12.2 of the specification: no run can tell.
static bool answer_bits(char *text, size_t size)
{
    snprintf(text, size, "COMMAND SHADER_STORAGE COMMAND");
    return true;
}

/* ---- The tasks, each with what one has to have understood ---- */

const wb_task tasks[] = {
    // The command counts groups, rounded up, in three dimensions whose product counts.
    {.name = "groups",
     .kind = WB_PREDICT,
     .title = "Three numbers",
     .minutes = 2,
     .demand = "There are 1,000 particles in the list, and groups of 64. Which three numbers does "
               "the GPU have to write for the dispatch?",
     .hints = {"They are groups, not invocations; how many does it take so that every particle is "
               "in one?",
               "x * y * z is how many groups run. If there is one row, y and z are not 0."},
     .runs = "append",
     .settings = "particles=1000 alive=100 spread=0 filled=1",
     .frames = 1,
     .answer = answer_groups,
     .slips = {{"15 1 1", "15 groups take 960 particles; the last 40 are in none"},
               {"1000 1 1", "they are groups, of 64 invocations each"},
               {"16 0 0", "x * y * z groups run, and that is none"},
               {"16 16 16", "that is 4,096 groups"}},
     .why = "15 groups take 960, so there are 16, in one row. The last one has 24 invocations with "
            "nothing to do.",
     .shows = "./wb debug 8 --variant append --set particles=1000 --set alive=100 --set spread=0 "
              "--set filled=1 --pass move --do \"print next.groups_x; print next.groups_y; print "
              "next.listed\""},
    // The old value of the counter is the place, and the counter is the draw command's count.
    {.name = "enlist",
     .kind = WB_LINE,
     .title = "Into the next list",
     .minutes = 5,
     .demand = "A survivor goes into the next list, on a place of its own, without gaps, and is "
               "counted in next.living. Change the line in the gap.",
     .hints = {"Which invocation gets which place does not matter. But no two may get the same, "
               "and none may stay empty.",
               "atomicAdd() returns what was there before: the place. And it counts."}},
    // Who has died leaves the list by not coming into the next one.
    {.name = "survivors",
     .kind = WB_LOOK,
     .title = "Who lives on",
     .minutes = 4,
     .demand = "Stop work group 1 of append, in the run below, where survivors go into the next "
               "list. How many of its 64 do?",
     .hints = {"./wb debug 8 --variant append --set particles=1000 --set filled=1 --set life=0.2 "
               "--group 1 --do \"until 28\"",
               "There, `lanes lives` shows how many hold true."},
     .runs = "append",
     .settings = "particles=1000 filled=1 life=0.2",
     .frames = 1,
     .answer = answer_survivors,
     .slips = {{"64", "those are all: some have died in this step"},
               {"16", "those are the ones that have died"}},
     .why = "the others have reached the end of their lives in this step. Their slots stay as they "
            "are, and no invocation looks at them again.",
     .shows = "./wb debug 8 --variant append --set particles=1000 --set filled=1 --set life=0.2 "
              "--group 1 --do \"until 28; lanes lives\""},
    // What does not fit into x goes into y: no error says that a number is too large.
    {.name = "rows",
     .kind = WB_REPAIR,
     .title = "Particles that vanish",
     .minutes = 10,
     .demand = "With few particles all is well. With many, some vanish in mid-air. Find the line "
               "in the gap that loses them, and mend it; LIMIT groups at most in one dimension.",
     .hints = {"How many groups does min() leave out?",
               "More groups than LIMIT go into several rows: y is how many. invocation() numbers "
               "the groups row by row.",
               "uint rows = max((groups + uint(LIMIT) - 1u) / uint(LIMIT), 1u); return "
               "uvec3((groups + rows - 1u) / rows, rows, 1u);"}},
    // A bit names the reader, and what starts a dispatch or a draw is a reader of its own.
    {.name = "bits",
     .kind = WB_PREDICT,
     .title = "Three readers",
     .minutes = 3,
     .demand = "A kernel has written the commands and the list. Which bit of glMemoryBarrier does "
               "each of these need, in this order: glDispatchComputeIndirect, which reads its "
               "number of groups; the kernel, which reads the list; glDrawArraysIndirect, which "
               "reads its number of instances?",
     .hints = {"A bit says how the data is read next, not how it was written.",
               "What OpenGL itself reads in order to start something is a command. What a kernel "
               "reads from a buffer block is shader storage."},
     .runs = "append",
     .settings = "particles=1000",
     .answer = answer_bits,
     .slips =
         {{"SHADER_STORAGE SHADER_STORAGE SHADER_STORAGE",
           "before the kernel starts, OpenGL reads how many groups there are: no shader does that"},
          {"COMMAND SHADER_STORAGE SHADER_STORAGE",
           "the number of instances is part of a command, too"},
          {"COMMAND COMMAND COMMAND", "the list is read by a shader, as a storage block"},
          {"SHADER_STORAGE COMMAND SHADER_STORAGE", "that is the other way round"},
          {"COMMAND SHADER_STORAGE any",
           "the first two are right; the number of instances is read by OpenGL, before any shader"},
          {"any SHADER_STORAGE COMMAND",
           "the last two are right; the number of groups is read by OpenGL, before any shader"},
          {"COMMAND any COMMAND",
           "the first and the last are right; the list is read by a shader, as a storage block"}},
     .why = "GL_COMMAND_BARRIER_BIT is for what the indirect calls read themselves, "
            "GL_SHADER_STORAGE_BARRIER_BIT for what their shaders read.",
     .shows = "./wb check 8 --variant no_command_barrier"},
    // The GPU decides, from what it alone knows; and 0 is an answer.
    {.name = "level",
     .kind = WB_EXTEND,
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
    // No invocation knows how many live before all are done; still each can say how many groups
    // there
    // have to be at least.
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
          "its bit is GL_BUFFER_UPDATE_BARRIER_BIT. glBindBuffer says which buffer "
          "glDispatchComputeIndirect reads, and its argument says from which byte on.",
          "The kernel: no invocation knows how many live before all are done. But the one with "
          "place 0, 64, 128 of the list knows that one more group of 64 is needed, and which "
          "number it has.",
          "With LIMIT 4, and from number 0: group 3 is the last of the first row, and group 4 "
          "the first of the second. atomicMax() lets each say what there has to be."},
     .indirect = "08_indirect/move_listed.comp",
     .but = "the GPU shall say how much runs, without the CPU knowing"},
    {0},
};

const char *const enlist_cases[] = {
    "particles=1009 alive=50 life=0.25",
    "particles=64 alive=100 life=0.1 filled=1",
    "particles=1 alive=100 life=0.05",
    "particles=65 alive=100 life=0.1 filled=1",
    "particles=5000 alive=75 life=0.25 filled=1 tap=closed",
    "particles=20011 alive=100 life=0.2 filled=1",
    NULL,
};

const char *const rows_cases[] = {
    "particles=1009 alive=50 life=0.25",
    "particles=5000 alive=100 life=0.2 filled=1 limit=9",
    "particles=64 alive=100 life=0.1 filled=1 limit=4",
    "particles=5000 alive=75 life=0.25 filled=1 tap=closed", // none is left in the end
    "particles=20011 alive=100 life=0.2 filled=1 limit=18",
    "particles=5000 alive=75 life=0.25 filled=1 group=96 limit=7",
    NULL,
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
