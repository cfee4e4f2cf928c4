/* The part about rounding: the same float32 numbers summed up in four ways, and how far each is
 * off. */
#ifndef REDUCTION_ROUNDING_H
#define REDUCTION_ROUNDING_H

#include "lesson/lesson.h"

typedef struct rounding_part {
    int levels;        // 2^levels numbers
    wb_buffer tree;    // 2 x 2^levels: node j is the sum of nodes 2j and 2j + 1; the numbers last
    wb_buffer running; // what waits between two dispatches: three sums in double, and a correction
    wb_buffer sums;    // levels x 4 x 2: of the first 2, 4, 8, ... numbers, in each way, in double
    GLuint running_kernel, pairs_kernel;
    double (*shown)[4];  // for the picture: `sums` when it was last drawn,
    double (*errors)[4]; // and how far these were off; levels x 4
} rounding_part;

bool rounding_create(rounding_part *part, int levels, uint64_t seed);
void rounding_delete(rounding_part *part);
void rounding_step(rounding_part *part);

/* What `sums` should hold: every bit, because all four ways are fixed orders of correctly rounded
 * additions. */
bool rounding_expect(const rounding_part *part, void *expected);

void rounding_draw(rounding_part *part, const wb_view *view);

#endif
