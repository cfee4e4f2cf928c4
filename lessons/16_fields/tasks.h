/* What the tasks ask for, and their hints. */
#ifndef FIELDS_TASKS_H
#define FIELDS_TASKS_H

#include "lesson/lesson.h"

extern const wb_task tasks[];

#endif
