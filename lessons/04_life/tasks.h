/* What the tasks ask for, their hints, and the cases of their checks. */
#ifndef LIFE_TASKS_H
#define LIFE_TASKS_H

#include "lesson/lesson.h"

extern const wb_task tasks[];
extern const char *const small_cases[], *const gas_cases[], *const wide_cases[];

#endif
