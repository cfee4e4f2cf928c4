/* The running lesson, as the parts of the main loop share it. Not for lessons. */
#ifndef WB_LESSON_APP_H
#define WB_LESSON_APP_H

#include "gl/target.h"
#include "lesson/lesson.h"
#include "lesson/options.h"
#include "lesson/params.h"
#include "lesson/variants.h"
#include "step/snapshot.h"
#include "step/stepper.h"

#include <stdio.h>

/* What a named buffer held before the first step. */
typedef struct wb_start_copy {
    const char *name; // NULL ends the list
    void *data;
} wb_start_copy;

/* A cell that is painted before a frame. */
typedef struct wb_stroke {
    int64_t frame;
    int column, row;
    bool erases;
} wb_stroke;

/* The hand in each frame of a run, and what is painted; see lesson/input.h. */
typedef struct wb_input {
    wb_hand *hands;
    int64_t count, room;
    wb_stroke *strokes; // by frames
    int stroke_count, stroke_room;
    int next_stroke; // that is to be played
} wb_input;

/* A moment of the run, to go back to. */
typedef struct wb_moment {
    wb_snapshot snapshot;
    wb_param_values params;
    int64_t frame;
} wb_moment;

typedef struct wb_app {
    const wb_lesson *lesson;
    wb_options options;
    wb_param_values defaults;            // of the program's start, before --set
    const wb_variant *variant;           // that runs
    const wb_part *part;                 // to which the variant belongs
    wb_start_copy start[WB_MAX_BUFFERS]; // of a check: the state before the first step
    int64_t frame;                       // frames stepped since init()
    wb_stepper stepper;                  // see lesson/stepping.h, also for the moment
    wb_moment moment; // before the step under way, or the last one that was stepped through
    wb_target target;
    wb_target coarse; // for wb_coarse_begin(), if the picture
    bool is_coarse;   // has to be
    wb_camera camera;
    wb_orbit orbit;
    float mouse_x, mouse_y; // in pixels of the picture; negative if not over it
    wb_hand pointer;        // the window's, for the next frame
    wb_hand hand;           // of the frame under way, or of the last one
    wb_input played, recorded_input;
    FILE *json; // --json: what will be written, except the findings; NULL: nothing so far
    char *json_text;
    size_t json_bytes;
    int recorded;                         // pictures of --record so far
    struct wb_barriers_met *barriers_met; // see lesson/barrier_run.h; may be NULL
    bool seen_enough;      // while a barrier is left out: it has been reported as missing
    bool init_found_usage; // this init() failed because of what the command line asks for
    bool wrong_usage;      // some start failed because of what the command line asks for
    bool checked_before;   // --watch: this check is not the first
    bool has_refused_call; // OpenGL has refused a call, in a variant that should raise no error
} wb_app;

/* Chooses the variant that wb_app_start() will run. Not while another runs. */
void wb_app_choose(wb_app *app, const wb_variant *variant);

/* The number of frames of a run without a window. */
int wb_app_frames(const wb_app *app);

/* Whether --load and --dump know the file's format. If not, a message names those that they know.
 */
bool wb_app_knows_format(const wb_app *app, const wb_assignment *file);

/* All of these return one of the exit statuses of lesson.h, with a message if it is not
 * WB_EXIT_GOOD. */

/* Loads files of the lesson's own format, calls init(), and loads files of arrays, in this order.
 * The second ends the lesson, also after a start that failed. */
int wb_app_start(wb_app *app);
void wb_app_stop(wb_app *app);

/* Runs one step without stops; lesson/stepping.h runs a step in parts. */
void wb_app_step(wb_app *app);

/* If OpenGL has refused a call of the lesson's, which then had no effect, reports it. Call this
 * after the last step; wb_app_step() does so after the first. */
void wb_app_report_refused(wb_app *app);

/* How the lesson's grid lies in app->target. */
wb_grid_view wb_app_grid(const wb_app *app);

/* Where the picture shows the data as cells; see wb_part.cells. False: nowhere. */
bool wb_app_cells(const wb_app *app, wb_cells *cells);

/* What draw() and pick() are told about the picture. */
wb_view wb_app_view(const wb_app *app);

/* Draws the picture into app->target. */
void wb_app_draw(wb_app *app);

int wb_app_write_picture(wb_app *app, const char *path);

/* Keeps a copy of all buffers that are part of the state, for wb_start_state(). False, with a
 * message, if memory is short. The second ends what wb_start_state() returned. */
bool wb_start_state_keep(wb_app *app);
void wb_start_state_forget(wb_app *app);

#endif
