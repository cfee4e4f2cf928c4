/* What there is to do in this lesson. */
#ifndef BOIDS_TASKS_H
#define BOIDS_TASKS_H

#include "lesson/lesson.h"

extern const wb_task tasks[];

#endif
