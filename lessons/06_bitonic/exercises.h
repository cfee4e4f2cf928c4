/* What the exercises ask for, their hints, and the cases of their checks. */
#ifndef BITONIC_EXERCISES_H
#define BITONIC_EXERCISES_H

#include "lesson/lesson.h"

extern const wb_exercise scores, digits;
extern const char *const scores_cases[], *const digits_cases[];

#endif
