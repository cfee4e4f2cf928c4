/* What there is to do in this lesson. */
#ifndef CLOTH_TASKS_H
#define CLOTH_TASKS_H

#include "lesson/lesson.h"

extern const wb_task tasks[];

#endif
