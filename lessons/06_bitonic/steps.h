/* The steps: each sorts the given pairs anew. */
#ifndef STEPS_H
#define STEPS_H

void step_global(void);     // version 1, and what is made from it
void step_shared(void);     // version 2
void step_bitonic(void);    // version 3
void step_radix(void);      // version 4
void step_no_barrier(void); // BROKEN

/* The peers: on one core of the CPU, and then to the GPU. */
void step_cpu_qsort(void);
void step_cpu_radix(void);

#endif
