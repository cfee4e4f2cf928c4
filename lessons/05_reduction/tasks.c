#include "tasks.h"

#include "oracle.h"
#include "picture.h"
#include "state.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- What is right ---- */

// What the invocations of work group 0 held after a round. The caller frees it; NULL if it cannot
// be read.
static uint32_t *held_after(int round)
{
    uint32_t *rounds = malloc((size_t)lesson.rounds.size_bytes);
    if (rounds != NULL && wb_buffer_read(&lesson.rounds, rounds)) {
        for (int i = 0; i < lesson.group; i++) rounds[i] = rounds[round * lesson.group + i];
        return rounds;
    }
    free(rounds);
    return NULL;
}

// What invocations 5, 20 and 40 hold after two rounds.
static bool answer_halves(char *text, size_t size)
{
    uint32_t *held = held_after(2);
    if (held == NULL) return false;
    snprintf(text, size, "%u %u %u", held[5], held[20], held[40]);
    free(held);
    return true;
}

// How many lanes add in the third round, and the last of them: they hold more after it.
static bool answer_adders(char *text, size_t size)
{
    uint32_t *before = held_after(2), *after = held_after(3);
    int adders = 0, last = 0;
    bool good = before != NULL && after != NULL;
    for (int i = 0; good && i < lesson.group; i++) {
        if (after[i] == before[i]) continue;
        adders++;
        last = i;
    }
    snprintf(text, size, "%d %d", adders, last);
    free(before);
    free(after);
    return good;
}

// How many sums the first level leaves, and how many levels it takes.
static bool answer_levels(char *text, size_t size)
{
    snprintf(text, size, "%u %d", lesson.level_sizes[1], lesson.levels);
    return true;
}

/* ---- The tasks, each with what one has to have understood ---- */

const wb_task tasks[] = {
    // In each round the lower half of those that are left adds what the upper half holds.
    {.name = "halves",
     .kind = WB_PREDICT,
     .title = "Two rounds",
     .minutes = 2,
     .demand = "A group of 64 adds up 64 ones. After two rounds, what do invocations 5, 20 and 40 "
               "hold?",
     .hints = {"In the first round reach is 32, and in the second 16. Who adds in which?",
               "Invocation 20 adds in the first round alone, and 40 in none."},
     .runs = "sequential",
     .settings = "count=64 group=64 numbers=ones",
     .frames = 1,
     .answer = answer_halves,
     .slips = {{"4 4 4",
                "only the invocations below reach add: 32 in the first round, 16 in the second"},
               {"2 2 2", "that is too much for one of them after one round, and there were two"},
               {"3 2 1", "what invocation 21 holds in the second round is 2 already"},
               {"4 2 0", "an invocation that does not add keeps what it has"}},
     .why =
         "in the first round invocations 0 to 31 add, and each then has 2; in the second 0 to 15, "
         "and each then has 4. The others keep what they had.",
     .shows = "./wb debug 5 --set count=64 --set numbers=ones --do \"until tree.glsl:12; barrier "
              "2; lanes tile[me]\""},
    // The operation is in one place; all the rest, barriers included, is the same for any that is
    // associative.
    {.name = "largest",
     .kind = WB_LINE,
     .title = "The largest number",
     .minutes = 4,
     .demand = "Find the largest number in place of the sum. Change the line in the gap.",
     .hints = {"In a round each invocation below reach makes one number of two. Which one now?",
               "max(a, b) is the larger of two."}},
    // With neighbours first, those who add lie far apart: no subgroup is done before the last
    // rounds.
    {.name = "adders",
     .kind = WB_LOOK,
     .title = "Who adds in interleaved",
     .minutes = 5,
     .demand =
         "Stop interleaved, with a group of 64, in its third round, where reach is 4. How many "
         "lanes add, and which is the last of them?",
     .hints = {"./wb debug 5 --variant interleaved --set count=64 --set numbers=ones --do \"until "
               "19; barrier 2\"",
               "There, `lanes me % (2 * reach) == 0` shows which lanes add."},
     .runs = "interleaved",
     .settings = "count=64 group=64 numbers=ones",
     .frames = 1,
     .answer = answer_adders,
     .slips = {{"16 60", "that is the second round, where reach is 2"},
               {"4 48", "that is the fourth round, where reach is 8"},
               {"8 7", "so it is in sequential: there they lie side by side"},
               {"8 63", "lane 63 adds in no round"}},
     .why = "every eighth lane adds, from 0 to 56: both subgroups of 32 lanes still have four at "
            "work. "
            "In sequential they are lanes 0 to 7, and the second subgroup has nothing to add.",
     .shows = "./wb debug 5 --variant interleaved --set count=64 --set numbers=ones --do \"until "
              "19; barrier 2; until 19; lanes me % (2 * reach) == 0\""},
    // What stands beyond the end takes part, so it has to be the element that changes nothing.
    {.name = "filler",
     .kind = WB_REPAIR,
     .title = "A sum that is too large",
     .minutes = 5,
     .demand = "The sum of 64 numbers is right, that of 65 is far too large. Mend the line.",
     .hints = {"The last group has more invocations than there are numbers. What do those add?",
               "They cannot leave: all have to come to the barriers of the tree. Which number "
               "changes no sum?",
               "i < count ? from[i] : 0u"}},
    // A group's rest counts as a group, and one goes on until one sum is left.
    {.name = "levels",
     .kind = WB_PREDICT,
     .title = "How many levels",
     .minutes = 3,
     .demand = "5,000 numbers, in groups of 64. How many sums are there after the first level, and "
               "how many levels does it take to one sum?",
     .hints = {"How many groups does it take so that every number is in one?",
               "The sums of a level are the numbers of the next one."},
     .runs = "sequential",
     .settings = "count=5000 group=64",
     .frames = 1,
     .answer = answer_levels,
     .slips = {{"78 3", "78 groups take 4,992 numbers; the last 8 are in none"},
               {"78 2", "78 groups take 4,992 numbers; the last 8 are in none"},
               {"79 2", "two levels leave 2 sums"},
               {"64 2", "64 is how many numbers a group takes"}},
     .why = "79 groups leave 79 sums, 2 groups leave 2, and one group leaves 1: three levels.",
     .shows = "./wb debug 5 --set count=5000 --pass \"level 2\" --do \"print count\""},
    // Others still read what one would overwrite: read, wait, add, wait; and none may leave.
    {.name = "scan_group",
     .kind = WB_EXTEND,
     .title = "A scan in each group",
     .minutes = 15,
     .demand = "Make each number the sum of all numbers of its group up to itself, in rounds: in "
               "each, every invocation "
               "adds what the one `reach` places in front of it has, and reach doubles.",
     .hints =
         {"A loop, as in the tree, but reach begins at 1 and doubles, and all but the first "
          "`reach` "
          "invocations add.",
          "If you add at once, another invocation may read the sum in place of what it was. Read, "
          "wait, add, wait.",
          "uint before = me >= reach ? tile[me - reach] : 0u; barrier(); tile[me] += before; "
          "barrier();"},
     .most_loads = 1.5,
     .least_active = 0.3,
     .but = "an invocation shall read its own numbers once, and all shall work"},
    // A pair can be carried like a number, if it has a rule for equals and a neutral element.
    {.name = "argmax",
     .kind = WB_BLANK,
     .title = "The largest number and its place",
     .minutes = 45,
     .demand = "Find the largest number and its place: each group that of its share, together, in "
               "shared memory; of equal numbers the one further in front.",
     .hints =
         {"The tree of the sums carries one number; yours carries two, a number and its place. "
          "Which of two such pairs is the better one? Write a function for that first.",
          "All bits of a uint may be in use, so compare as uint. If the numbers are equal, the "
          "smaller place is the better one, in whatever order pairs meet. Beyond the end stands a "
          "pair that loses against all others.",
          "Each invocation strides through its numbers first: i = gl_GlobalInvocationID.x, and "
          "on by gl_NumWorkGroups.x * GROUP. Then the tree, with a barrier() behind the loading "
          "and in each round, where the whole group passes."},
     .most_loads = 4.0,
     .least_active = 0.3,
     .but = "an invocation shall read its own numbers once, and all shall work"},
    // What stands before a tile is a scan of what the tiles contribute; and a maximum cannot be
    // taken away again.
    {.name = "horizon",
     .kind = WB_BLANK,
     .title = "The horizon",
     .minutes = 90,
     .has_host = true,
     .demand =
         "Find, for each number, the largest of all numbers before it: a scan with max in place "
         "of +, over all work groups.",
     .hints =
         {"As in the scan of sums: what does a tile contribute, what stands before each tile, "
          "and what before each number within its tile? A dispatch for each question, or for "
          "two of them; a uniform can tell the kernel which.",
          "max cannot be undone. A number can be taken away from a sum again; "
          "from a maximum it cannot. So shift the numbers first: an invocation that loads the "
          "number in front of its own gets, from an inclusive scan, what comes before its own.",
          "With two arrays in shared memory that take turns, one barrier() a round is enough: "
          "a round reads one and writes the other. In C, between two dispatches: "
          "GL_SHADER_STORAGE_BARRIER_BIT."},
     .most_loads = 6.0,
     .least_active = 0.3,
     .but = "an invocation shall read its own numbers once, and all shall work"},
    {0},
};

const char *const filler_cases[] = {
    "count=64 numbers=wide",
    "count=65",
    "count=1",
    "count=4097 numbers=wide",
    "count=63 numbers=ones",
    "count=127 group=128",
    NULL,
};

const char *const maximum_cases[] = {
    "count=64",
    "count=65 numbers=rising",
    "count=1 numbers=wide",
    "count=5000 numbers=wide",
    "count=1000 numbers=near",
    "count=129 numbers=zeros",
    "count=50021",
    NULL,
};

const char *const group_cases[] = {
    "count=256 numbers=ones",
    "count=1000",
    "count=257 numbers=wide",
    "count=1",
    "count=255 numbers=wide",
    "count=4099 numbers=wide",
    NULL,
};

// More than 65,536 numbers: an invocation has two, which lie far apart.
const char *const largest_cases[] = {
    "count=4099 numbers=wide",
    "count=1000 numbers=near",
    "count=99991 numbers=near",
    "count=1",
    "count=63 numbers=rising",
    "count=64 numbers=wide",
    "count=65 numbers=rising",
    "count=129 numbers=zeros",
    "count=50021",
    "count=70001 numbers=rising",
    NULL,
};

const char *const highest_cases[] = {
    "count=5003",
    "count=20021 numbers=wide",
    "count=1",
    "count=255 numbers=rising",
    "count=256 numbers=rising",
    "count=257 numbers=rising",
    "count=513 numbers=near",
    "count=70001 numbers=rising",
    "count=131071",
    NULL,
};

/* ---- Parts that only tasks have ---- */

// The largest number alone: a task, with the sum's levels and its buffers.
const wb_part largest_part = {
    .name = "largest",
    .init = largest_init,
    .draw = sum_draw,
    .quit = lesson_quit,
    .expect = largest_expect,
    .inputs = largest_inputs,
    .verify = wb_verify_state, // as in sum
    .check_frames = 2,
    .cases = {"count=50021", "count=65", "count=1"},
    .status = count_status,
};

// The largest number, and its place: a task.
const wb_part argmax_part = {
    .name = "argmax",
    .is_flat = true,
    .init = argmax_init,
    .draw = argmax_draw,
    .quit = lesson_quit,
    .expect = argmax_expect,
    .verify = wb_verify_state, // as in sum
    .check_frames = 2,
    .cases = {"count=50021", "count=1"},
    .status = count_status,
};

// A scan in each work group alone: a task.
const wb_part groups_part = {
    .name = "groups",
    .init = scan_group_init,
    .draw = scan_group_draw,
    .quit = lesson_quit,
    .expect = scan_group_expect,
    .inputs = scan_group_inputs,
    .verify = wb_verify_state, // as in sum
    .check_frames = 2,
    .cases = {"count=1000", "count=257", "count=1"},
    .status = count_status,
};

// The largest number before each: the last task.
const wb_part horizon_part = {
    .name = "horizon",
    .is_flat = true,
    .init = horizon_init,
    .draw = horizon_draw,
    .quit = lesson_quit,
    .expect = horizon_expect,
    .verify = scan_verify,
    .check_frames = 2,
    .cases = {"count=20021", "count=1"},
    .status = count_status,
};
