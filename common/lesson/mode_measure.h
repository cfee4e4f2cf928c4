/* --measure: the process in which --bench times one version in one case. */
#ifndef WB_LESSON_MODE_MEASURE_H
#define WB_LESSON_MODE_MEASURE_H

#include "lesson/app.h"

/* Times the variant that the command line names, and writes a wb_bench_result as bytes to stdout.
 * Returns an exit status: WB_EXIT_LACKING if it cannot run here, or not this case. */
int wb_run_measure(wb_app *app);

#endif
