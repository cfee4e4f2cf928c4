/* What the exercise asks for, its hints, and the cases of its check. */
#ifndef EXERCISES_H
#define EXERCISES_H

#include "lesson/lesson.h"

extern const wb_exercise sample_places;
extern const char *const places_cases[];

#endif
