/* What is right, computed one number after the other on the CPU. */
#ifndef REDUCTION_ORACLE_H
#define REDUCTION_ORACLE_H

#include <stddef.h>
#include <stdint.h>

/* Modulo 2^32; 0 for no numbers. */
uint32_t oracle_sum(const uint32_t *numbers, size_t count);

/* The largest number, and the place of the first of them. There is one at least. */
void oracle_argmax(const uint32_t *numbers, size_t count, uint32_t largest[2]);

/* scan[i] is the sum of all numbers before numbers[i]. */
void oracle_scan(const uint32_t *numbers, size_t count, uint32_t *scan);

/* Particles of x, y, z and mass: their smallest and largest values, and in `centre` the centre of
 * mass and the mass; all sums in double. `scale` becomes what the error of a float32 sum is
 * measured by: the sums of |mass x position|, over the mass, and 1. */
void oracle_extent(const float *particles, size_t count, float low[4], float high[4],
                   double centre[4], double scale[4]);

/* Sums of the first 2, 4, 8, ... 2^levels numbers, in four ways, as the GPU is to make them, bit
 * for bit. The float32 ones come as double. */
enum { ORACLE_PLAIN, ORACLE_KAHAN, ORACLE_DOUBLE, ORACLE_TREE, ORACLE_WAYS };
void oracle_roundings(const float *numbers, int levels, double (*sums)[ORACLE_WAYS]);

/* By how much each of the sums misses the sum of the first `count` numbers, relative to it: 0 if it
 * is exact. The numbers are positive, below 1, and multiples of 2^-72. */
void oracle_relative_errors(const float *numbers, size_t count, const double sums[ORACLE_WAYS],
                            double errors[ORACLE_WAYS]);

#endif
