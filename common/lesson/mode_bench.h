/* --bench: the versions timed against each other. */
#ifndef WB_LESSON_MODE_BENCH_H
#define WB_LESSON_MODE_BENCH_H

#include "lesson/app.h"

/* Returns an exit status. */
int wb_run_bench(wb_app *app);

#endif
