#include "tasks.h"

#include "scene.h"
#include "steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- What is right ---- */

static bool fill(const wb_buffer *buffer, const void *data)
{
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // what fills the buffer next
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer->id);
    glBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, (GLsizeiptr)buffer->size_bytes, data);
    return glGetError() == GL_NO_ERROR;
}

static bool read_back(const wb_buffer *buffer, void *data)
{
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // reading it back
    return wb_buffer_read(buffer, data);
}

// How many pixels, and in how many groups, have changed where one pixel alone was white.
static bool answer_reach(char *text, size_t size)
{
    enum { SIDE = 64, WHITE = PIXELS, GROUPS = SIDE / PIXELS };
    static uint32_t pixels[SIDE][SIDE];
    bool is_touched[GROUPS][GROUPS] = {{false}};
    int invocations = 0, groups = 0;
    memset(pixels, 0, sizeof pixels);
    pixels[WHITE][WHITE] = UINT32_MAX;
    if (!fill(&lesson.blur.image, pixels)) return false;
    step_blur();
    if (!read_back(&lesson.blur.blurred, pixels)) return false;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            bool *touched = &is_touched[y / PIXELS][x / PIXELS];
            if (pixels[y][x] == 0) continue;
            invocations++;
            groups += !*touched;
            *touched = true;
        }
    snprintf(text, size, "%d %d", invocations, groups);
    return true;
}

// By the sizes of the tile and the group.
static bool answer_second(char *text, size_t size)
{
    enum { ASKED = 300 };
    int side = PIXELS + 2 * lesson.blur.radius, lanes = PIXELS * PIXELS;
    snprintf(text, size, "%d %d", ASKED % lanes, side * side - lanes);
    return true;
}

// The most of the words that 32 lanes want that lie in one bank.
static bool answer_ways(char *text, size_t size)
{
    uint32_t addresses[LANES];
    int counts[LANES] = {0}, most = 0;
    if (!read_back(&lesson.banks.addresses, addresses)) return false;
    for (int lane = 0; lane < LANES; lane++) {
        int *count = &counts[addresses[lane] % LANES];
        ++*count;
        if (*count > most) most = *count;
    }
    snprintf(text, size, "%d", most);
    return true;
}

// After how many loads the walk is back where it began.
static bool answer_round(char *text, size_t size)
{
    size_t words = chase_table_words();
    uint32_t *table = malloc(words * sizeof *table), place = 0;
    bool good = table != NULL && read_back(&lesson.chase.table, table);
    size_t loads = 0;
    if (good) do {
            place = table[place];
            loads++;
        } while (place != 0 && loads <= words);
    free(table);
    snprintf(text, size, "%zu", loads);
    return good;
}

// What elements 5 and 12 hold behind the level of distance 4.
static bool answer_levels(char *text, size_t size)
{
    enum { BLOCK = 1 << SHOWN_LEVELS, ROWS = SHOWN_LEVELS + 2, LEVEL = 3 };
    uint32_t tree[ROWS][BLOCK];
    if (!read_back(&lesson.scan.tree, tree)) return false;
    snprintf(text, size, "%u %u", tree[LEVEL][5], tree[LEVEL][12]);
    return true;
}

// How many invocations of the last group of a row have no pixel, and the first of them.
static bool answer_missing(char *text, size_t size)
{
    int columns = lesson.blur.width % PIXELS;
    snprintf(text, size, "%d %d", (PIXELS - columns) * PIXELS, columns);
    return true;
}

/* ---- The tasks: in a comment, what one must have understood to pass ---- */

const wb_task tasks[] = {
    // A pixel is read by as many invocations as have it in their square, and these may be in
    // several groups.
    {.name = "reach",
     .kind = WB_PREDICT,
     .title = "Who reads a pixel",
     .minutes = 2,
     .demand = "The radius is 3, groups have 16 x 16 invocations. How many invocations read the "
               "pixel in column 16, row 16? In how many work groups are they? Columns and rows are "
               "counted from 0.",
     .hints = {"An invocation reads the pixels up to 3 to the left, right, above and below its "
               "own. Turn that round: whose squares is this pixel in?",
               "Invocations 13 to 19 in both directions. Group 0 ends with 15."},
     .runs = "global",
     .settings = "width=64 height=64",
     .answer = answer_reach,
     .slips = {{"49 1", "column 16 is the first of the second group: 13 to 15 are of another one"},
               {"49 2", "it lies at a corner, not only at an edge: left, above, and both"},
               {"25 4", "that is a radius of 2"},
               {"9 4", "that is a radius of 1"}},
     .why =
         "columns 13 to 19 and rows 13 to 19 have it in their squares: 7 x 7. Columns 13 to 15 "
         "are of the group on the left, rows 13 to 15 of the one above. So four groups need it: 9 "
         "invocations of group (0, 0), 12 and 12 of its neighbours, 16 of group (1, 1). (The "
         "check makes that pixel alone white, and counts.)",
     .shows = "./wb debug 2 --variant global --set width=64 --set height=64 --do \"until 20; lanes "
              "p.x >= 13 && p.y >= 13\""},
    // The tile is larger than the group: each invocation loads every 256th pixel, and indices of
    // the tile, not of the group, say where it belongs.
    {.name = "load",
     .kind = WB_LINE,
     .title = "A tile with its halo",
     .minutes = 6,
     .is_flawed = true,
     .demand = "Load all SIDE x SIDE pixels of the tile, with 16 x 16 invocations: the halo, too. "
               "No pixel is loaded twice.",
     .hints =
         {"With radius 3 there are 484 pixels for 256 invocations. Invocation 0 loads pixel "
          "0, and which one next?",
          "A loop: from `lane`, up to SIDE * SIDE, in steps of GROUP * GROUP.",
          "for (int i = lane; i < SIDE * SIDE; i += GROUP * GROUP), and in it the line that is "
          "there, with i in place of lane."},
     .most_loads = 3.6,
     .least_active = 0.5,
     .but = "loads pixels again that the group has loaded, or leaves the loading to few"},
    // Which lane writes a word of the tile follows from the stride of the loading loop; behind a
    // barrier any lane may read it.
    {.name = "second",
     .kind = WB_LOOK,
     .title = "Who loads what",
     .minutes = 5,
     .demand = "Stop the group (3, 2) of tile, with radius 3, at its barrier. Which lane has "
               "written word 300 of the tile? And how many lanes load a second time?",
     .hints = {"./wb debug 2 --variant tile --group 3,2 --do \"until tile.glsl:10; next 2\"",
               "The line below the code says how many lanes take a second turn. Then `until "
               "barrier`, and `shared tile[300]`."},
     .runs = "tile",
     .settings = "width=128 height=96",
     .answer = answer_second,
     .slips = {{"300 228", "a group of 16 x 16 has lanes 0 to 255"},
               {"44 256", "those are all lanes, and all load a first time"},
               {"44 484", "those are the pixels of the tile"}},
     .why = "lane 44 loads words 44 and 44 + 256 = 300. The tile has 22 x 22 = 484 words: 256 in "
            "the first turn, 228 are left for the second.",
     .shows = "./wb debug 2 --variant tile --group 3,2 --do \"until tile.glsl:10; next 2; until "
              "barrier; shared tile[300]\""},
    // All of a group must load and reach barrier(), those without a pixel of their own as well;
    // only storing is guarded.
    {.name = "guard",
     .kind = WB_REPAIR,
     .title = "Who leaves too early",
     .minutes = 6,
     .is_flawed = true,
     .demand = "Pixels along the right and the lower edge are wrong, and barrier() is not reached "
               "by all. Find the line, and mend it.",
     .hints = {"Which invocations leave at the `return`, and what should they have loaded?",
               "They have no pixel to write, but pixels to load, and the others wait for them.",
               "The guard belongs after barrier()."}},
    // A second step on shared memory needs a halo twice as wide, room of its own, and a barrier of
    // its own.
    {.name = "twice",
     .kind = WB_EXTEND,
     .title = "Two blurs, one dispatch",
     .minutes = 20,
     .demand = "Blur twice in one dispatch: each pixel becomes the mean of means. The group loads "
               "each pixel once, and takes each mean once.",
     .hints =
         {"Work backwards. For 16 x 16 results, how many means does a group need? And how "
          "many pixels for those?",
          "Three steps with a barrier() between them: load (GROUP + 4 RADIUS)^2 pixels; take "
          "(GROUP + 2 RADIUS)^2 means of them, into another shared array; take the mean of "
          "those. The first two are loops as in task 2.",
          "Mean i of the second step lies at (i % SIDE, i / SIDE), and the first of its pixels "
          "at the same place of the wider tile. The guard comes after the last barrier()."},
     .most_loads = 5.1,
     .most_instructions = 12000.0,
     .least_active = 0.3,
     .but = "loads pixels or takes means again that the group has, or leaves the work to few"},
    // Load, wait, work, from nothing: the tile's shape follows from whose pixels are read.
    {.name = "smear",
     .kind = WB_BLANK,
     .title = "A picture that is smeared",
     .minutes = 40,
     .demand =
         "Smear the picture: each pixel becomes the mean of itself and the 2 radius pixels to "
         "its right. A group loads what it needs once, together, into shared memory.",
     .hints =
         {"Load, wait, work. How many pixels of a row does a group need, and in how many rows?",
          "The halo is on one side: a tile of GROUP rows of GROUP + 2 RADIUS pixels, whose "
          "first is the group's own first pixel. That is more pixels than invocations: each "
          "loads one, some a second.",
          "The invocations beyond the picture's edge load too, and reach barrier(): their "
          "guard comes after it. At the end (2 RADIUS + 1) pixels of the tile are added up."},
     .most_loads = 2.1,
     .least_active = 0.5,
     .but = "loads pixels again that the group has loaded, or leaves the loading to few"},
    // A bank serves one word at a time: words 24 apart lie in 32 / gcd(24, 32) = 4 banks.
    {.name = "ways",
     .kind = WB_PREDICT,
     .title = "32 words in how many turns",
     .minutes = 2,
     .demand = "32 lanes read words that are 24 apart: 0, 24, 48 and so on. Word i lies in bank i "
               "mod 32. How many of the words are in the bank that has the most?",
     .hints = {"Write down the banks: 0, 24, 48 mod 32 = 16, 72 mod 32 = 8. And then?",
               "It begins again after four words. So four banks share 32 words."},
     .runs = "strided",
     .settings = "stride=24 groups=1",
     .frames = 1,
     .answer = answer_ways,
     .slips = {{"4", "that is how many banks have something to do"},
               {"24", "that is the stride: what do 24 and 32 have in common?"},
               {"1", "that would be a stride that is odd"},
               {"32", "that would be a stride of 32"}},
     .why =
         "words that are s apart fall into 32 / gcd(s, 32) banks: 24 and 32 have the factor 8 in "
         "common, so there are 4 banks with 8 words each, and the read takes 8 turns.",
     .shows = "./wb debug 2 --variant strided --set stride=24 --do \"until 36; next; accesses\""},
    // Neighbours load neighbours and store neighbours; what changes hands in between does so in
    // shared memory, whose rows are padded for the columns' sake.
    {.name = "turn",
     .kind = WB_BLANK,
     .title = "A picture turned",
     .minutes = 30,
     .demand = "Turn the picture, rows into columns, through shared memory: neighbours load "
               "neighbours and store neighbours, and no bank has more to do than the others.",
     .hints =
         {"Which pixel an invocation stores need not be the one that it has loaded: another of "
          "the group has.",
          "The group's pixels become a block of the turned picture. Its rows are the columns "
          "of the tile; let gl_LocalInvocationID.x run along them, and look again which guard "
          "belongs to which pixel.",
          "Along a column of the tile the words are as far apart as its rows are long. 16 is "
          "even, and half of 32."},
     .most_loads = 1.5,
     .most_sectors = 6.5,
     .most_ways = 3.0,
     .least_active = 0.5,
     .but = "memory has more to do than it need, or the work is left to few"},
    // A tile that is filled again needs a second barrier: all must have read before one overwrites.
    {.name = "product",
     .kind = WB_REPAIR,
     .title = "A product that is sometimes wrong",
     .minutes = 6,
     .is_flawed = true,
     .demand = "Some elements are wrong as soon as the matrices are larger than a tile. Find what "
               "is missing.",
     .hints = {"One barrier() keeps the reading after the storing. What does the next turn of the "
               "loop do to "
               "invocations that still read?",
               "A second barrier(), after the reading and inside the loop."}},
    // No load can begin before the one before has ended; and the walk comes by every word, so the
    // whole table has to be in the cache.
    {.name = "round",
     .kind = WB_PREDICT,
     .title = "Once through the table",
     .minutes = 2,
     .demand = "With table_bits=6 the table has 64 words, and word i says where to go next: "
               "(1664525 i + 1013904223) mod 64. The walk begins at 0. After how many loads is it "
               "there again?",
     .hints = {"1664525 mod 64 is 13, and 1013904223 mod 64 is 31. From 0 to 31, from 31 to ...",
               "A multiplier that is 1 mod 4 and an odd number added: such a walk leaves nothing "
               "out."},
     .runs = "chase_global",
     .settings = "table_bits=6",
     .answer = answer_round,
     .slips = {{"63", "that is how many words it has come by before; it also has to come back"},
               {"32", "it does not fall into two rings"},
               {"30000", "those are the loads of a frame"}},
     .why =
         "it comes by every word once. So a table that is larger than a cache never stays in it, "
         "and the time of a load is that of the next level.",
     .shows =
         "./wb debug 2 --variant chase_global --set table_bits=6 --do \"until 15; tbreak 15 if i "
         "== 0; continue; print step\""},
    // Each level doubles how far a sum reaches: after distances 1, 2 and 4 it is 8 elements, as far
    // as there are any.
    {.name = "levels",
     .kind = WB_PREDICT,
     .title = "Three levels of Hillis and Steele",
     .minutes = 3,
     .demand =
         "The numbers are 7 0 9 4 2 7 6 7 6 5 8 0 8 2 6 2. What do elements 5 and 12, counted "
         "from 0, hold after the level with distance 4?",
     .hints =
         {"After the first level each element is the sum of two numbers: its own and the one "
          "before.",
          "1, then 2, then 4, then 8 numbers, the last of them its own; near the start there are "
          "fewer."},
     .runs = "hillis_steele",
     .settings = "elements=16 levels=4",
     .frames = 1,
     .answer = answer_levels,
     .slips = {{"22 41", "the sums include the element itself, until the end"},
               {"29 69", "element 12 has all 13 numbers only after one more level"},
               {"22 21", "that is a level earlier"}},
     .why = "a level doubles how many numbers are in a sum: 1, 2, 4, 8. Element 12 has its eight, "
            "from 5 to 12; element 5 has all six that there are.",
     .shows = "./wb debug 2 --variant hillis_steele --do \"tbreak 20 if distance == 8; continue; "
              "lanes sum\""},
    // An invocation may touch a word that another one touches only across a barrier, which the
    // clearing of the last word needs as well; and an index is judged at lane 0.
    {.name = "listing",
     .kind = WB_REPAIR,
     .title = "A listing, wrong twice",
     .minutes = 12,
     .is_flawed = true,
     .demand = "Mend the prefix sum of a tutorial: an index, and what shows once that is right.",
     .hints =
         {"Write down idx and idx - stride of lanes 0 and 1 for stride 1. A part of two "
          "elements ends with element 1, 3, 5 ...",
          "(2 * lane + 2) * stride - 1, twice. Then: who has written the last word, before the "
          "last lane clears it?",
          "A barrier() between the two."}},
    // Set in INSIDE.md.
    {.name = "absent",
     .kind = WB_LOOK,
     .title = "A barrier that half of a group misses",
     .minutes = 4,
     .demand = "Stop the group (3, 0) of early_return, 56 pixels wide, at its finding. How many of "
               "its lanes never come to the barrier, and which is the first of them?",
     .hints = {"./wb debug 2 --variant early_return --set width=56 --set height=48 --group 3,0 "
               "--do \"until finding\"",
               "`lanes` says where each of them is: those that have ended come no more."},
     .runs = "early_return",
     .settings = "width=56 height=48",
     .answer = answer_missing,
     .slips = {{"128 0", "lane 0 has a pixel: 48 + 0 is less than 56"},
               {"1 8",
                "that one is named; the others of its row, and of all rows, are gone as well"}},
     .why = "of the group's 16 columns 8 are beyond the edge: lanes 8 to 15 of each row return "
            "before they have loaded anything. 128 others wait for them.",
     .shows = "./wb debug 2 --variant early_return --set width=56 --set height=48 --group 3,0 --do "
              "\"until finding; lanes\""},
    {0},
};

const char *const tile_cases[] = {
    "width=16 height=16 radius=2", "width=17 height=17 radius=4", "width=1 height=1",
    "width=4 height=3 radius=7",   "width=61 height=67 radius=3", NULL,
};

const blur_traits tile_traits = {"Yours: a tile with a halo, loaded by all of the group."};

const char *const twice_cases[] = {
    "width=16 height=16 radius=1", "width=17 height=17 radius=2", "width=1 height=1",
    "width=4 height=3 radius=5",   "width=45 height=35 radius=3", NULL,
};

const blur_traits twice_traits = {"Yours: two blurs in one dispatch; the tile has a halo for both.",
                                  .twice = true};

const char *const smear_cases[] = {
    "width=1 height=1",
    "width=4 height=3 radius=7",
    "width=15 height=15 radius=1",
    "width=16 height=16 radius=2",
    "width=17 height=17 radius=4",
    "width=61 height=67 radius=6",
    "width=131 height=129 radius=7",
    "width=960 height=640 radius=5",
    NULL,
};

const blur_traits smear_traits = {
    "Yours: a smear to the left, from a tile with a halo on the right.", .smears = true};

const char *const turn_cases[] = {
    "width=1 height=1",   "width=4 height=3",     "width=15 height=16",   "width=17 height=33",
    "width=61 height=67", "width=260 height=131", "width=960 height=640", NULL,
};

const blur_traits turn_traits = {
    "Yours: rows and columns exchanged, and here, to look at, back again.", .turns = true};

const char *const product_cases[] = {
    "n=33", "n=1", "n=32", "n=70 reals=random", "n=96", NULL,
};

const matmul_traits product_traits = {.rows = TILE, .columns = TILE, .depth = TILE, .padded = true};

// The first is small enough to be read.
const char *const listing_cases[] = {
    "elements=16 levels=4", "elements=1 levels=1",    "elements=3 levels=1",
    "elements=17 levels=4", "elements=1009 levels=5", NULL,
};

const scan_traits listing_traits = {"Yours: a tutorial's listing, mended"};
