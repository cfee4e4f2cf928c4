#include "tasks.h"

#include "state.h"

#include <stddef.h>
#include <stdio.h>

/* ---- What is right ---- */

enum { TILED = 1000 }; // stars

// What is missing in the last tile, and two barriers a tile.
static bool answer_tiles(char *text, size_t size)
{
    int tiles = (TILED + PAIRS_GROUP - 1) / PAIRS_GROUP;
    snprintf(text, size, "%d %d", tiles * PAIRS_GROUP - TILED, 2 * tiles);
    return true;
}

// As bits_for() has it, in whole numbers; and how often 2^24 goes into a word's 2^32.
static bool answer_units(char *text, size_t size)
{
    enum { STARS_ASKED = 20000, MOST_BITS = 24, WORD = 32 };
    int bits = 0;
    while (bits < MOST_BITS && ((uint64_t)STARS_ASKED << (bits + 1)) < (UINT64_C(1) << WORD))
        bits++;
    snprintf(text, size, "%d %d", bits, 1 << (WORD - MOST_BITS));
    return true;
}

// The fourth level's blocks have 16 elements: eight pairs each.
static bool answer_partners(char *text, size_t size)
{
    enum { LANE = 13, DISTANCE = 8 };
    int lower = LANE / DISTANCE * 2 * DISTANCE + LANE % DISTANCE;
    snprintf(text, size, "%d %d", lower, lower + DISTANCE);
    return true;
}

// Among all sources a star meets itself: lane 0 of group 2 does first.
static bool answer_origin(char *text, size_t size)
{
    enum { ASKED = 2 };
    snprintf(text, size, "%d 0", ASKED * PAIRS_GROUP);
    return true;
}

// Of the codes of eight stars, `scene=ring`, the first nine bits, which are enough here.
enum { STARS_IN_ORDER = 8 };
static const unsigned codes[STARS_IN_ORDER] = {0255, 0255, 0340, 0344, 0611, 0700, 0701, 0704};

// How many of them two stars have in common, from the front.
static int common_bits(int i, int j)
{
    int bits = 9;
    for (unsigned different = codes[i] ^ codes[j]; different != 0; different >>= 1) bits--;
    return bits;
}

// The last star of the left child.
static int split_of(int first, int last)
{
    int split = first, all = common_bits(first, last);
    while (split + 1 < last && common_bits(first, split + 1) > all) split++;
    return split;
}

// Star 3 is the last one of node 3: it has nothing in common with the star behind it.
static bool answer_stretch(char *text, size_t size)
{
    enum { ASKED = 3 };
    int first = ASKED, least = common_bits(ASKED, ASKED + 1);
    while (first > 0 && common_bits(ASKED, first - 1) > least) first--;
    snprintf(text, size, "%d %d %d", first, ASKED, split_of(first, ASKED));
    return true;
}

// How many nodes are so many steps below the one over these stars, and how many of them have
// children.
static void count_below(int first, int last, int steps, int *looked, int *opened)
{
    if (steps == 0) {
        ++*looked;
        *opened += last > first;
    } else if (last > first) {
        int split = split_of(first, last);
        count_below(first, split, steps - 1, looked, opened);
        count_below(split + 1, last, steps - 1, looked, opened);
    }
}

// All eight are one bundle, which is inside of each node: a round looks at a level of the tree.
static bool answer_third_round(char *text, size_t size)
{
    int looked = 0, opened = 0;
    count_below(0, STARS_IN_ORDER - 1, 2, &looked, &opened);
    snprintf(text, size, "%d %d", looked, opened);
    return true;
}

/* ---- The tasks, each with what one has to have understood ---- */

const wb_task tasks[] = {
    // The whole group fetches, up to the last tile, and waits twice for each.
    {.name = "tiles",
     .kind = WB_PREDICT,
     .title = "The last tile",
     .minutes = 2,
     .demand = "There are 1,000 stars, and tiles of 256. How many bodies of mass 0 does the last "
               "tile get? How many times does an invocation pass a barrier()?",
     .hints = {"How many tiles does it take for 1,000 sources?",
               "Four tiles have 1,024 places. Each tile has two barriers: when it is there, and "
               "when all have read it."},
     .runs = "pairs",
     .settings = "stars=1000 grid=8",
     .answer = answer_tiles,
     .slips = {{"24 4", "a tile has two: one before it is read, one after"},
               {"24 2", "those are the barriers of one tile; there are four tiles"},
               {"232 8", "that is what the last tile holds; 256 - 232 places are left"},
               {"24 6", "the tile that is filled up is a tile, too: there are four"},
               {"0 8", "four tiles have 1,024 places, for 1,000 stars"}},
     .why = "1,000 sources take four tiles, and 4 x 256 - 1,000 = 24 places are left. Two barriers "
            "a tile are 8. All invocations pass them, also the 24 without a star.",
     .shows = "./wb debug 14 --variant pairs --set stars=1000 --set grid=8 --do \"break "
              "pairs.comp:41 if begin == 768u; continue; lanes tile[me].w\""},
    // Fetching is the work of all, and all have to come to the barrier.
    {.name = "fetch",
     .kind = WB_REPAIR,
     .title = "Too few to fetch",
     .minutes = 8,
     .is_flawed = true,
     .demand = "In the last group, the invocations without a star fetch nothing, and its stars are "
               "pulled too weakly. Find the line in the gap, and mend it.",
     .hints =
         {"With 257 stars, the second group has one star. Who fetches sources 1 to 255 for it?",
          "All invocations have to fetch, and to come to both barriers. Only what needs a star "
          "of one's own belongs under a condition.",
          "Three lines need it: the place is read, the sum of the slices before is read, and "
          "the sum is stored."},
     .most_loads = 16.0,
     .but = "a group fetches each source once, into shared memory, and then all read it there"},
    // Whole numbers add up in any order, as long as the largest sum fits.
    {.name = "units",
     .kind = WB_PREDICT,
     .title = "Units of a star",
     .minutes = 3,
     .demand = "A star is 2^b units, with b as large as possible, 24 at most, such that all stars "
               "together fit into 32 bits. How large is b with 20,000 stars? And how many stars of "
               "2^24 units each bring a node's sum back to 0?",
     .hints = {"20,000 x 2^b has to stay below 2^32, which is 4,294,967,296.",
               "2^32 / 20,000 is about 214,748. Which power of two is the next one below?"},
     .runs = "mesh_lean",
     .settings = "stars=20000 grid=16",
     .answer = answer_units,
     .slips = {{"18 256", "20,000 x 2^18 is 5.2 thousand million: more than 2^32"},
               {"17 255", "255 stars still fit; with the next one the sum is 2^32"},
               {"24 256", "256 stars fill such a node; of 20,000, more may come together"},
               {"8 256", "32 bits less 24 are 8, which is the second half of the question"},
               {"13 256", "that is for half a million stars"}},
     .why =
         "20,000 x 2^17 is 2.6 thousand million, 2^18 would be too much. And 256 x 2^24 is 2^32, "
         "which a word of 32 bits holds as 0.",
     .shows = "./wb check 14 --variant overflow"},
    // A level's pairs, seen in the machine.
    {.name = "partners",
     .kind = WB_LOOK,
     .title = "Who joins whom",
     .minutes = 5,
     .demand = "Variant levels, a line of 64. Stop the group in its fourth level, where the two "
               "elements of a butterfly are 8 apart. Which two elements does lane 13 join?",
     .hints =
         {"./wb debug 14 --variant levels --set lines=1 --set length=64 --do \"break "
          "levels.glsl:38 if distance == 8u; continue; lanes lower\"",
          "`lanes lower` prints the lanes' values in rows of 16; lane 13 is the third from the "
          "right in the first. `lane 13` goes there, and `print upper` says the other."},
     .runs = "levels",
     .settings = "lines=1 length=64",
     .answer = answer_partners,
     .slips = {{"13 21", "eight lanes fill a block of 16 elements: lane 8 begins the next one"},
               {"26 27", "that is the first level"},
               {"26 34", "the distance is right, but lanes 0 to 7 join 0 to 7 with 8 to 15"},
               {"21 37", "that is 16 apart: the fifth level"},
               {"25 29", "that is 4 apart: the third level"}},
     .why = "eight lanes join a block of 16 elements, its first half with its second. Lane 13 has "
            "place 5 in the second block, which begins at 16: 21, and 8 further on.",
     .shows = "./wb debug 14 --variant levels --set lines=1 --set length=64 --do \"break "
              "levels.glsl:38 if distance == 8u; continue; lane 13; print lower; print upper\""},
    // From an invocation's number to its pair, so that no two meet.
    {.name = "butterfly",
     .kind = WB_LINE,
     .title = "A butterfly of any level",
     .minutes = 8,
     .is_flawed = true,
     .demand = "Which two elements of the line does this invocation join, if they are `distance` "
               "apart? Write `lower`, the first of them, and `place`, its place in its block.",
     .hints = {"In the level with distance 8, lanes 0 to 7 join the first block of 16, lanes 8 to "
               "15 the second. Which block is lane me in?",
               "me / distance is the number of the block, me % distance the place in it. Where "
               "does a block of 2 * distance elements begin?"}},
    {.name = "hole",
     .kind = WB_EXTEND,
     .title = "A black hole",
     .minutes = 30,
     .demand = "Write hole_pull(): how a black hole in the middle pulls, and its potential.",
     .hints =
         {"The potential is -G M / sqrt(r^2 + e^2). The pull points to the middle, and its size is "
          "what comes out if one differentiates that by r.",
          "d/dr of 1 / sqrt(r^2 + e^2) is -r / (r^2 + e^2)^(3/2); and r times the direction to "
          "the middle is -position."}},
    {.name = "curve",
     .kind = WB_BLANK,
     .title = "The rotation curve",
     .minutes = 90,
     .has_host = true,
     .demand =
         "Find how fast the stars go round, on average, in each of 64 rings: sums in shared "
         "memory, "
         "and over all work groups, which come out the same in every run, however many stars are "
         "in a ring.",
     .hints =
         {"Three things have to happen one after the other: sums become 0, all stars are "
          "added, and sums are divided by counts. Each can be a dispatch of the same kernel; a "
          "uniform tells it which.",
          "A sum of floats depends on the order, a sum of whole numbers does not. In "
          "64ths of a km/s, a speed is exact enough, and the sum of a group's 256 stars fits "
          "into an int; that of half a million stars does not. So a ring needs two words on the "
          "buffer.",
          "sum & 0xffff and sum >> 16 are the two parts of a group's sum, below 0 too: sum is "
          "65536 (sum >> 16) + (sum & 0xffff). Add up each for itself. In C, between two "
          "dispatches: GL_SHADER_STORAGE_BARRIER_BIT."},
     .most_loads = 8.0,
     .most_atomics = 1.0,
     .least_active = 0.3,
     .but = "reads stars again and again, adds them to a buffer one by one, or leaves the work to "
            "few",
     .repeatable = true},
    // Set in INSIDE.md.
    {.name = "origin",
     .kind = WB_LOOK,
     .title = "Where a NaN comes from",
     .minutes = 6,
     .demand = "In no_softening all stars lose their places. Stop work group 2 at its first NaN. "
               "Which source does its lane ask there (its number among all sources), and how far "
               "away is that?",
     .hints = {"./wb debug 14 --variant no_softening --set stars=1000 --set grid=8 --group 2 --do "
               "\"until nan; print to; print inverse\"",
               "The lane is in pull_of(), called from main(): `finish`, and there `print begin` "
               "and `print k`. The tile begins with source number begin."},
     .runs = "no_softening",
     .settings = "stars=1000 grid=8",
     .answer = answer_origin,
     .slips = {{"0 0", "that is its place in the tile; begin says where the tile begins"}},
     .why = "the source is the star itself. Its distance is 0, inversesqrt(0) is infinite, and "
            "infinity times the way there, which is 0, is a NaN. Every later sum has it.",
     .shows = "./wb debug 14 --variant no_softening --set stars=1000 --set grid=8 --group 2 --do "
              "\"until nan; print to; finish; print begin + k\""},
    // Set in further/tree.md. A node finds its own stretch, from one end of it.
    {.name = "stretch",
     .kind = WB_PREDICT,
     .title = "A stretch of the list",
     .minutes = 4,
     .demand = "Eight stars in the order of their codes; the first nine bits are 010101101, "
               "010101101, 011100000, 011100100, 110001001, 111000000, 111000001, 111000100. "
               "Which are the first and the last star of node 3, counted from 0, and which is the "
               "last one of its left child?",
     .hints = {"Node 3 begins or ends at star 3. With which neighbour has that more bits in "
               "common: star 2, or star 4?",
               "It reaches on as long as a star has more bits in common with star 3 than star 4 "
               "has, which is none. It is cut where the first bit changes that not all of it "
               "have in common."},
     .runs = "tree",
     .settings = "stars=8 grid=8 scene=ring",
     .answer = answer_stretch,
     .slips =
         {{"2 3 2",
           "that is node 2; node 3 goes on to star 0, which has two bits in common with star 3"},
          {"3 7 any", "star 4 has no bit in common with star 3, and star 2 has six"},
          {"3 4 3", "star 4 has no bit in common with star 3, and star 2 has six"},
          {"0 7 3", "that is the root, node 0"},
          {"0 3 2", "stars 2 and 3 have six bits in common; all four have two"},
          {"0 3 0", "stars 0 and 1 have all nine bits in common"},
          {"0 3 3", "then nothing would be left for the right child"}},
     .why = "star 3 has six bits in common with star 2 and none with star 4, so it is the last of "
            "node 3, which goes back to the first star that begins with 0. All four begin with "
            "01; the third bit changes behind star 1.",
     .shows = "./wb debug 14 --variant tree --set stars=8 --set grid=8 --set scene=ring --pass "
              "nodes --do \"break nodes.glsl:82; continue; lane 3; print first; print last; print "
              "split\""},
    // Set in further/tree.md. The second to come knows that both are there, and has to see it.
    {.name = "arrive",
     .kind = WB_LINE,
     .title = "Two arrive",
     .minutes = 15,
     .is_flawed = true,
     .demand = "Of the two children that arrive at a node, let the second one add both up and go "
               "on, and see what another work group has written about the other.",
     .hints = {"atomicAdd() returns what the counter was before: 0 to the first, 1 to the second.",
               "What an invocation has written about a child has to be there before the count "
               "says so, and what it reads must not be read before. Each takes a "
               "memoryBarrier(), and they stand on both sides of the atomicAdd().",
               "join() takes the children as left and right. Who arrives first differs from run "
               "to run; which one is the left one does not."},
     .repeatable = true},
    // Set in further/tree.md. A round's nodes, those that are opened and those that go into the
    // list.
    {.name = "third_round",
     .kind = WB_LOOK,
     .title = "A round of the walk",
     .minutes = 5,
     .demand = "The eight stars of task 9 are one bundle. Stop its walk in the third round, behind "
               "the second barrier(). How many nodes does the group look at in this round, and how "
               "many of them does it open?",
     .hints = {"./wb debug 14 --variant tree --set stars=8 --set grid=8 --set scene=ring --pass "
               "walk --do \"break walk.comp:62 if round == 2u; continue; lanes node; lanes opens\"",
               "`looked` is how many nodes are looked at, and `count.y` how many are opened: "
               "`print looked; print count.y`."},
     .runs = "tree",
     .settings = "stars=8 grid=8 scene=ring",
     .answer = answer_third_round,
     .slips = {{"1 1", "that is the first round, which looks at the root"},
               {"2 2", "that is the second round: `round` counts from 0"},
               {"4 4", "one of the four is a leaf, star 4, and goes into the list"},
               {"4 1", "that one goes into the list; the others are opened"},
               {"6 1", "that is the fourth round"},
               {"64 any", "64 invocations take part, but only those with a number below looked "
                          "have a node"}},
     .why = "each node down to here has stars of the bundle inside, so it is near, and a round "
            "looks at a whole level. The third level has nodes 1, 2 and 5, which are opened, and "
            "star 4, a leaf, which goes into the list.",
     .shows = "./wb debug 14 --variant tree --set stars=8 --set grid=8 --set scene=ring --pass "
              "walk --do \"break walk.comp:62 if round == 2u; continue; lanes node; print looked; "
              "print count.y\""},
    // Set in further/tree.md. What can be nearer is asked of the box: a centre says nothing of it.
    {.name = "neighbour",
     .kind = WB_REPAIR,
     .title = "Past the nearest",
     .minutes = 10,
     .is_flawed = true,
     .demand = "Each star looks for the nearest other one in the tree, and some find one that is "
               "too far away. Find out why, and mend square_to(), so that still only a small part "
               "of the tree is looked at.",
     .hints = {"A node is tested before its stars are: may one of them be nearer than square_to() "
               "says?",
               "A node may be left out if all of it is too far, and its centre of mass is only "
               "one place in it. What of it is nearest?",
               "Along an axis, the way from a star to a box is low - here if the star is before "
               "the box, here - high if it is behind, and 0 if it is between both. A leaf has no "
               "box: it is the star."},
     .most_instructions = 30000.0,
     .but = "looks at too much of the tree: what cannot be nearer need not be looked at",
     .repeatable = true},
    // Set in further/tree.md. How far one has to look is what the last of those kept says.
    {.name = "crowd",
     .kind = WB_EXTEND,
     .title = "A crowd of eight",
     .minutes = 25,
     .demand = "Find the distance from each star to the eighth nearest of the others.",
     .hints = {"Keep the eight nearest so far, sorted, in an array. A node can be left out if it "
               "is further away than one of them: which one?",
               "Where a star comes nearer than the eighth, put it in at its place, and move those "
               "behind it on by one: the eighth falls out."},
     .most_instructions = 30000.0,
     .but = "looks at too much of the tree: what is further away than eight others need not be "
            "looked at, and the sooner eight near ones are known, the more that is",
     .repeatable = true},
    {0},
};

const char *const fetch_cases[] = {"stars=1 grid=8",   "stars=255 grid=8",   "stars=256 grid=8",
                                   "stars=257 grid=8", "stars=1009 grid=16", NULL};

const char *const butterfly_cases[] = {
    "lines=3 length=8 signal=noise", "lines=2 length=16 signal=noise",
    "lines=5 length=64 signal=noise", "lines=1 length=1024 signal=noise", NULL};

const char *const hole_cases[] = {"stars=1 grid=8 halo=0",
                                  "stars=127 grid=16 hole=3e9",
                                  "stars=2003 grid=32",
                                  "stars=1009 grid=16 scene=black_hole hole=0",
                                  "stars=1009 grid=16 scene=black_hole hole=1e8",
                                  NULL};

// A kernel in which all race with all keeps the machine busy: a second work group is enough.
const char *const arrive_cases[] = {"stars=1 grid=8", "stars=2 grid=8",
                                    "stars=129 grid=8 scene=collision",
                                    "stars=257 grid=8 scene=black_hole", NULL};

// As few stars as leave some without their neighbours; and enough for a small part of the tree.
const char *const neighbour_cases[] = {"stars=1 grid=8",
                                       "stars=2 grid=8",
                                       "stars=8 grid=8 scene=ring",
                                       "stars=9 grid=8",
                                       "stars=65 grid=8 scene=collision",
                                       "stars=2003 grid=8",
                                       NULL};

// The black hole stands on the axis. Of half a million stars, nine in ten in one ring: the sum of
// their speeds fits into no word in which it is exact enough. Short steps and a soft pull leave the
// stars of a ring alike, so that no error of rounding averages out.
const char *const curve_cases[] = {
    "stars=2003 grid=8",
    "stars=1 grid=8 scene=black_hole",
    "stars=2 grid=8",
    "stars=255 grid=8 scene=black_hole step_myr=20",
    "stars=256 grid=8",
    "stars=257 grid=8 halo=0",
    "stars=5009 grid=8 scene=collision",
    "stars=500000 grid=8 scene=ring softening=4 step_myr=0.1",
    NULL,
};
