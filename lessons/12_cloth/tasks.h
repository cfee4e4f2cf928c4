/* What there is to do in this lesson, and the cases of its tasks' checks. */
#ifndef CLOTH_TASKS_H
#define CLOTH_TASKS_H

#include "lesson/lesson.h"

extern const wb_task tasks[];
extern const char *const even_cases[],
    *const tail_cases[], *const bend_cases[], *const whole_cases[], *const blow_cases[];

#endif
