/* What a run leaves behind. */
#ifndef WB_LESSON_RESULTS_H
#define WB_LESSON_RESULTS_H

#include "lesson/app.h"

/* The lesson's status and the table of pass times, on stdout. */
void wb_results_print_times(const wb_app *app);

/* The picture, files and hash that the command line asked for. `seconds` is how long the frames
 * took. Returns an exit status, with a message if it is not WB_EXIT_GOOD. */
int wb_results_write(wb_app *app, double seconds);

/* Adds what the kernel machine has found and counted to what --json will write; before
 * wb_kernels_quit(). False, with a message, if memory is short. */
bool wb_results_take_kernels(wb_app *app);

/* The file of --json, if one of the two above was there: after the end of the barrier checker,
 * whose findings stand in it. False, with a message, if it cannot be written. */
bool wb_results_write_json(wb_app *app);

#endif
