/* The same physics on the CPU, in double precision, written for clearness: what the kernels are
 * checked against. Neighbours are found through a grid of its own, as linked lists. */
#ifndef SPH_ORACLE_H
#define SPH_ORACLE_H

#include "physics.h"

#include <stdbool.h>

typedef struct oracle {
    int count;
    double (*positions)[3];
    double (*velocities)[3];
    double (*accelerations)[3]; // of the last step
    double *densities;          // at the start of the last step
    int *next, *first;          // the grid: particles of a cell, as a linked list
} oracle;

/* Takes positions and velocities as the lesson's buffers hold them: x, y, z and another number.
 * False, with a message, if memory is short. */
bool oracle_create(oracle *o, const physics *p, const float (*positions)[4],
                   const float (*velocities)[4]);
void oracle_free(oracle *o);

/* Advances by `steps` time steps. */
void oracle_step(oracle *o, const physics *p, int64_t steps);

/* Kinetic, potential and elastic energy of all particles, in J, with the densities of the start of
 * the last step, as the lesson measures it. */
double oracle_energy(const oracle *o, const physics *p);

#endif
