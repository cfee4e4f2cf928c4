/* What is right: every particle against every other, without any grid; and the order of a counting
 * sort on the CPU. wb_part's expect() and verify(). Particles that are no numbers on both sides are
 * equal. Entries of "neighbours" behind the last list stay as they are. */
#ifndef GRID_ORACLE_H
#define GRID_ORACLE_H

#include "lesson/lesson.h"

wb_answer search_expect(const char *buffer, int64_t steps, void *expected);
wb_result search_verify(void);

/* Not only the state, but the grid's buffers too. One of them is not part of the state, because it
 * has no fixed order: any order within a cell will do for a variant that promises none. */
wb_answer build_expect(const char *buffer, int64_t steps, void *expected);
wb_result build_verify(void);

#endif
