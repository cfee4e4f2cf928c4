/* What is right, on the CPU: every particle against every other, without any grid. */
#ifndef ORACLE_H
#define ORACLE_H

#include "compute/grid.h"

#include <stdint.h>

typedef struct oracle {
    uint32_t count;
    float (*positions)[3], (*velocities)[4];
    float radius;
    int k, room; // nearest neighbours; room in the lists, entries a particle
    const uint32_t
        *accepted; // an order of the particles that will do, if it is one by cell; or NULL
} oracle;

/* One frame of shaders/07_grid/move.comp. */
void oracle_move(oracle *o, const float low[3], const float high[3], float time_step);

/* Fills `expected` with what a buffer of the lesson holds; of the grid's own, if `of_grid` is set,
 * those that are a result. False if there is no answer for that buffer, or, with a message, no
 * memory. Entries of "neighbours" behind the last list are left as they are. */
bool oracle_answer(const oracle *o, const wb_grid *grid, bool of_grid, const char *buffer,
                   void *expected);

#endif
