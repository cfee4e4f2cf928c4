/* What is right: filters, the wave and the dish on the CPU. */
#ifndef FIELDS_ORACLE_H
#define FIELDS_ORACLE_H

#include "lesson/lesson.h"

/* wb_part's expect(). */
wb_answer filter_expect(const char *buffer, int64_t steps, void *expected);
wb_answer pond_expect(const char *buffer, int64_t steps, void *expected);
wb_answer light_expect(const char *buffer, int64_t steps, void *expected);
wb_answer dish_expect(const char *buffer, int64_t steps, void *expected);

/* wb_part's verify(): exact, but for a map, whose rates may be rounded in more than one way, and
 * for a sampler between texels. */
wb_result filter_verify(void);
wb_result dish_verify(void);

/* wb_part's inputs(). */
void filter_inputs(const char *buffer, size_t index, int64_t steps, char *text, size_t size);
void pond_inputs(const char *buffer, size_t index, int64_t steps, char *text, size_t size);

#endif
