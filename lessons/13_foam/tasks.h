/* What there is to do in this lesson. */
#ifndef FOAM_TASKS_H
#define FOAM_TASKS_H

#include "lesson/lesson.h"

extern const wb_task tasks[];

#endif
