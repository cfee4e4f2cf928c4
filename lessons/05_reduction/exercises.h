/* What the exercises ask for, their hints, and the cases of their checks. */
#ifndef REDUCTION_EXERCISES_H
#define REDUCTION_EXERCISES_H

#include "lesson/lesson.h"

extern const wb_exercise largest, highest_before;
extern const char *const largest_cases[], *const highest_cases[];

#endif
