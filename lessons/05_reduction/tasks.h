/* What the tasks ask for, their hints, and the cases of their checks. */
#ifndef REDUCTION_TASKS_H
#define REDUCTION_TASKS_H

#include "lesson/lesson.h"

extern const wb_task tasks[];
extern const char *const filler_cases[],
    *const maximum_cases[], *const largest_cases[], *const group_cases[], *const highest_cases[];

#endif
