/* What the tasks ask for, their hints, and the cases of their checks. */
#ifndef SPH_TASKS_H
#define SPH_TASKS_H

#include "lesson/lesson.h"

extern const wb_task tasks[];
extern const char *const cases_of_dust[],
    *const cases_of_gas[], *const cases_of_leak[], *const cases_of_shares[],
                                                       *const cases_of_notes[],
                                                           *const cases_of_ink[],
                                                               *const cases_of_tension[];

#endif
