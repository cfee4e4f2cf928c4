/* What there is to do in this lesson. */
#ifndef PROFILING_TASKS_H
#define PROFILING_TASKS_H

#include "lesson/lesson.h"

extern const wb_task tasks[];

/* What a task's kernel is checked with, where that is not the part's cases. */
extern const char *const apart_cases[];

#endif
