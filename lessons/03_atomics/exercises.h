/* What the exercises ask for, their hints, the cases of their checks, and how they differ
 * from their neighbours. */
#ifndef ATOMICS_EXERCISES_H
#define ATOMICS_EXERCISES_H

#include "state.h"

extern const wb_exercise sample_places, value_kinds;
extern const char *const places_cases[], *const kinds_cases[];
extern const lesson_traits places_traits, kinds_traits;

#endif
