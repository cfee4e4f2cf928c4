/* What the exercises ask for, their hints, and the cases of their checks. */
#ifndef EXERCISES_H
#define EXERCISES_H

#include "lesson/lesson.h"

extern const wb_exercise smear, turn;
extern const char *const smear_cases[], *const turn_cases[];

#endif
