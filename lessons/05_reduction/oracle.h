/* What is right, computed one number after the other on the CPU. */
#ifndef REDUCTION_ORACLE_H
#define REDUCTION_ORACLE_H

#include "state.h"

/* wb_part's expect() and verify(). */
wb_answer sum_expect(const char *buffer, int64_t steps, void *expected);
wb_answer largest_expect(const char *buffer, int64_t steps, void *expected);
wb_answer argmax_expect(const char *buffer, int64_t steps, void *expected);
wb_answer rounding_expect(const char *buffer, int64_t steps, void *expected);
wb_answer scan_expect(const char *buffer, int64_t steps, void *expected);
wb_answer scan_group_expect(const char *buffer, int64_t steps, void *expected);
wb_answer horizon_expect(const char *buffer, int64_t steps, void *expected);
wb_result particles_verify(void);
wb_result rounding_verify(void);
wb_result scan_verify(void); // and of the horizon

/* wb_part's inputs(). */
void sum_inputs(const char *buffer, size_t index, int64_t steps, char *text, size_t size);
void largest_inputs(const char *buffer, size_t index, int64_t steps, char *text, size_t size);
void scan_group_inputs(const char *buffer, size_t index, int64_t steps, char *text, size_t size);

/* By how much each of the sums misses the sum of the first `count` numbers, relative to it: 0 if it
 * is exact. The numbers are positive, below 1, and multiples of 2^-72. */
void oracle_relative_errors(const float *numbers, size_t count, const double sums[ROUNDING_WAYS],
                            double errors[ROUNDING_WAYS]);

#endif
