/* What the tasks ask for, their hints, and the cases of their checks. */
#ifndef REDUCTION_TASKS_H
#define REDUCTION_TASKS_H

#include "lesson/lesson.h"

extern const wb_task tasks[];
extern const char *const largest_cases[], *const highest_cases[];

#endif
