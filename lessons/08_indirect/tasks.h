/* What the tasks ask for, their hints, and the cases of their checks. */
#ifndef INDIRECT_TASKS_H
#define INDIRECT_TASKS_H

#include "lesson/lesson.h"

extern const wb_task tasks[];
extern const char *const enlist_cases[], *const rows_cases[], *const level_cases[],
                                                                  *const survey_cases[];

#endif
