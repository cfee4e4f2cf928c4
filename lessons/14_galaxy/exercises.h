/* What the exercises ask for, and what they are checked on. */
#ifndef GALAXY_EXERCISES_H
#define GALAXY_EXERCISES_H

#include "lesson/lesson.h"

extern const wb_exercise black_hole, rotation_curve;
extern const char *const hole_cases[], *const curve_cases[];

#endif
