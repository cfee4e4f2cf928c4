/* What the tasks ask for, their hints, the cases of their checks, and how they differ
 * from their neighbours. */
#ifndef ATOMICS_TASKS_H
#define ATOMICS_TASKS_H

#include "state.h"

extern const wb_task tasks[];
extern const char *const count_cases[], *const ticket_cases[], *const largest_cases[];
extern const char *const places_cases[], *const kinds_cases[];
extern const lesson_traits largest_traits, places_traits, kinds_traits;

#endif
