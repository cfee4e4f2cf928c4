/* What the exercise asks for, its hints, and the cases of its check. */
#ifndef EXERCISES_H
#define EXERCISES_H

#include "lesson/lesson.h"

extern const wb_exercise sample_places, value_kinds;
extern const char *const places_cases[], *const kinds_cases[];

#endif
