/* What the lesson keeps, and what follows from its parameters and from the variant that runs. */
#ifndef BITONIC_STATE_H
#define BITONIC_STATE_H

#include "lesson/lesson.h"
#include "compute/sort.h"
#include "scene.h"

enum {
    GROUP = 512,             // invocations in a work group; each compares two pairs
    SPAN = 2 * GROUP,        // pairs that a work group of version 2 holds in shared memory
    NETWORK = 16,            // keys of the network that meets all zeros and ones
    DIGITS = 16,             // values of a digit of four bits, in the task about them
    PICTURE_ROW_KEYS = 4096, // of more keys there is no history
};

/* What counts as a pass of a step. */
typedef enum sort_passes {
    ALL_IN_ONE,
    BY_DISTANCE, // a network, with a dispatch for each (k, j)
    BY_DIGIT,    // radix sort
} sort_passes;

/* What tells the variants apart, beside their kernels and steps. */
typedef struct sort_traits {
    sort_passes passes;
    wb_type compares; // the keys as uint32 in their order; or float32, as they are
    bool is_padded;   // to a power of two
    bool is_stable;   // leaves equal keys as they were; else they are in the order of their values
    bool uses_block;  // compute/sort.h
    bool all_upwards; // no comparison has a direction
    bool is_mirrored; // the first pass of a merge compares from both ends inwards
    bool has_scores;  // a task: the largest float32 first
    bool is_each;     // a task: an invocation for each place
    bool has_digits;  // a task: digits of four bits
} sort_traits;

typedef struct sort_pair {
    uint32_t key, value;
} sort_pair;

/* Everything that the lesson keeps. What a variant has no use for is 0. */
typedef struct lesson_state {
    int keys, input, type, pass, rows; // parameters
    wb_typed typed;                    // keys that a person has typed

    input_pairs given;                    // on the CPU; its room is what the network works on
    uint32_t run;                         // the length of the runs that are sorted, each for itself
    wb_buffer given_keys, given_values;   // what is sorted, again in every step
    wb_buffer sorted_keys, sorted_values; // the result
    wb_buffer history;                    // for the picture: the keys after every pass, if few
    bool is_sorting;                      // between the first dispatch of a step and its last
    int passes_done;                      // of the step
    int dispatches;                       // of the step, behind `begin`
    GLuint begin, compare, span, end;
    struct {
        GLuint rows, pixels, vertex_array;
    } picture;
    wb_sort sort;
    struct {                    // of the task about digits
        GLuint count, place;    // its kernel, compiled twice
        wb_buffer keys, values; // between two passes
        wb_buffer counts;       // of DIGITS digits, for each GROUP keys
        wb_scan scan;           // of as many
    } digits;
    sort_pair *cpu_pairs; // of the peers: twice as many as there are keys
} lesson_state;

extern lesson_state lesson;

/* wb_part's init(), quit() and cost(). */
bool sort_init(void);
bool proof_init(void);
void lesson_quit(void);
wb_cost lesson_cost(void);

/* The traits of the variant that runs, and whether that is a network that runs in several passes.
 */
const sort_traits *traits(void);
bool is_network(void);

/* How many passes a step has, as sort_passes counts them; 1, if it is all or nothing. */
int count_passes(void);

uint32_t power_of_two_from(uint32_t count);

#endif
