/* What the tasks ask for, and what they are checked on. */
#ifndef GALAXY_TASKS_H
#define GALAXY_TASKS_H

#include "lesson/lesson.h"

extern const wb_task tasks[];
extern const char *const hole_cases[], *const curve_cases[], *const fetch_cases[],
                                                                 *const butterfly_cases[];

#endif
