/* What the exercises ask for, their hints, the cases of their checks, and how they differ
 * from their neighbours. */
#ifndef EXERCISES_H
#define EXERCISES_H

#include "state.h"

extern const wb_exercise sample_places, value_kinds;
extern const char *const places_cases[], *const kinds_cases[];
extern const lesson_way places_way, kinds_way;

#endif
