/* What the buffers should hold, found on the CPU from the pool as it was at the start. */
#ifndef INDIRECT_ORACLE_H
#define INDIRECT_ORACLE_H

#include "lesson/lesson.h"

/* The buffers "pool" and "commands". */
wb_answer expect(const char *buffer, int64_t steps, void *expected);

/* Compares all that the variant has, exactly: fountain.h says why. What lies in any order is sorted
 * for that. */
wb_result verify(void);

#endif
