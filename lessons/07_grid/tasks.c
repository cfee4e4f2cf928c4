#include "tasks.h"

#include "state.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- What is right ---- */

enum { ASKED = 5 }; // lane 5 of group 0

// The place that the text asks for: column, row, and index of its cell.
static bool answer_cell(char *text, size_t size)
{
    uint32_t index = wb_grid_cell(&lesson.grid, (float[3]){0.13f, -0.22f, 0.0f});
    uint32_t columns = lesson.grid.size[0];
    snprintf(text, size, "%u %u %u", index % columns, index / columns, index);
    return true;
}

// The cell of particle 5, and where the cell's slots begin.
static bool answer_place(char *text, size_t size)
{
    uint32_t *places = malloc((size_t)lesson.grid.places.size_bytes);
    uint32_t *starts = malloc((size_t)lesson.grid.starts.size_bytes);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // reading them back
    bool good = places != NULL && starts != NULL && wb_buffer_read(&lesson.grid.places, places) &&
                wb_buffer_read(&lesson.grid.starts, starts);
    if (good) {
        uint32_t cell = places[2 * ASKED];
        snprintf(text, size, "%u %u", cell, starts[cell]);
    }
    free(places);
    free(starts);
    return good;
}

/* ---- The tasks, each with what one has to have understood ---- */

const wb_task tasks[] = {
    // A division and a floor say where a particle belongs; no search is needed for that.
    {.name = "cell",
     .kind = WB_PREDICT,
     .title = "Which cell?",
     .minutes = 3,
     .demand = "Cells are 0.2 m wide, the box begins at (-0.8, -0.5) and has 8 cells in a row. In "
               "which column and row, counted from 0, is a particle at (0.13, -0.22), and which "
               "is the index of that cell?",
     .hints = {"How far is it from the corner of the box, in cells? Drop the digits after "
               "the decimal point.",
               "0.93 m to the right are 4.65 cells. The rows below the particle's own have 8 cells "
               "each."},
     .runs = "rows",
     .settings = "radius=0.2",
     .frames = 1,
     .answer = answer_cell,
     .slips = {{"5 2 21", "the first column is 0, and so is the first row"},
               {"5 1 13", "4.65 cells from the border: floor() of that, not rounded"},
               {"4 1 21", "a row has 8 cells, and those below come first: row * 8 + column"},
               {"0 -1 -8", "it counts from the corner of the box, not from (0, 0)"},
               {"4 1 any", "column and row are right; the index is row * 8 + column"},
               {"4 any any", "the column is right; the row is floor() of 0.28 m in cells"},
               {"any 1 any", "the row is right; the column is floor() of 0.93 m in cells"}},
     .why = "floor(0.93 / 0.2) is 4, floor(0.28 / 0.2) is 1, and one row of 8 lies below.",
     .shows = "./wb run 7 --set radius=0.2"},
    // The atomic returns what was there: one instruction counts, and hands out places in the cell.
    {.name = "count",
     .kind = WB_LINE,
     .title = "Count, and keep the rank",
     .minutes = 5,
     .demand = "Count the particles of each cell, and keep for each particle how many of its cell "
               "came before it.",
     .hints = {"Many particles of one cell count at the same time.",
               "cell_index(cell_of(points[i].xyz)) is the cell. atomicAdd() returns what the "
               "counter held before."}},
    // Starts are sums: the scan has made an address of each count.
    {.name = "place",
     .kind = WB_LOOK,
     .title = "A slot",
     .minutes = 4,
     .demand = "Stop the scatter of plain where it writes. In which cell is lane 5's particle, and "
               "at which slot do those of that cell begin?",
     .hints = {"./wb debug 7 --variant plain --pass scatter --do \"until 19; lanes cell\"",
               "lanes starts[cell] shows the first slot of each one's cell."},
     .runs = "plain",
     .frames = 1,
     .answer = answer_place,
     .slips = {{"15 any",
                "the cell is right; where its slots begin is starts[cell], without the rank"},
               {"any 115", "the slot is right; `print cell` shows the cell"}},
     .why = "the particle's slot is that plus its rank, which may be another in each run.",
     .shows = "./wb debug 7 --variant plain --pass scatter --do \"until 19; lane 5; print cell; "
              "print starts[cell]; print rank\""},
    // Start plus rank is a place that no other particle has: no atomics are needed any more.
    {.name = "scatter",
     .kind = WB_LINE,
     .title = "Each to its slot",
     .minutes = 3,
     .demand = "Put each particle's number into a slot of its own, among those of its cell.",
     .hints = {"The cell's slots begin at starts[cell]. How many of the cell come before this "
               "particle?",
               "Start plus rank: no other particle has both of them."}},
    // Cells beyond the border are a matter of signed numbers.
    {.name = "border",
     .kind = WB_REPAIR,
     .title = "No neighbour at the edge",
     .minutes = 8,
     .demand = "Particles at the left and lower edge find no neighbour. Find out why, and mend "
               "the lines in the gap.",
     .hints = {"./wb debug 7 --variant border --pass search --group 0,0,0 --do \"until 14; lanes "
               "from.x\"",
               "What is 0u - 1u? It is not below 0u, so max() keeps it.",
               "cell_of() gives an ivec3, and with ivec3 the border works."}},
    // Cells in a row follow each other in memory, and two reads tell where three begin and end.
    {.name = "runs",
     .kind = WB_EXTEND,
     .title = "Rows of cells",
     .minutes = 12,
     .demand = "Visit all cells around the point, with one call of visit_cells() for each row of "
               "up to three.",
     .hints = {"A row begins at own.x - 1 and ends at own.x + 1, if there are such cells. What "
               "does min() or max() do at the border?",
               "Two loops: z and y from own - 1 to own + 1, not below 0, not beyond grid_size - "
               "1. For each, cell_index() of the first and the last cell of the row."},
     .most_loads = 50.0,
     .but = "that is more than one call for each row needs"},
    // A team shares candidates out, and a reduction over (distance, number) says who is the first.
    {.name = "nearest",
     .kind = WB_EXTEND,
     .title = "The four nearest, by a team",
     .minutes = 30,
     .demand = "A work group finds the four nearest neighbours of one particle, the nearest first; "
               "of those that are equally near, the one with the smaller number first. All its "
               "invocations share in the work.",
     .hints = {"Each invocation takes every TEAM-th slot of a row, beginning with its own number, "
               "and keeps the first of those that come behind `last`.",
               "Then it is the tree of lesson 05, with \"which of two comes first\" in place of a "
               "sum. Equal distances are decided by the number.",
               "A lattice has many particles that are as near as each other: --set lattice=8 --set "
               "speed=0. And sqrt() makes some equal that are not."},
     .most_loads = 400.0,
     .least_active = 0.4,
     .but = "the invocations of the team shall share the candidates"},
    // Half of the cells hold each pair once; and what two write to, they change by atomics.
    {.name = "pairs",
     .kind = WB_BLANK,
     .title = "Each pair once",
     .minutes = 90,
     .has_host = true,
     .demand =
         "Find each pair once, from blank pages: a kernel that looks at half of the candidates "
         "and writes what it finds down for both, and the C code that dispatches it.",
     .hints =
         {"Of two particles, one lies behind the other in memory. In which cells can those be "
          "that lie behind me, and within my own cell, in which slots?",
          "Another invocation may write down something for the same particle at the same time. "
          "All four numbers can be put together in any order.",
          "Behind the own slot: the rest of the row of cells around one's own; the row at y + "
          "1; and the three rows at z + 1. These are 13 cells and a part of one.",
          "In C: everything starts from 0 in each frame, and a kernel wrote it in the last one. "
          "For glClearBufferData that is GL_BUFFER_UPDATE_BARRIER_BIT."},
     .most_loads = 120.0, // each pair twice: 184
     .but = "each pair is looked at twice"},
    {0},
};

const char *const build_cases[] = {
    "particles=600",
    "particles=1",
    "particles=129 per_cell=0.5",
    "particles=700 lattice=8 speed=0",
    "particles=2003 dimensions=3",
    NULL,
};

const char *const border_cases[] = {
    "particles=600",
    "particles=127",
    "particles=1021 dimensions=3",
    "particles=401 per_cell=200",
    NULL,
};

// With few particles in a cell, so that looking up where cells begin is most of the work.
const char *const runs_cases[] = {
    "particles=600 per_cell=1",    "particles=1 per_cell=1",
    "particles=2003 per_cell=0.5", "particles=1021 per_cell=0.5 dimensions=3",
    "particles=400 per_cell=400",  NULL,
};

const char *const pairs_cases[] = {
    "particles=1 dimensions=3",
    "particles=2 per_cell=2 dimensions=3",
    "particles=127 dimensions=2",
    "particles=128 speed=1 picked=-1 dimensions=3",
    "particles=700 lattice=8 speed=0 dimensions=3",
    "particles=700 lattice=8 radius=0.25 speed=0", // many are exactly as far away as the radius
    "particles=700 lattice=10 radius=0.5 speed=0", // or nearly: the last bit says whether
    "particles=401 per_cell=200 dimensions=3",
    "particles=2003 in_order=yes dimensions=3",
    "particles=1999 dimensions=2",
    NULL,
};
