/* What is right, on the CPU, by plain loops. expect() says what can be said exactly; verify(), of
 * the parts that have one, judges also what is left to chance: orders, places, the last digits of
 * float sums. */
#ifndef ATOMICS_ORACLE_H
#define ATOMICS_ORACLE_H

#include "base/check.h"
#include "state.h"

wb_answer histogram_expect(const char *buffer, int64_t steps, void *expected);
wb_answer count_expect(const char *buffer, int64_t steps, void *expected);
void count_inputs(const char *buffer, size_t index, int64_t steps, char *text, size_t size);
void append_inputs(const char *buffer, size_t index, int64_t steps, char *text, size_t size);
wb_answer append_expect(const char *buffer, int64_t steps, void *expected);
wb_answer cells_expect(const char *buffer, int64_t steps, void *expected);
wb_answer sum_expect(const char *buffer, int64_t steps, void *expected);
wb_answer operations_expect(const char *buffer, int64_t steps, void *expected);
wb_answer contention_expect(const char *buffer, int64_t steps, void *expected);

wb_result histogram_verify(void);
wb_result append_verify(void);
wb_result cells_verify(void);
wb_result sum_verify(void);
wb_result operations_verify(void);

/* The histogram of one plane of the samples. */
void count_plane(const uint32_t *samples, int plane, uint32_t bins[BINS]);

/* Append: how many different values there are. */
size_t count_kinds(void);

#endif
