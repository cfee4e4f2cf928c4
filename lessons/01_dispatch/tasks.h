/* What there is to do in this lesson. */
#ifndef DISPATCH_TASKS_H
#define DISPATCH_TASKS_H

#include "lesson/lesson.h"

extern const wb_task tasks[];

#endif
