/* What the tasks ask for, their hints, and the cases of their checks. */
#ifndef BITONIC_TASKS_H
#define BITONIC_TASKS_H

#include "lesson/lesson.h"

extern const wb_task tasks[];
extern const char *const network_cases[], *const mirrored_cases[], *const scores_cases[],
                                                                       *const digits_cases[];

#endif
