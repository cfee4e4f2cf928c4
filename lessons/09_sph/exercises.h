/* What the exercises ask for, their hints, and the cases of their checks. */
#ifndef SPH_EXERCISES_H
#define SPH_EXERCISES_H

#include "lesson/lesson.h"

extern const wb_exercise density_alone, push_of_two, wall_alone, tension_added;
extern const char *const cases_of_pairs[], *const cases_of_tension[];

#endif
