/* What the exercises ask for, their hints, and the cases of their checks. */
#ifndef INDIRECT_EXERCISES_H
#define INDIRECT_EXERCISES_H

#include "lesson/lesson.h"

extern const wb_exercise level, survey;
extern const char *const level_cases[], *const survey_cases[];

#endif
