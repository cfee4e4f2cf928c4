/* What lesson 03 keeps, the constants that its kernels get too, and what follows from the
 * parameters. A part's init() creates its buffers and programs. */
#ifndef ATOMICS_STATE_H
#define ATOMICS_STATE_H

#include "base/image.h"
#include "lesson/lesson.h"

enum {
    BINS = 256,              // of a histogram of 8-bit samples
    COUNTERS = 256,          // of count_spread,
    SPACING = 32,            // words from each to the next: a cache line of 128 bytes
    SUM_ITEMS = 32,          // reals that an invocation adds up by itself
    HISTORY = 64,            // sums that are kept, a row each
    ROUNDS = 16,             // additions of each invocation in the part contention
    SHARED_WORDS = 8192,     // 32 KiB: what every OpenGL 4.3 has
    VARIABLES = 16,          // of a group, in the part operations,
    RESULTS = 14,            // the first 14 of them are the same in every run
    LARGEST_VALUE = 1 << 24, // values are smaller
    MOST_FOR_ONE = 1 << 17,  // values that one invocation counts, in 32,768 turns of its loop
};

/* Storage block bindings. */
enum {
    IN = 0,
    OUT = 1,
    LIST = 2,   // append
    PLACES = 2, // cells, and the task
    TERMS = 2,  // sum
    TABLE = 3,  // append: the task
    CHANCES = 2,
    ORDERS = 3,
    OWN_MEMORY = 4, // operations
};

/* Where the samples of a histogram come from. */
enum { FROM_PICTURE, FROM_CHANCE, ALL_EQUAL };

typedef struct lesson_state {
    /* Parameters. */
    int source, count, group, groups, copies, cells, addresses, stride;
    float density, spread;

    wb_image picture; // the image of the histogram
    bool has_file;    // it comes from --load

    wb_buffer samples, histogram;                  // histogram
    wb_buffer values;                              // count, append, operations
    wb_buffer counters, total;                     // count; contention has counters too
    wb_buffer length, list, table;                 // append; its task has the table
    wb_buffer particles, counts, places;           // cells; the task has places too
    wb_buffer reals, sums, terms;                  // sum
    wb_buffer results, variables, chances, orders; // operations
    GLuint kernel, clear, second, canvas, curves;  // programs

    int plane_count, plane_samples; // of the histogram: an image has three planes
    uint32_t peak; // of the histogram: its largest bin, for the scale of the picture
    uint32_t
        kept;     // count, append: how many values are below the limit, or how many kinds there are
    double exact; // sum: of the reals
} lesson_state;

extern lesson_state lesson;

/* What tells a variant from the others of its part, where its kernel and its step function do not:
 * its .data. A variant without any is all zeros. */
typedef struct lesson_traits {
    int most_values;       // count: 0 for as many as you like
    bool has_copies;       // histogram: lesson.copies counters for each bin
    bool has_places;       // histogram: one for each sample
    bool is_spread;        // count: over counters that a second dispatch adds up
    bool is_largest;       // count: the largest reading, in place of a count
    bool has_kinds;        // append: of equal values one is kept
    bool is_float;         // sum: in floats, not in fixed point
    bool makes_room;       // sum: fewer bits behind the point, where the sum needs them before it
    bool in_shared_memory; // operations, contention: what the atomics work on
} lesson_traits;

const lesson_traits *traits(void);

bool histogram_init(void);
bool count_init(void);
bool append_init(void);
bool cells_init(void);
bool sum_init(void);
bool operations_init(void);
bool contention_init(void);

/* For another number of copies; what is in the buffers stays. */
bool histogram_rebuild(void);

/* quit() of all parts. */
void lesson_quit(void);

wb_cost histogram_cost(void);
wb_cost count_cost(void);
wb_cost append_cost(void);
wb_cost cells_cost(void);
wb_cost sum_cost(void);
wb_cost operations_cost(void);
wb_cost contention_cost(void);

/* Histogram: of a plane, in whole vectors of four words. */
int plane_words(void);

/* Count, append: values below it count, or are kept. */
uint32_t value_limit(void);

/* Append: how many words the task's table has, always more than there are kinds of values. */
int table_slots(void);

/* Sum: how many bits behind the point a sum in fixed point has. */
int fraction_bits(void);

/* Sum: the rows of `sums` that hold one by now. */
int rows_filled(void);

/* Operations: the work groups, and so the rows of the results; one for no invocations at all. */
int group_count(void);

#endif
