/* The running lesson, as the parts of the main loop share it. Not for lessons. */
#ifndef WB_APP_H
#define WB_APP_H

#include "gl/target.h"
#include "lesson/lesson.h"
#include "lesson/options.h"
#include "lesson/params.h"

typedef struct wb_app {
    const wb_lesson *lesson;
    wb_options options;
    wb_param_values defaults; // as the program starts with, before --set
    int variant;              // index into lesson->variants
    int64_t frame;            // frames stepped since init()
    wb_target target;
    wb_camera camera;
    wb_orbit orbit;
    float mouse_x, mouse_y; // in pixels of the picture; negative if not over it
    bool bad_file;          // init() failed because a file of --load cannot be read
    bool has_refused_call;  // OpenGL has, up to the first step, and should not have
} wb_app;

/* All of these return one of the exit statuses of lesson.h, with a message if it is not
 * WB_EXIT_GOOD. */

/* Files of the lesson's own format, init(), and files of arrays, in this order. */
int wb_app_start(wb_app *app);
void wb_app_stop(wb_app *app);

/* One step, without stops. In a window, the stepper (step/stepper.h) can run it in parts. */
void wb_app_step(wb_app *app);

/* How the lesson's grid lies in app->target. */
wb_grid_view wb_app_grid(const wb_app *app);

/* What draw() and pick() are told about the picture. */
wb_view wb_app_view(const wb_app *app);

/* Draws the picture into app->target. */
void wb_app_draw(wb_app *app);

int wb_app_write_picture(wb_app *app, const char *path);

/* --record: makes the directory if there is none, and tries whether files can be written there;
 * writes the picture of the present frame, if it is one of those wanted: frame_00012.png. */
bool wb_record_begin(const wb_options *options);
int wb_record_frame(wb_app *app);

/* The lesson's status and the table of pass times, on stdout. */
void wb_results_print_times(const wb_app *app);

/* The picture, files, hash and JSON that the command line asked for. `seconds` is how long the
 * frames took. */
int wb_results_write(wb_app *app, double seconds);

/* Around reads of buffers for the library's own purposes (hash, dump, check), by wb_buffer_read():
 * with the barrier that they need, and unseen by the barrier checker, to which it is the lesson's
 * own barriers that matter. */
void wb_reading_begins(void);
void wb_reading_ends(void);

/* Start and end of what the barrier checker watches. The start is false, with a message, if
 * --drop-barrier cannot be understood; the end returns how many faults were found. */
bool wb_app_checker_begin(const wb_app *app);
int wb_app_checker_end(const wb_app *app);

/* Ends what wb_start_state() returned. */
void wb_start_state_forget(void);

/* Runs the cases of one variant until one fails, against the oracle and under the barrier checker.
 * `cases` becomes how many it ran. */
bool wb_check_variant(wb_app *app, int variant, int *cases);

/* The index of the exercise among the variants; -1 if there is none. */
int wb_find_exercise(const wb_lesson *lesson);

/* The modes of the program. The context exists. */
int wb_run_headless(wb_app *app);
int wb_run_window(wb_app *app);
int wb_run_check(wb_app *app);
int wb_run_bench(wb_app *app);
int wb_run_measure(wb_app *app); // see bench.h
int wb_run_watch(wb_app *app);

#endif
