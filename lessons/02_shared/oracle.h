/* What every version should compute, on the CPU: slow and plain. */
#ifndef SHARED_ORACLE_H
#define SHARED_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Each pixel of `blurred` becomes the mean of the (2 radius + 1)^2 around it in `image`, channel by
 * channel, rounded to nearest; beyond an edge, the edge's pixel goes on. RGBA, red in the lowest
 * byte. */
void oracle_blur(const uint32_t *image, uint32_t *blurred, int width, int height, int radius);

/* c = a b, in double. n x n, `pitch` numbers from row to row in all three; the rest of a row of c
 * becomes 0. */
void oracle_matmul(const float *a, const float *b, double *c, int n, int pitch);

/* Each element of `scan` becomes the sum of those before it in its block. */
void oracle_scan(const uint32_t *values, uint32_t *scan, size_t n, size_t block);

/* What the invocation with this lane sums up in the stride lab. */
uint32_t oracle_bank_sum(uint32_t lane, uint32_t pitch, uint32_t rounds, bool broadcast);

/* How many different words of the busiest bank are wanted at once, if each of 32 lanes reads the
 * word at its address: so many turns it takes. */
int oracle_conflicts(const uint32_t addresses[32]);

#endif
