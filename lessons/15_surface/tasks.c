#include "tasks.h"

#include "state.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- What is right ---- */

// At each end of the row, K cells on either side of it.
static bool answer_margin(char *text, size_t size)
{
    enum { ENDS = 2, SIDES = 2 };
    snprintf(text, size, "%d %d", ENDS * SIDES, ENDS * SIDES * 2);
    return true;
}

enum { SHOWN_BLOCK = 20, SHOWN_BIT = 35, SHOWN_GROUP = 13, AXES = 3, HALVES = 2 };

typedef uint32_t block_masks[WB_SURFACE_MASKS][HALVES];

// A buffer as it is behind the last pass; NULL, with a message, if there is none.
static void *read_all(const wb_buffer *buffer)
{
    void *data = malloc((size_t)buffer->size_bytes);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in wb_buffer_read()
    if (data != NULL && wb_buffer_read(buffer, data)) return data;
    free(data);
    return NULL;
}

// What the scan says for the block, and the ones below the bit.
static bool answer_place(char *text, size_t size)
{
    block_masks *masks = read_all(&lesson.surface.masks);
    uint32_t *starts = read_all(&lesson.surface.corner_starts);
    bool good = masks != NULL && starts != NULL;
    if (good) {
        uint32_t place = starts[SHOWN_BLOCK];
        for (uint32_t bit = 0; bit < SHOWN_BIT; bit++)
            place += masks[SHOWN_BLOCK][WB_SURFACE_CORNERS][bit / 32] >> bit % 32 & 1;
        snprintf(text, size, "%u", place);
    }
    free(masks);
    free(starts);
    return good;
}

// The corners of the shown group's block with a cut edge along any axis.
static bool answer_makers(char *text, size_t size)
{
    block_masks *masks = read_all(&lesson.surface.masks);
    uint32_t *list = read_all(&lesson.surface.list);
    bool good = masks != NULL && list != NULL;
    int makers = 0;
    for (uint32_t corner = 0; good && corner < WB_SURFACE_BLOCK; corner++) {
        uint32_t cut = 0;
        for (int axis = 0; axis < AXES; axis++)
            cut |= masks[list[SHOWN_GROUP]][WB_SURFACE_CUT_EDGES + axis][corner / 32];
        makers += (int)(cut >> corner % 32 & 1);
    }
    free(masks);
    free(list);
    snprintf(text, size, "%d", makers);
    return good;
}

/* ---- The tasks, each with what one has to have understood ---- */

const wb_task tasks[] = {
    // A margin of K cells on both sides of the water's end; inside and outside are left alone.
    {.name = "margin",
     .kind = WB_PREDICT,
     .title = "A row of cells",
     .minutes = 3,
     .demand = "Of a long row of cells, those from 10 to 20 are full of particles, and all others "
               "hold none. How many cells of the row are candidates if K is 1, and how many if K "
               "is 2?",
     .hints = {"Cell 9 looks at 8, 9 and 10. Cell 10 looks at 9, 10 and 11. And cell 11?",
               "If K is 1, cells 9 and 10 are candidates at one end, and 20 and 21 at the other."},
     .runs = "scan",
     .settings = "particles=300 scene=ball cells=1",
     .answer = answer_margin,
     .slips = {{"2 4", "a cell on either side of the water's end sees both"},
               {"11 11", "those are full; cell 15 sees nothing but full cells"},
               {"4 4", "with K = 2 a cell looks two cells far"},
               {"13 15", "in the middle of the water all neighbours are full"}},
     .why = "at each end K cells in the water see one that is not full, and K outside of it see "
            "one that holds particles. However long the row is, the margin is the same.",
     .shows = "./wb run 15 --set view=blocks --set scene=ball"},
    // A group's tile has to reach K cells beyond the block, on both sides.
    {.name = "rim",
     .kind = WB_REPAIR,
     .title = "Holes behind the block",
     .minutes = 6,
     .is_flawed = true,
     .demand = "This mesh is open wherever the water ends just behind a block. Find the line in "
               "the gap, and mend it.",
     .hints = {"The tile begins K cells before the block. Where does it end?",
               "K before, the block's 4, and K behind it: how many cells is that along an axis? "
               "K is CELLS, and not always 1.",
               "min(place, WIDTH - 1) hides that the tile is too small: it answers with the last "
               "cell that is there."},
     .most_loads = 40,
     .but = "the group reads each cell around the block once, into shared memory"},
    // Nothing is stored of a bit's place in a list: it is counted.
    {.name = "place",
     .kind = WB_PREDICT,
     .title = "A corner's place",
     .minutes = 3,
     .demand = "With a ball of 500 particles and K = 1, the scan says 302 for block 20, and both "
               "words of its mask are "
               "524296: bits 3 and 19 of each. At which place of the list is the corner of bit "
               "35?",
     .hints = {"Bit 35 is bit 3 of the second word. The block's first corner, that of bit 3, is "
               "at place 302.",
               "The place is 302 and the number of ones below bit 35."},
     .runs = "scan",
     .settings = "particles=500 scene=ball cells=1",
     .frames = 1,
     .answer = answer_place,
     .slips = {{"337", "only corners that are in the list have a place there"},
               {"305", "bit 35 itself does not count, only what is below it"},
               {"303", "two ones are below bit 35: those of 3 and 19"},
               {"302", "that is the block's first corner, bit 3"}},
     .why = "two ones, bits 3 and 19, are below bit 35. A scan over the blocks and a bitCount() "
            "take the place of a number for each corner.",
     .shows = "./wb debug 15 --pass corners --set scene=ball --set particles=500 --set cells=1 "
              "--do \"until corners.comp:36; lane 41; print at\""},
    // The share of the way from one colour to the other, with signs.
    {.name = "vertex",
     .kind = WB_LINE,
     .title = "The place on the edge",
     .minutes = 10,
     .demand = "Write share_of_way(): where on its edge a vertex lies.",
     .hints =
         {"Take the colour for a straight line from one end of the edge to the other. Where is it "
          "iso?",
          "(iso - here) / (there - here). But of two uints the smaller minus the larger is close "
          "to 2^32, and a quotient of uints has no digits behind the point: make floats first."}},
    // A list of places pays with lanes that have nothing to do.
    {.name = "makers",
     .kind = WB_LOOK,
     .title = "Who makes a vertex?",
     .minutes = 5,
     .demand = "With a ball of 500 particles and K = 1, stop group 13 of the pass \"vertices\" "
               "behind its second return. "
               "How many of its 64 lanes have a vertex to make?",
     .hints = {"./wb debug 15 --pass vertices --set scene=ball --set particles=500 --set cells=1 "
               "--group 13 --do \"until vertices.glsl:47\"",
               "`until` says how many lanes are at the line it has stopped at."},
     .runs = "scan",
     .settings = "particles=500 scene=ball cells=1",
     .frames = 1,
     .answer = answer_makers,
     .slips = {{"64", "that many begin; those without a cut edge return in front of the line"}},
     .why = "the others' edges have both ends inside, or both outside. The list is one of blocks, "
            "so they come along and do nothing.",
     .shows = "./wb debug 15 --pass vertices --set scene=ball --set particles=500 --set cells=1 "
              "--group 13 --do \"until vertices.glsl:47\""},
    // Sorted by cell: two neighbouring starts say how many particles a cell has.
    {.name = "full",
     .kind = WB_EXTEND,
     .title = "The second mask",
     .minutes = 15,
     .demand = "Tell the full cells from those that merely hold particles, and read each start "
               "once.",
     .hints = {"Cell c holds starts[c + 1] - starts[c] particles. It is full if these are FULL or "
               "more.",
               "A second variable, `full`, gets its bits as `some` does.",
               "Where one cell ends the next one starts. So keep what you have just read for the "
               "next turn of the loop: 5 loads for 4 cells, 40 for a word."},
     .most_loads = 41,
     .but = "each start is to be read once"},
    // A tile with a halo, and two decisions that each need a barrier.
    {.name = "cells",
     .kind = WB_BLANK,
     .title = "The candidates",
     .minutes = 60,
     .demand = "Write the kernel that finds a block's candidates, and their corners.",
     .hints =
         {"Begin without shared memory: each invocation asks the (2 K + 1)^3 cells around its own. "
          "That is right, and reads too often. Then let the group load them, and behind a "
          "barrier() "
          "ask shared memory.",
          "A corner is one of its own cell and of the seven before it along x, y and z, which may "
          "be "
          "other blocks'. So the group decides about 5 x 5 x 5 cells, and for that it needs (5 + 2 "
          "K)^3: 343 if K is 1. 64 invocations load 343 cells in a loop: for (uint i = me; i < "
          "343u; "
          "i += BLOCK).",
          "No candidate lies at the border of the grid, and no cell outside of it is full: "
          "is_block()."},
     .most_loads = 46, // K = 3 takes 43
     .but = "the group reads each cell around the block once, into shared memory"},
    {0},
};

const char *const rim_cases[] = {"particles=1009 cells=1 scene=ball",
                                 "particles=2003 cells=2 scene=torus",
                                 "particles=509 cells=3 scene=two_balls", NULL};

const char *const vertex_cases[] = {"particles=1009 cells=1 scene=ball",
                                    "particles=2003 cells=2 scene=torus iso=0.3",
                                    "particles=500 cells=1 scene=noise", NULL};

const char *const full_cases[] = {"particles=1009 cells=1 scene=ball",
                                  "particles=3001 cells=2 scene=torus",
                                  "particles=2003 cells=1 before=60", NULL};

const char *const cells_cases[] = {"particles=1 cells=1 scene=ball",
                                   "particles=1009 cells=1 scene=two_balls",
                                   "particles=2003 cells=2 scene=torus",
                                   "particles=61 cells=3 scene=two_balls",
                                   "particles=500 cells=1 scene=noise", // up to the border
                                   NULL};
