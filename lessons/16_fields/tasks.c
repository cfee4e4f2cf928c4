#include "tasks.h"

#include "state.h"

#include <math.h>
#include <stdio.h>

/* ---- What is right ---- */

// Of a step from black to 100 between columns 2 and 3 of a picture of 6 x 6: what the kernel makes
// of column 3.
static bool answer_step(char *text, size_t size)
{
    enum { SIDE = 6 };
    float image[SIDE][SIDE] = {{0}}, filtered[SIDE][SIDE];
    for (int i = 0; i < SIDE * SIDE; i++) image[i / SIDE][i % SIDE] = i % SIDE > 2 ? 100.0f : 0.0f;
    wb_texture_write(&lesson.now, image); // no shader has written it
    wb_current_variant()->step();
    glMemoryBarrier(GL_TEXTURE_UPDATE_BARRIER_BIT); // reading it back
    if (!wb_buffer_read(&lesson.next, filtered)) return false;
    snprintf(text, size, "%.0f", (double)filtered[SIDE / 2][3]);
    return true;
}

// Of the group in the upper left corner: those in its first row or column have a neighbour outside.
static bool answer_outside(char *text, size_t size)
{
    snprintf(text, size, "%d", 2 * GROUP - 1);
    return true;
}

// By section 7.12.2 of the specification: no run can tell.
static bool answer_bits(char *text, size_t size)
{
    snprintf(text, size, "TEXTURE_FETCH SHADER_IMAGE_ACCESS");
    return true;
}

// The highest wave of the grid that can be: heights of 1 and -1, as on a chess board.
static bool stays_bounded(double courant)
{
    double now = 1, before = 1;
    for (int step = 0; step < 5000; step++) {
        double next = 2 * now - before - 8 * courant * courant * now; // four neighbours of -now
        before = now;
        now = next;
    }
    return fabs(now) < 1e6;
}

static bool answer_limit(char *text, size_t size)
{
    int hundredths = 100;
    while (!stays_bounded(hundredths / 100.0)) hundredths--;
    snprintf(text, size, "%d", hundredths);
    return true;
}

/* ---- The tasks ---- */

const wb_task tasks[] = {
    {.name = "step",
     .kind = WB_PREDICT,
     .title = "A step in a picture",
     .minutes = 3,
     .demand = "In a picture columns 0 to 2 are black, 0, and from column 3 on all is 100. What "
               "does the kernel store in column 3, away from the upper and lower edge?",
     .hints = {"To the right of column 3 all is 100, to its left all is 0. What is `across`?",
               "across = (100 + 2 * 100 + 100) - (0 + 2 * 0 + 0), and down is 0: every row is "
               "alike."},
     .runs = "edges",
     .settings = "width=6 height=6",
     .answer = answer_step,
     .slips = {{"100", "the neighbours in the row count twice, and the four corners once each"},
               {"300", "the middle one of the three counts twice"},
               {"200", "there are three pixels on each side, with weights of 1, 2 and 1"},
               {"800", "`down` adds nothing: every row is alike"},
               {"-400", "what is stored is abs(across) + abs(down)"},
               {"0", "on the right of column 3 all is 100, but on its left all is 0"}},
     .why = "on the right there are 100, 2 x 100 and 100, on the left three times 0, so `across` "
            "is 400; `down` is 0, as every row is alike.",
     .shows = "./wb debug 16 --variant edges --set width=6 --set height=6 --load "
              "image=lessons/16_fields/step.csv --do \"until sobel.glsl:11; lanes across\""},
    {.name = "gauss",
     .kind = WB_LINE,
     .title = "The weights of a blur",
     .minutes = 5,
     .demand = "Blur with the weights 1 4 6 4 1 in each direction, in place of five that are "
               "alike: they are the fifth row of Pascal's triangle, nearly a bell.",
     .hints = {"d is -2, -1, 0, 1 or 2. Which of them get 1, which 4, which 6?",
               "A list does it: const float row[5] = float[](1.0, 4.0, 6.0, 4.0, 1.0); and d + 2 "
               "is the index."}},
    {.name = "outside",
     .kind = WB_LOOK,
     .title = "Beyond the edge",
     .minutes = 5,
     .demand = "Stop the work group in the upper left corner of `edges` behind its guard. For how "
               "many of its lanes is at least one of the eight neighbours outside of the picture?",
     .hints = {"./wb debug 16 --variant edges --group 0,0 --do \"until 23; lanes p\"",
               "A lane has a neighbour outside if p.x or p.y is 0: `lanes p.x == 0 || p.y == 0` "
               "counts them."},
     .runs = "edges",
     .answer = answer_outside,
     .slips = {{"32", "the lane in the corner is in the first row and in the first column"},
               {"16", "both the first row and the first column of the group lie at an edge"},
               {"60", "the group's right and lower edge lie inside of the picture"}},
     .why = "16 lanes lie in the first row and 16 in the first column, and one of them in both: "
            "31. For these clamp() takes the edge again; a sampler does it without a word.",
     .shows = "./wb debug 16 --variant edges --group 0,0 --do \"until 23; lanes p.x == 0 || p.y == "
              "0\""},
    {.name = "bits",
     .kind = WB_PREDICT,
     .title = "One barrier, two readers",
     .minutes = 4,
     .demand = "A kernel fetches `now` through a sampler, loads `before` with imageLoad(), and "
               "stores `next`. Then `now` becomes `before`, `next` becomes `now`, and the next "
               "step begins. Which bits does the barrier behind each dispatch need?",
     .hints = {"A bit says how the data is read next, not how it was written. Follow the texture "
               "that has just been stored: as what is it read in the next step, and in the one "
               "after?",
               "In the next step it is `now`, in the one after it is `before`."},
     .runs = "pond",
     .settings = "width=5 height=5",
     .answer = answer_bits,
     .any_order = true,
     .slips = {{"TEXTURE_FETCH",
                "that is for the next step; as what does the one after read the same texture?"},
               {"SHADER_IMAGE_ACCESS",
                "a bit does not say how a texture was stored, but how it is read: as what does "
                "the next step read it?"},
               {"TEXTURE_FETCH TEXTURE_UPDATE",
                "nothing goes to the CPU or comes from it; and in two steps it is `before`"},
               {"SHADER_IMAGE_ACCESS TEXTURE_UPDATE",
                "nothing goes to the CPU or comes from it; and in the next step it is `now`"},
               {"TEXTURE_FETCH SHADER_STORAGE", "a texture is no storage buffer"},
               {"SHADER_IMAGE_ACCESS SHADER_STORAGE", "a texture is no storage buffer"}},
     .why = "what is stored is `now` in the next step, and fetched: GL_TEXTURE_FETCH_BARRIER_BIT. "
            "In the one after it is `before`, and loaded: GL_SHADER_IMAGE_ACCESS_BARRIER_BIT.",
     .shows = "./wb check 16 --variant wrong_bit"},
    {.name = "shore",
     .kind = WB_REPAIR,
     .title = "Waves that come back upside down",
     .is_flawed = true,
     .minutes = 8,
     .demand = "A crest that meets the shore comes back as a trough. Find the line, and mend it: "
               "at the shore a cell has itself for a neighbour, and waves come back as they went.",
     .hints = {"What height does a cell at the shore find on its other side?",
               "An imageLoad() beyond the edge gives 0: as if the water there were nailed down.",
               "clamp(p, ivec2(0), imageSize(now) - 1) is the nearest cell that there is."}},
    {.name = "limit",
     .kind = WB_PREDICT,
     .title = "How fast may it run?",
     .minutes = 4,
     .demand = "A wave may run `courant` cells in a step. Up to which `courant`, in whole "
               "hundredths, does the pond stay calm for ever? Work it out for the roughest wave "
               "that there is, 1 and -1 as on a chess board.",
     .hints = {"On the chess board each cell is `now`, and its four neighbours are -now: next = 2 "
               "now - before - 8 courant^2 now.",
               "So `now` is multiplied by 2 - 8 courant^2, and that must not go below -2: with -2 "
               "the heights are 1, -1, 1, -1 for ever; with -2.1 they are 1, -1, 1.1, -1.31, and "
               "the swings grow.",
               "courant^2 has to be below 1/2."},
     .runs = "pond",
     .settings = "width=5 height=5",
     .answer = answer_limit,
     .slips = {{"71", "the square root of 1/2 is 0.70711: 71 hundredths are beyond it"},
               {"0.7071|70.71",
                "the limit is the square root of 1/2: how many whole hundredths are below it?"},
               {"0.70", "how many hundredths are that?"},
               {"72", "the picture shows what comes of that"},
               {"69", "with one more it stays calm, too"},
               {"100", "along a row news travels one cell a step, but to a corner, 1.41 cells "
                       "away, it takes two steps"},
               {"99", "that is the limit in one dimension: there are two neighbours, not four"},
               {"50", "courant squared is 1/2 at the limit, not courant"}},
     .why = "the roughest wave is multiplied by 2 - 8 courant^2, which must not go below -2: "
            "courant stays below the square root of 1/2, 0.707. Beyond that a checkered pattern "
            "grows out of rounding errors until it covers the waves.",
     .shows = "./wb run 16 --headless --frames 70 --set courant=0.71"},
    {.name = "map",
     .kind = WB_EXTEND,
     .title = "Many corals in one dish",
     .minutes = 15,
     .demand = "Let `kill` grow from 0.045 at the left edge to 0.07 at the right one, and `feed` "
               "fall from 0.06 at the upper edge to 0.01 at the lower one, each by the middle of "
               "its cell.",
     .hints =
         {"The middle of cell p is p + 0.5. Divided by the size it runs from 0 to 1, from edge "
          "to edge.",
          "mix(a, b, t) goes from a to b: mix(0.045, 0.07, t.x) is `kill`."}},
    {.name = "median",
     .kind = WB_BLANK,
     .title = "Noise, and edges that stay",
     .minutes = 40,
     .demand = "Store for each pixel the middle one of nine: itself and its eight neighbours, "
               "sorted. Beyond the edge of the picture comes the edge again.",
     .hints = {"First take all nine into a list, float nine[9], with coordinates that are clamped.",
               "You need not sort all of them: five times over, find the smallest of what is left "
               "and put it in front.",
               "for (int i = 0; i < 5; i++) for (int k = i + 1; k < 9; k++) swaps nine[i] and "
               "nine[k] if nine[k] is smaller; then nine[4] is the middle one."}},
    {.name = "coarse",
     .kind = WB_LINE,
     .title = "What a coarse cell has to mend",
     .minutes = 6,
     .demand = "Ask each coarse cell for what is still wrong in all of its eight cells: the sum of "
               "their residuals. As shipped it hears of one of them.",
     .hints = {"The eight cells of p are 2 * p, and one further in x, in y, in z, and in each pair "
               "of them.",
               "A loop over i from 0 to 7 has them all: ivec3(i & 1, (i >> 1) & 1, i >> 2) is 0 or "
               "1 in each direction."}},
    {.name = "twice",
     .kind = WB_EXTEND,
     .title = "Two sweeps in one dispatch",
     .minutes = 15,
     .demand = "Let the kernel do two of Jacobi's sweeps in one dispatch: the first into `later`, "
               "and the second from there.",
     .hints = {"The second sweep asks the neighbours of the tile's cells for what the first has "
               "made of them. Which cells do you have to solve in the first sweep?",
               "Those of the tile and of a rim of one: cells_in(1) of them, and number i is "
               "cell_at(i, 1). In the loop: later[place_of(cell)] = solved(cell);",
               "Before the second sweep, all of the first has to be done: barrier(). Then "
               "is_second = true."}},
    {0},
};
