#include "tasks.h"

#include <stddef.h>

const wb_task tasks[] = {
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
          "and in each round, where all of the group come by."},
     .most_loads = 4.0,
     .least_active = 0.3,
     .but = "reads numbers again and again, or leaves the work to few"},
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
     .but = "reads numbers again and again, or leaves the work to few"},
    {0},
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
