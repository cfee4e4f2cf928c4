/* What the lesson keeps, and what follows from its parameters and from the variant that runs. */
#ifndef REDUCTION_STATE_H
#define REDUCTION_STATE_H

#include "lesson/lesson.h"
#include "compute/scan.h"

enum { SUM_LEVELS = 6 }; // at most: 2^28 numbers, 32 to a group

/* What is fixed in a part: invocations in a work group, groups, and how much a dispatch takes. */
enum {
    ARGMAX_GROUPS = 1024,   // of the first level
    PARTICLE_GROUP = 128,   //
    PARTICLE_GROUPS = 512,  // of the first level; the second is one group
    ROUNDING_GROUP = 256,   // of pairs.comp
    ROUNDING_CHUNK = 32768, // numbers that running.comp adds in a dispatch
    SCAN_GROUP = 256,       // of shift_add.comp, and of the plain scan
    HORIZON_GROUP = 256,    // of the task
    MOST_IN_ROW = 32768,    // work groups: a driver may stop at 65,535 in a dimension
    MOST_RECORDED = 1 << 17 // numbers, whose sums are written down round by round
};

/* What `numbers` is for: the values to work on. */
enum { HILLS, WIDE, NEAR, RISING, ZEROS, ONES, NUMBERS_COUNT };

/* The four ways to round a sum. */
enum { PLAIN, KAHAN, DOUBLE, TREE, ROUNDING_WAYS };

/* What tells the variants apart, beside their kernels and steps. */
typedef struct reduction_traits {
    /* Sums. */
    bool is_atomic;          // no tree
    bool folds_evenly;       // the tree's neighbours first, in place of halves
    bool adds_two;           // while loading
    bool loads_vectors;      // `vectors` of them, of four numbers each
    bool wants_subgroups;    // and says so where there are none
    bool is_own;             // a learner's whole kernel, which writes nothing down for the picture
    const char *last_kernel; // BROKEN: of the second level, which is taken for the last

    /* Scans; by the building block's three dispatches, if none of them. */
    bool in_rounds; // over the whole array
    bool is_plain;  // three dispatches of the lesson's own, a number for each invocation
    bool in_single_pass;
} reduction_traits;

/* Everything that the lesson keeps. What a variant has no use for is 0. */
typedef struct lesson_state {
    int count, numbers, terms, group, vectors; // parameters

    wb_buffer values; // count numbers: of all parts but particles and rounding

    /* Sums: level after level; argmax: on two levels. */
    wb_buffer partials[SUM_LEVELS];     // [k]: the sums of level k; the last level's is in `sum`
    wb_buffer sum;                      // one number
    wb_buffer rounds;                   // groups x rounds + 1 x invocations, see sum_has_rounds()
    GLuint level_sizes[SUM_LEVELS + 1]; // how many numbers each level starts with; then 1
    int levels;
    wb_buffer candidates, largest; // argmax: numbers and their places

    /* Particles. */
    wb_buffer particles; // count x 4: x, y, z, mass
    wb_buffer extents;   // of each group: smallest, largest, moments; 12 numbers
    wb_buffer extent;    // 3 x 4: smallest; largest; centre of mass, and the mass
    GLuint corners;      // a vertex array without attributes

    /* Rounding, of 2^terms numbers. */
    wb_buffer tree;    // 2 x 2^terms: node j is the sum of nodes 2j and 2j + 1; the numbers last
    wb_buffer running; // what waits between two dispatches: three sums in double, and a correction
    wb_buffer sums;    // terms x 4 x 2: of the first 2, 4, 8, ... numbers, in each way, in double
    double (*shown)[ROUNDING_WAYS];  // for the picture: `sums` when it was last drawn,
    double (*errors)[ROUNDING_WAYS]; // and how far these were off; terms x 4

    /* Scans. */
    wb_buffer prefix; // of each number: the sum of all before it
    wb_buffer other;  // naive: the other buffer of the two
    wb_buffer tiles;  // plain: of each tile its sum, and then what stands before it
    wb_scan scan;     // three dispatches, or a single pass
    float sum_of_all; // for the picture; 0: not yet known

    /* The horizon. */
    wb_buffer tops;    // of each tile of HORIZON_GROUP numbers: what the learner likes
    wb_buffer highest; // of each number: the largest of all before it; 0 of the first

    GLuint kernel, second_kernel, third_kernel, picture;
    GLuint recording; // of a sum: the kernel, and it writes its rounds down
} lesson_state;

extern lesson_state lesson;

/* The traits of the variant that runs. */
const reduction_traits *traits(void);

/* How many numbers a work group of a sum takes. */
GLuint numbers_per_group(void);

/* What a level of a sum reads, counted from 0; and so, one further on, what it writes. */
const wb_buffer *level_buffer(int level);

/* Whether the rounds of the tree are written down, in `rounds`, for the picture: what each
 * invocation had in shared memory, of all groups of the first level, at first and after each
 * round. So for up to MOST_RECORDED numbers, and where there is a tree that is ours. */
bool sum_has_rounds(void);
int sum_rounds(void);

/* Work groups of the particles' first level. */
GLuint particle_groups(void);

/* A scan's tile, in numbers; without tiles 2^28, which is as many as there can be. */
int scan_tile(void);

/* Rounding: how many numbers. */
size_t terms(void);

/* wb_part's init() and cost(), and its quit(), which is one for all. */
bool sum_init(void);
bool largest_init(void);
bool argmax_init(void);
bool particles_init(void);
bool rounding_init(void);
bool scan_init(void);
bool scan_group_init(void);
bool horizon_init(void);
void lesson_quit(void);
wb_cost sum_cost(void);
wb_cost particles_cost(void);
wb_cost rounding_cost(void);
wb_cost scan_cost(void);

/* For another group or number of vectors; the numbers stay. */
bool rebuild(void);

#endif
