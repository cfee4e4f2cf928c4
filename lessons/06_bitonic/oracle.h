/* What is right: the pairs as the C library's qsort() leaves them. wb_part's expect() and verify().
 */
#ifndef BITONIC_ORACLE_H
#define BITONIC_ORACLE_H

#include "lesson/lesson.h"

wb_answer oracle_expect(const char *buffer, int64_t steps, void *expected);
wb_result oracle_verify(void);

#endif
