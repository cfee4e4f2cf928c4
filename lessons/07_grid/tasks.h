/* What the tasks ask for, their hints, and the cases of their checks. */
#ifndef GRID_TASKS_H
#define GRID_TASKS_H

#include "lesson/lesson.h"

extern const wb_task tasks[];
extern const char *const build_cases[], *const border_cases[], *const runs_cases[],
                                                                   *const pairs_cases[];

#endif
