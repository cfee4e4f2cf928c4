/* What the exercises ask for, their hints, and the cases of their checks. */
#ifndef EXERCISES_H
#define EXERCISES_H

#include "lesson/lesson.h"

extern const wb_exercise scores, digits;
extern const char *const scores_cases[], *const digits_cases[];

#endif
