/* What a run leaves behind. */
#ifndef WB_RESULTS_H
#define WB_RESULTS_H

#include "lesson/app.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The lesson's status and the table of pass times, on stdout. */
void wb_results_print_times(const wb_app *app);

/* The picture, files, hash and JSON that the command line asked for. `seconds` is how long the
 * frames took. Returns an exit status, with a message if it is not WB_EXIT_GOOD. */
int wb_results_write(wb_app *app, double seconds);

#ifdef __cplusplus
}
#endif
#endif
