/* What there is to do in this lesson. */
#ifndef PROFILING_TASKS_H
#define PROFILING_TASKS_H

#include "lesson/lesson.h"

extern const wb_task tasks[];

#endif
