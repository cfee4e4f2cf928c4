/* What the exercises ask for, their hints, and the cases of their checks. */
#ifndef LIFE_EXERCISES_H
#define LIFE_EXERCISES_H

#include "lesson/lesson.h"

extern const wb_exercise gas, wide;
extern const char *const gas_cases[], *const wide_cases[];

#endif
