#include "tasks.h"

#include "state.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- What is right ---- */

// As many groups as the invocations say that there are, and how many of these have no element.
static bool answer_groups(char *text, size_t size)
{
    uint32_t dispatched[4];
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // reading it back
    if (!wb_buffer_read(&lesson.layout.dispatched, dispatched)) return false;
    snprintf(text, size, "%u %u", dispatched[0],
             dispatched[0] * dispatched[3] - (uint32_t)lesson.layout.count);
    return true;
}

// How many elements group (2, 1, 0) has written.
static bool answer_corner(char *text, size_t size)
{
    int written = 0;
    size_t elements = (size_t)plan_elements(&lesson.layout.plan);
    uint32_t(*ids)[4] = malloc((size_t)lesson.layout.ids.size_bytes);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // reading it back
    bool good = ids != NULL && wb_buffer_read(&lesson.layout.ids, ids);
    for (size_t i = 0; good && i < elements; i++)
        written += ids[i][0] == 2 && ids[i][1] == 1 && ids[i][2] == 0;
    free(ids);
    snprintf(text, size, "%d", written);
    return good;
}

// How many sectors the first 32 invocations of a group touch whose pixels lie that far apart.
static int count_sectors(size_t pixels_apart)
{
    enum { INVOCATIONS = 32, SECTOR = 32, PIXEL = 4 };
    int sectors = 0;
    for (size_t n = 0, last = SIZE_MAX; n < INVOCATIONS; n++) {
        size_t sector = n * pixels_apart * PIXEL / SECTOR;
        sectors += sector != last;
        last = sector;
    }
    return sectors;
}

static bool answer_sectors(char *text, size_t size)
{
    int columns = count_sectors((size_t)lesson.grey.columns), rows = count_sectors(1);
    snprintf(text, size, "%d %d", columns, rows);
    return true;
}

/* ---- The tasks ---- */

const wb_task tasks[] = {
    {.name = "groups",
     .kind = WB_PREDICT,
     .title = "How many groups?",
     .minutes = 2,
     .demand = "A list of 1,000 elements is to be covered by work groups of 128. How many groups "
               "does it take, and how many of their invocations have nothing to do?",
     .hints = {"7 groups are 896 invocations, 8 are 1,024.",
               "Groups come whole: 1,000 / 128, rounded up. What is left over has nothing to do."},
     .runs = "line",
     .settings = "count=1000 local=128",
     .frames = 1,
     .answer = answer_groups,
     .slips = {{"7 104", "7 groups are 896 invocations: 104 elements would have none"},
               {"1000 127000", "a group for each element: all but one invocation in it are idle"},
               {"8 0", "8 groups of 128 are 1,024 invocations"},
               {"8 104", "104 elements are what 8 groups have for the last of them: 128 - 104"}},
     .why = "1,000 / 128 is 7.8, and groups come whole: 8 groups, 1,024 invocations, 24 more than "
            "there are elements. In integers: (1000 + 128 - 1) / 128.",
     .shows = "./wb debug 1 --set count=1000 --set local=128 --group 7 --do \"until 14; lanes i < "
              "size.x\""},
    {.name = "mine",
     .kind = WB_LINE,
     .title = "Which element is mine?",
     .is_flawed = true,
     .minutes = 5,
     .demand = "Every invocation writes down its ids at its own place in the list, and nowhere "
               "else. Work the place out of the group's number, its size and the local number.",
     .hints = {"Before group g there are g full groups.",
               "uint i = gl_WorkGroupID.x * gl_WorkGroupSize.x + gl_LocalInvocationID.x; and an "
               "`if` that compares it with size.x."}},
    {.name = "corner",
     .kind = WB_LOOK,
     .title = "A group at the corner",
     .minutes = 4,
     .demand = "Stop work group (2, 1, 0) of the box, 11 x 7 x 3 elements in groups of 4 x 4 x 1, "
               "at its guard. For how many of its 16 lanes does the guard hold?",
     .hints = {"./wb debug 1 --variant volume --group 2,1,0 --do \"until 15; lanes p\"",
               "A lane has an element if p.x is below 11 and p.y below 7: `lanes p.x < size.x && "
               "p.y < size.y` counts them."},
     .runs = "volume",
     .frames = 1,
     .answer = answer_corner,
     .slips = {{"16", "those are all lanes of the group"},
               {"7", "those are the lanes for which it does not hold"},
               {"12", "the group reaches over the box on two sides: to the right, and below"}},
     .why = "the group begins at column 8 and row 4. Of its four columns three are in the box (8, "
            "9, 10), of its four rows three (4, 5, 6): 9 lanes have an element, 7 have none.",
     .shows = "./wb debug 1 --variant volume --group 2,1,0 --do \"until 15; lanes p.x < size.x && "
              "p.y < size.y\""},
    {.name = "edge",
     .kind = WB_REPAIR,
     .title = "Beyond the right edge",
     .is_flawed = true,
     .minutes = 8,
     .demand = "Some elements hold the ids of an invocation that is not theirs. Find the line, and "
               "mend it.",
     .hints = {"Where is the element with index i, if p.x is size.x? The kernel machine names the "
               "two invocations that meet there.",
               "The index of (11, 0, 0) is that of (0, 1, 0). It is below the number of elements, "
               "so the comparison lets it pass.",
               "Compare before the three numbers become one: all(lessThan(p, size))."}},
    {.name = "sectors",
     .kind = WB_PREDICT,
     .title = "Pieces of memory",
     .minutes = 3,
     .demand = "Memory is fetched in sectors of 32 bytes; a pixel has 4. 32 invocations of a group "
               "read a pixel each at the same time. How many sectors do they touch in `columns`, "
               "and how many in `rows`?",
     .hints = {"In `rows` the 32 pixels lie side by side. How many bytes is that?",
               "In `columns` the next pixel is 960 pixels further on. Can it be in the same "
               "sector?"},
     .runs = "rows",
     .frames = 1,
     .answer = answer_sectors,
     .slips = {{"4 32", "in the other order: `columns` takes pixels one below the other"},
               {"32 32", "8 pixels that lie side by side are 32 bytes: one sector"},
               {"32 1", "32 pixels of 4 bytes are 128 bytes, and a sector has 32"},
               {"4 4", "in `columns` a pixel's neighbour is a whole row further on"}},
     .why = "in `columns` each pixel is 3,840 bytes from the next, so each is in a sector of its "
            "own, of which 4 bytes are used. In `rows` 32 pixels are 128 bytes in a row: 4 "
            "sectors, used whole.",
     .shows = "./wb check 1 --variant columns --counters --set width=64 --set height=64"},
    {.name = "apart",
     .kind = WB_LINE,
     .title = "Neighbours beside neighbours",
     .minutes = 6,
     .demand = "Four pixels an invocation, so that at every moment neighbouring invocations touch "
               "neighbouring pixels.",
     .hints = {"Look at one moment: k is 0 for all invocations of a group. Which pixels should "
               "they have? And when k is 1?",
               "A group has LOCAL * 4 pixels. At k = 0 its invocations take the first LOCAL of "
               "them, at k = 1 the next LOCAL."},
     .most_sectors = 5.5,
     .but = "neighbouring invocations touch pixels that lie apart"},
    {.name = "flatten",
     .kind = WB_EXTEND,
     .title = "Number every invocation",
     .minutes = 12,
     .demand = "Number all invocations of a three-dimensional dispatch, work group by work group.",
     .hints =
         {"Flatten twice: the group's id within all groups, and the local id within the group. "
          "volume.comp flattens an id within a box of known size.",
          "Before group g come g * (invocations of a group) numbers. The groups lie in a box of "
          "gl_NumWorkGroups, the invocations of a group in one of gl_WorkGroupSize."}},
    {.name = "negative",
     .kind = WB_BLANK,
     .title = "The negative of a picture",
     .minutes = 40,
     .has_host = true,
     .demand = "Make the picture's negative, from blank pages: the kernel, and the C code that "
               "dispatches it.",
     .hints = {"In C: how many groups; glUseProgram; what the kernel needs to know, and its two "
               "buffers; glDispatchCompute; glMemoryBarrier for the next reader.",
               "As many groups as cover all pixels, in a single row, may be more than a device "
               "takes in x. Lay them in rows, in x and y; the kernel numbers them by "
               "gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x.",
               "The kernel: two buffer blocks, at the bindings of glBindBufferBase; a uniform uint "
               "for the number of pixels, at the location of glUniform1ui; and a guard, for the "
               "last group and for the last row of groups."},
     .least_loads = 0.25,
     .least_active = 0.3,
     .but = "more is started than need be: each pixel takes one invocation",
     .once = true},
    {0},
};
