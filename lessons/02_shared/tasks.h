/* What the tasks ask for, their hints, the cases of their checks, and how they differ
 * from the other blurs. */
#ifndef SHARED_TASKS_H
#define SHARED_TASKS_H

#include "state.h"

extern const wb_task tasks[];
extern const char *const smear_cases[], *const turn_cases[];
extern const blur_traits smear_traits, turn_traits;

#endif
