/* The check of a task, from the window: in a process of its own, because not every driver survives
 * every kernel, and without waiting for it. */
#ifndef WB_UI_TASK_RUN_H
#define WB_UI_TASK_RUN_H

#include "lesson/lesson.h"
#include "os/process.h"

#include <stdio.h>

typedef struct wb_task_run {
    const wb_task *task; // of the last check; NULL: there was none
    wb_process child;
    bool solved;
    char text[6000]; // what it said
    FILE *out;
} wb_task_run;

/* Starts the check; ends one that is under way. `answer`: of a task that asks for one, else NULL.
 * Without a process for it, `text` says so. */
void wb_task_run_start(wb_task_run *run, const wb_task *task, const char *answer);

/* Whether the check has ended since the last call. */
bool wb_task_run_look(wb_task_run *run);

#endif
