/* What there is to do in this lesson. */
#ifndef SURFACE_TASKS_H
#define SURFACE_TASKS_H

#include "lesson/lesson.h"

extern const wb_task tasks[];
extern const char *const rim_cases[], *const vertex_cases[], *const full_cases[],
                                                                 *const cells_cases[];

#endif
