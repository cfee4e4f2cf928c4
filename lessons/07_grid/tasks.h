/* What the tasks ask for, their hints, and the cases of their checks. */
#ifndef GRID_TASKS_H
#define GRID_TASKS_H

#include "lesson/lesson.h"

extern const wb_task tasks[];
extern const char *const pairs_cases[];

#endif
