/* What the tasks ask for, and what they are checked on. */
#ifndef GALAXY_TASKS_H
#define GALAXY_TASKS_H

#include "lesson/lesson.h"

extern const wb_task tasks[];
extern const char *const fetch_cases[],
    *const butterfly_cases[],
        *const hole_cases[], *const curve_cases[], *const arrive_cases[], *const neighbour_cases[];

#endif
