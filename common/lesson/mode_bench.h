/* --bench: the versions timed against each other. */
#ifndef WB_LESSON_MODE_BENCH_H
#define WB_LESSON_MODE_BENCH_H

#include "lesson/app.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns an exit status. */
int wb_run_bench(wb_app *app);

#ifdef __cplusplus
}
#endif
#endif
