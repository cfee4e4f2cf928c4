#include "tasks.h"

#include "state.h"
#include "steps.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- What is right ---- */

// How many are alive one generation after a row of three, and in which column.
static bool answer_blinker(char *text, size_t size)
{
    enum { SIDE = 5 };
    int cells[SIDE][SIDE] = {[2] = {0, 1, 1, 1, 0}}, living = 0, column = -1;
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // what fills the buffer next
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, lesson.cells.id);
    glBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, sizeof cells, cells);
    step_ping_pong();
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // reading it back
    if (!wb_buffer_read(&lesson.cells, cells)) return false;
    for (int i = 0; i < SIDE * SIDE; i++) {
        if (cells[i / SIDE][i % SIDE] <= 0) continue;
        living++;
        column = i % SIDE;
    }
    snprintf(text, size, "%d %d", living, column);
    return true;
}

// How many lanes of the group in the middle put their cell into `edges`.
static bool answer_waiting(char *text, size_t size)
{
    enum { UNTOUCHED = 12345, PLACES = 4 * GROUP, MIDDLE = 4 };
    int edges[9][PLACES], waiting = 0;
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // what fills the buffer next
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, lesson.edges.id);
    glClearBufferData(GL_SHADER_STORAGE_BUFFER, GL_R32I, GL_RED_INTEGER, GL_INT, &(int){UNTOUCHED});
    step_in_place();
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // reading it back
    if (!wb_buffer_read(&lesson.edges, edges)) return false;
    for (int i = 0; i < PLACES; i++) waiting += edges[MIDDLE][i] != UNTOUCHED;
    snprintf(text, size, "%d", waiting);
    return true;
}

// By section 7.12.2 of the specification: no run can tell.
static bool answer_bits(char *text, size_t size)
{
    snprintf(text, size, "SHADER_STORAGE BUFFER_UPDATE");
    return true;
}

/* ---- The tasks ---- */

const wb_task tasks[] = {
    {.name = "blinker",
     .kind = WB_PREDICT,
     .title = "A blinker",
     .minutes = 2,
     .demand = "On a torus of 5 x 5 the three cells in the middle of row 2 are alive, in columns 1 "
               "to 3. One generation later: how many are alive, and in which column? Rows and "
               "columns are counted from 0.",
     .hints = {"Count the living neighbours of each of the three, and then of the dead cell above "
               "the middle one.",
               "The two ends have one living neighbour each. The cells above and below the middle "
               "have three."},
     .runs = "global",
     .settings = "width=5 height=5",
     .answer = answer_blinker,
     .slips = {{"3 1", "columns are counted from 0"},
               {"3 3", "columns are counted from 0"},
               {"5 2", "the two ends have one living neighbour each, and die"},
               {"2 2", "the one in the middle has two living neighbours, and stays alive"}},
     .why = "the two ends have one living neighbour and die; the dead cells above and below the "
            "middle have three and come alive; the middle has two and stays. The row has become a "
            "column.",
     .shows = "./wb debug 4 --load cells=lessons/04_life/patterns/blinker.rle --do \"until "
              "neighbours.glsl:14; lanes neighbours\""},
    {.name = "highlife",
     .kind = WB_LINE,
     .title = "HighLife, by one line",
     .minutes = 4,
     .demand = "Make the rule B36/S23: a dead cell is born with 3 living neighbours, and with 6, "
               "too. A living one stays alive with 2 or 3, as before.",
     .hints = {"For a living cell nothing changes: with six it dies, as before.",
               "Three cases: neighbours == 3 for all; for the living also 2; for the dead also "
               "6."}},
    {.name = "mend",
     .kind = WB_REPAIR,
     .title = "The race in one_buffer",
     .is_flawed = true,
     .minutes = 8,
     .demand = "The picture loses its symmetry, and guns fall apart. Find the lines that make the "
               "race, and mend them.",
     .hints = {"Which cells does an invocation read? Who writes them, and when?",
               "A second block: what is written has to go where no invocation reads.",
               "layout(std430, binding = 1) restrict writeonly buffer Next { int next[]; }; and "
               "the last line writes next[i]."}},
    {.name = "bits",
     .kind = WB_PREDICT,
     .title = "Two readers, two bits",
     .minutes = 3,
     .demand =
         "A fragment shader reads the last generation as a storage block; then "
         "glGetBufferSubData reads it back. Which bit of glMemoryBarrier does each of the two "
         "need, in this order?",
     .hints = {"A bit says how the data is read next, not how it was written.",
               "glGetBufferSubData is one of the calls that read and write a buffer from the CPU's "
               "side, as glBufferSubData is: an update of the buffer."},
     .runs = "global",
     .settings = "width=5 height=5",
     .answer = answer_bits,
     .slips = {{"BUFFER_UPDATE SHADER_STORAGE", "that is the other order"},
               {"SHADER_STORAGE SHADER_STORAGE", "glGetBufferSubData is no shader"},
               {"SHADER_STORAGE CLIENT_MAPPED_BUFFER", "nothing is mapped"},
               {"SHADER_STORAGE PIXEL_BUFFER",
                "nothing moves pixels between a texture and a buffer"}},
     .why = "the bit names the reader: GL_SHADER_STORAGE_BARRIER_BIT for a storage block in any "
            "shader, GL_BUFFER_UPDATE_BARRIER_BIT for glGetBufferSubData and its like. The barrier "
            "checker reports both where they are left out.",
     .shows = "./wb check 4 --variant no_barrier"},
    {.name = "waiting",
     .kind = WB_LOOK,
     .title = "Who waits in in_place",
     .minutes = 5,
     .demand = "Stop the work group in the middle of in_place, on a grid of 48 x 48, where it "
               "decides whether a cell may be written at once. For how many of its lanes may it "
               "not?",
     .hints = {"./wb debug 4 --variant in_place --set width=48 --set height=48 --group 1,1 --do "
               "\"until 29\"",
               "There, `lanes place < 0` shows the lanes by what they hold: those with true write "
               "at once."},
     .runs = "in_place",
     .settings = "width=48 height=48",
     .answer = answer_waiting,
     .slips = {{"196", "those write at once: the cells inside the tile"},
               {"64", "a tile's edge has four sides of 16 cells, but a corner lies on two of them"},
               {"256", "those are all lanes of the group"}},
     .why = "the 60 cells on the tile's edge are in a neighbour's halo, and the neighbour may not "
            "have read them yet; the 14 x 14 inside are read by their own group alone.",
     .shows = "./wb debug 4 --variant in_place --set width=48 --set height=48 --group 1,1 --do "
              "\"until 29; lanes place < 0\""},
    {.name = "twist",
     .kind = WB_EXTEND,
     .title = "A torus with a twist",
     .minutes = 15,
     .demand =
         "Twist the torus at one edge: what leaves on the right comes back on the left upside "
         "down, in row size.y - 1 - y.",
     .hints =
         {"Only a cell beyond the right or the left edge is in another row. Which test tells, "
          "and does it come before or after wrap()?",
          "If q.x is less than 0 or not less than size.x, the row is size.y - 1 - q.y. That is "
          "one step outside of the grid at most, so wrap() can follow."}},
    {.name = "gas",
     .kind = WB_BLANK,
     .title = "A gas, in place",
     .minutes = 40,
     .demand =
         "Move the particles of a gas in place, with one buffer and without a race: blocks of "
         "2 x 2 cells, each the work of one invocation.",
     .hints =
         {"No invocation may read a cell that another one writes. Which four cells does an "
          "invocation own, if `turn` is 0, and which if it is 1?",
          "The upper left cell of a block lies at 2 * gl_GlobalInvocationID.xy + turn. To its "
          "right and below it the grid may have ended: there it goes on at 0. There are "
          "size / 2 blocks in each direction, and invocations beyond them have nothing to do.",
          "Read all four before you write one. It is a collision if the cells of one diagonal "
          "are both alive and those of the other both dead: then each becomes what it was not. "
          "Otherwise each gets what was in the opposite corner."}},
    {.name = "wide",
     .kind = WB_BLANK,
     .title = "Cells that see further",
     .minutes = 90,
     .has_host = true,
     .demand =
         "Cells that count the living up to `radius` cells away, on a torus: a tile with a halo "
         "in shared memory, two buffers that take turns, and the dispatches.",
     .hints =
         {"In C, for each generation: a dispatch that reads one buffer and writes the other, a "
          "barrier, a swap. How many groups of 32 x 8 cover the grid?",
          "A tile has 32 + 2 RADIUS columns and 8 + 2 RADIUS rows, more cells than there are "
          "invocations: each loads several. A grid may be smaller than RADIUS, so that one "
          "step around the torus is not enough; and GLSL leaves open what % makes of a negative "
          "number.",
          "All of a group load and reach barrier(); only then may those beyond the grid leave. "
          "The cell itself is at (x + RADIUS, y + RADIUS) of the tile, and counts as well."},
     .most_loads = 5.0,
     .least_active = 0.3,
     .but = "loads cells again that the group has loaded, or leaves the work to few"},
    {0},
};

const char *const small_cases[] = {
    "width=61 height=67", "width=1 height=1",    "width=2 height=3",
    "width=17 height=17", "width=33 height=130", NULL,
};

const char *const gas_cases[] = {
    "width=62 height=46",
    "width=2 height=2",
    "width=4 height=2",
    "width=1 height=1",
    "width=3 height=5",
    "width=17 height=16",
    "width=32 height=34",
    "width=131 height=66",
    "width=62 height=46 density=1",
    "width=34 height=30 generations=3",
    NULL,
};

const char *const wide_cases[] = {
    "width=61 height=67 density=0.5",
    "width=1 height=1",
    "width=3 height=2 density=1 radius=7",
    "width=32 height=8 density=0.5 radius=1",
    "width=33 height=9 density=0.5 radius=2",
    "width=31 height=7 density=0.5 radius=3",
    "width=40 height=130 density=0.5 radius=7",
    "width=65 height=24 density=0.5 generations=3",
    "width=131 height=96 density=0.5 radius=4",
    "width=61 height=3 density=0.5 radius=7",
    NULL,
};
