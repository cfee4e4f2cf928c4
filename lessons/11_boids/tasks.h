/* What there is to do in this lesson, and the cases of its tasks' checks. */
#ifndef BOIDS_TASKS_H
#define BOIDS_TASKS_H

#include "lesson/lesson.h"

extern const wb_task tasks[];
extern const char *const share_cases[], *const seam_cases[], *const flock_cases[],
                                                                 *const whirl_cases[];

#endif
