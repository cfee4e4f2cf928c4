/* What the lesson's files share: the list of variants, the state, and what they ask of each other.
 *     main.c      the state, its start and end, and the description of the lesson
 *     versions.c  the dispatches of all that sorts on the GPU, broken variants included
 *     peers.c     the same on the CPU
 *     oracle.c    what is right
 *     picture.c   what one sees
 *     input.c     the pairs that are sorted; knows nothing of the others */
#ifndef BITONIC_PARTS_H
#define BITONIC_PARTS_H

#include "lesson/lesson.h"
#include "compute/sort.h"
#include "input.h"

/* The places in the list of variants in main.c. */
enum {
    GLOBAL,
    SHARED,
    BITONIC,
    RADIX,
    CPU_QSORT,
    CPU_RADIX,
    UNPADDED,
    NO_DIRECTION,
    NO_BARRIER,
    EXERCISE,
    ZEROS_AND_ONES,
};

enum {
    GROUP = 512,             // invocations in a work group, each of which compares two pairs
    SPAN = 2 * GROUP,        // pairs that a work group of version 2 holds in shared memory
    NETWORK = 16,            // keys of the network that meets all zeros and ones
    PICTURE_ROW_KEYS = 4096, // of more keys there is no history
};

typedef struct sort_pair {
    uint32_t key, value;
} sort_pair;

/* Everything that the lesson keeps. What a variant has no use for is 0. */
typedef struct bitonic_lesson {
    int keys, input, type, pass, rows; // parameters

    input_pairs given; // on the CPU; its room is the power of two that the network works on
    wb_buffer given_keys, given_values;   // what is sorted, again in every step
    wb_buffer sorted_keys, sorted_values; // the result
    wb_buffer history;                    // for the picture: the keys after every pass, if few
    bool is_sorting;                      // between the first dispatch of a step and its last
    int passes_done;                      // of the step
    GLuint begin, compare, span, end;
    struct {
        GLuint rows, pixels, vertex_array;
    } picture;
    wb_sort sort;         // BITONIC, RADIX
    sort_pair *cpu_pairs; // CPU_QSORT, CPU_RADIX: twice as many as there are keys
} bitonic_lesson;

extern bitonic_lesson bitonic;

/* ---- main.c: about the variant that runs ---- */

/* Whether it is one of these, or of those between them in the list. */
bool is_one_of(int first, int last);

/* Whether it is a network with a dispatch for each pass. */
bool is_network(void);

/* The type in which the keys are compared: uint32 with the same order, but for the exercise. */
wb_type compared_type(void);

/* The length of the runs that the network sorts, each for itself. */
uint32_t run_length(void);

/* The passes of a step that one can tell apart; 1, if it is all or nothing. */
int count_passes(void);

uint32_t power_of_two_from(uint32_t count);

/* So many groups of `size` that they cover `count`: the quotient, rounded up. */
GLuint groups(uint32_t count, uint32_t size);

/* ---- The steps: each sorts the given pairs anew ---- */

void step_global(void);     // version 1, and what is made from it
void step_no_barrier(void); // BROKEN
void step_shared(void);     // version 2
void step_bitonic(void);    // version 3
void step_radix(void);      // version 4
void step_cpu(void);        // both peers

/* ---- oracle.c: wb_lesson's expect() and verify() ---- */

bool oracle_expect(const char *buffer, int64_t steps, void *expected);
bool oracle_verify(void);

/* ---- picture.c ---- */

/* Makes bitonic.picture. False, with a message, if a shader does not compile. */
bool picture_create(void);

/* Does nothing if there is none. */
void picture_delete(void);

/* wb_lesson's draw() and status(). Up to PICTURE_ROW_KEYS keys: one row of coloured cells after
 * every pass, who was exchanged with whom in the pass that is shown, and the keys after it as bars.
 * More keys: before and after, as two squares of coloured pixels. */
void picture_draw(const wb_view *view);
void picture_status(char *text, size_t size);

#endif
