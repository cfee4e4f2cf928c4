/* The steps: each sorts the given pairs anew. */
#ifndef BITONIC_STEPS_H
#define BITONIC_STEPS_H

#include "compute/sort.h"

void step_global(void);     // version 1, and what is made from it
void step_shared(void);     // version 2
void step_bitonic(void);    // version 3
void step_radix(void);      // version 4
void step_no_barrier(void); // BROKEN
void step_mirrored(void);   // the tasks whose network is mirrored
void step_digits(void);     // the task in C as well

/* Yours: task.c. Sorts `count` pairs with uint32 keys from `from` into `to`. Both may be the
 * same; `between` has room for as many pairs. */
void task_sort(wb_pairs from, wb_pairs between, wb_pairs to, uint32_t count);

/* The peers: on one core of the CPU, and then to the GPU. */
void step_cpu_qsort(void);
void step_cpu_radix(void);

#endif
