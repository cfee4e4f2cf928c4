/* Random numbers that are the same on every machine: PCG32 (XSH-RR 64/32) of M. E. O'Neill,
 * "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for Random Number
 * Generation", 2014. One fixed sequence, 54, which is that of the author's demonstration: its
 * published numbers are what the tests compare with. Not for security. */
#ifndef WB_BASE_RANDOM_H
#define WB_BASE_RANDOM_H

#include <stdint.h>

typedef struct wb_random {
    uint64_t state;
} wb_random;

/* A generator that depends on `seed` alone; every value is a good seed, 0 included. */
wb_random wb_random_seed(uint64_t seed);

/* All 32 bits. */
uint32_t wb_random_u32(wb_random *random);

/* 0 <= x < 1, in steps of 2^-24. */
float wb_random_float(wb_random *random);

/* 0 <= x < limit, every value equally likely; 0 if limit is 0. */
uint32_t wb_random_below(wb_random *random, uint32_t limit);

/* What hash() and next_float() of shaders/random/random.glsl are, bit for bit: for an oracle. */
uint32_t wb_random_hash(uint32_t x);
float wb_random_hash_float(uint32_t *random);

#endif
