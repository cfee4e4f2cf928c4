/* What the tasks ask for, their hints, and the cases of their checks. */
#ifndef SPH_TASKS_H
#define SPH_TASKS_H

#include "lesson/lesson.h"

extern const wb_task tasks[];
extern const char *const cases_of_pairs[], *const cases_of_tension[];

#endif
