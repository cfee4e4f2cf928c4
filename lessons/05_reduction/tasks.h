/* What the tasks ask for, their hints, the cases of their checks, and the parts that only they
 * have. */
#ifndef REDUCTION_TASKS_H
#define REDUCTION_TASKS_H

#include "lesson/lesson.h"

extern const wb_task tasks[];
extern const char *const filler_cases[],
    *const maximum_cases[], *const largest_cases[], *const group_cases[], *const highest_cases[];
extern const wb_part largest_part, argmax_part, groups_part, horizon_part;

#endif
