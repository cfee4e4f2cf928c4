/* What is right: the Game of Life on the CPU. */
#ifndef LIFE_ORACLE_H
#define LIFE_ORACLE_H

#include "lesson/lesson.h"

/* wb_part's expect(). */
wb_answer expect(const char *buffer, int64_t steps, void *expected);

/* wb_part's inputs(). */
void inputs(const char *buffer, size_t index, int64_t steps, char *text, size_t size);

#endif
