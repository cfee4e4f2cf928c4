/* The same frame on the CPU, in double precision: what is right, particle by particle. Whole
 * numbers have to be the same; where a float decides about one and is too close to call, `unsure`
 * says so. */
#ifndef FOAM_REFERENCE_H
#define FOAM_REFERENCE_H

#include "state.h"

typedef float quad[4];

// Read back before and after a frame of one step.
typedef struct seen {
    size_t count, pool;
    quad *bodies, *motions; // the water, in the order of its cells
    uint32_t *ids, *births, *places;
    quad *x, *v, *next_x, *next_v; // the foam, before and after
    quad *normals;
    quad *before, *curls; // confinement: velocities that were there before, by particle
    float *crests;
    foam_head heads[2], next_heads[2];
    uint32_t unsure;   // `atomic`: births that a rounding may decide
    int *first, *next; // the oracle's own grid: bodies of a cell, as a linked list
} seen;

// How far from a limit a float may not decide. Sums of about 80 terms are off by a millionth.
#define UNSURE 1e-4
#define ROUNDING 1e-5 // of a sum whose terms cancel, in times of their lengths

typedef struct particle {
    double x[3], left, v[3];
    double water; // share of the room around
    bool unsure;  // whether a rounding may decide what it is
} particle;

/* False, with a message, if there is no memory; seen_free() is needed in any case. */
bool seen_create(seen *s);
void seen_free(seen *s);

/* The grid over the bodies, which all functions below look into. */
void build_lists(seen *s);

/* How many are born of particle k of the water, in the order of the cells. */
uint32_t births_of(const seen *s, size_t k, bool *unsure);

/* Newborn j of that particle. */
particle newborn(const seen *s, size_t k, uint32_t j);

/* The slot's particle, a frame later; `left` is 0 if there is none. */
particle moved(const seen *s, size_t slot);

int kind_of(double water);

/* Eddies that are pushed on: the curl around particle k and its length, and how far roundings may
 * have moved each; and from the curls that were read back, what the push adds to its velocity.
 * Where two ways to the eddy's middle are as good, `unsure` is as long as the push. */
void curl_of(const seen *s, size_t k, double curl[4], double *unsure);
void kick_of(const seen *s, size_t k, double kick[3], double *unsure);

/* The task's, from the normals that its kernel has read; and what roundings may add or take
 * away. Below 0: whether the particle moves outwards at all is too close to call. */
double crest_of(const seen *s, size_t k, double *unsure);

/* The cosine between that particle's velocity and its normal; NAN of one at rest. */
double outwards_of(const seen *s, size_t k);

#endif
