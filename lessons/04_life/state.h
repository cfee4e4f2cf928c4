/* What the lesson keeps, and what follows from its parameters and from the variant that runs. */
#ifndef LIFE_STATE_H
#define LIFE_STATE_H

#include "lesson/lesson.h"
#include "rle.h"

/* Shared with the kernels. */
enum {
    GROUP = 16,   // a work group is GROUP x GROUP cells
    WORDS_X = 32, // the packed version's group: 32 x 4 invocations,
    WORDS_Y = 4,  // each computes `rows` words, one below the other
    BLOCK_X = 32, // the blocked version's: 32 x 16 invocations with subgroups of 32,
    BLOCK_Y = 16, // without them 32 x 8, because the tile then takes shared memory;
    BLOCK_Y_SHARED = 8,
    WIDE_X = 32, // of the task wide, whose tile is no square
    WIDE_Y = 8,
    STRIP = 26,     // words of each, one below the other
    TRAIL = 96,     // generations for which a dead cell can still be seen
    MAX_AGE = 4096, // older cells do not grow older
    DROP = 1 << 20, // waves: how high a drop is, in the units of the heights
};

/* Bit n of each, with n living neighbours. */
typedef struct life_rule {
    int born, survives;
} life_rule;

/* What tells the variants apart, beside their kernels and steps. */
typedef struct life_traits {
    bool is_in_place; // one buffer of cells, and one for those that wait
    bool is_packed;   // 32 cells a word
    bool is_blocked;  // and several generations a dispatch
    bool is_gas;      // a task: blocks of 2 x 2 cells, in place
    bool is_wide;     // another: cells that see further
    bool is_waves;    // heights of water: three buffers that take turns
    bool is_twisted;  // another: right and left edge meet upside down
    life_rule rule;   // another: its own; 0: that of the pattern
} life_traits;

/* Everything that the lesson keeps. What a variant has no use for is 0. */
typedef struct lesson_state {
    int width, height, generations, rows, depth, radius; // parameters
    float density;
    rle_pattern pattern; // from --load
    bool has_pattern;    // otherwise the lesson's own scene
    int born, survives;  // the rule: bit n, with n living neighbours

    int64_t generation;
    wb_buffer cells;  // height x width, as rule.glsl says; packed: height x words of 32 cells
    wb_buffer next;   // the other buffer of the two
    wb_buffer before; // waves: the cells of a generation ago
    wb_buffer edges;  // in place: tiles x 64, the cells that wait
    GLuint kernel, borders, picture;
    GLuint groups_x, groups_y; // how many cover the grid
    bool subgroups;            // blocked: of 32, with shuffles
} lesson_state;

extern lesson_state lesson;

/* The traits of the variant that runs. */
const life_traits *traits(void);

size_t cell_count(void);
int words_in_row(void); // packed

/* wb_part's init(), quit() and cost(). */
bool init(void);
void quit(void);
wb_cost cost(void);

/* For another number of rows; the cells stay. */
bool rebuild(void);

/* wb_lesson's paint(). */
void paint(int column, int row, bool erase);

#endif
