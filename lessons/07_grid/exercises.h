/* What the exercises ask for, their hints, and the cases of their checks. */
#ifndef GRID_EXERCISES_H
#define GRID_EXERCISES_H

#include "lesson/lesson.h"

extern const wb_exercise four_nearest, pairs;
extern const char *const pairs_cases[];

#endif
