/* The part about sums, by a tree level after level; and the exercise, which is another such tree.
 */
#ifndef REDUCTION_SUMS_H
#define REDUCTION_SUMS_H

#include "lesson/lesson.h"

typedef enum sums_way {
    SUMS_ATOMIC,
    SUMS_INTERLEAVED,
    SUMS_SEQUENTIAL,
    SUMS_FIRST_ADD,
    SUMS_VECTORS,
    SUMS_SUBGROUP,
    SUMS_LOST_PARTIALS,
    SUMS_NO_NEUTRAL,
    SUMS_NO_BARRIER,
    SUMS_NO_MEMORY_BARRIER,
    SUMS_ARGMAX,
    SUMS_WAYS
} sums_way;

enum { SUMS_LEVELS = 6 }; // at most: 2^28 numbers, 32 to a group

typedef struct sums_part {
    int group, vectors; // parameters; the rest is zero before sums_create()

    sums_way way;
    const wb_buffer *values;
    int count;
    wb_buffer partials[SUMS_LEVELS]; // [k]: the sums of level k; the last level's is in `sum`
    wb_buffer sum;                   // one number
    wb_buffer candidates, largest;   // the exercise: numbers and their places
    GLuint sizes[SUMS_LEVELS + 1];   // how many numbers each level starts with; then 1
    int levels;
    GLuint kernel, last_kernel;
} sums_part;

/* `values` stay the caller's. */
bool sums_create(sums_part *part, sums_way way, const wb_buffer *values);
void sums_delete(sums_part *part);

/* After a change of `group` or `vectors`; the values stay. */
bool sums_rebuild(sums_part *part);

void sums_step_atomic(sums_part *part);
void sums_step_tree(sums_part *part);
void sums_step_lost_partials(sums_part *part);
void sums_step_no_memory_barrier(sums_part *part);
void sums_step_argmax(sums_part *part);
void sums_draw(const sums_part *part, const wb_view *view);

#endif
