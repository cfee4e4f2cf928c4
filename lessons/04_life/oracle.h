/* What is right: the Game of Life on the CPU. */
#ifndef LIFE_ORACLE_H
#define LIFE_ORACLE_H

#include "lesson/lesson.h"

/* wb_part's expect(). */
wb_answer expect(const char *buffer, int64_t steps, void *expected);

#endif
