/* What a run leaves behind. */
#ifndef WB_LESSON_RESULTS_H
#define WB_LESSON_RESULTS_H

#include "lesson/app.h"

/* The lesson's status and the table of pass times, on stdout. */
void wb_results_print_times(const wb_app *app);

/* The picture, files and hash that the command line asks for. `seconds` is how long the frames
 * took. Returns an exit status, with a message if it is not WB_EXIT_GOOD. */
int wb_results_write(wb_app *app, double seconds);

/* Adds what the kernel machine has found and counted to what --json will write; before
 * wb_kernels_quit(). False, with a message, if memory is short. */
bool wb_results_take_kernels(wb_app *app);

/* The same of the lesson's tasks, the last check of which was that of `checked`. */
bool wb_results_take_task(wb_app *app, const wb_task *checked, bool solved);

/* Writes the file of --json, if one of the two above has put something there: after the end of the
 * barrier checker, because its findings belong to it. False, with a message, if the file cannot be
 * written. */
bool wb_results_write_json(wb_app *app);

/* ---- --record: the pictures of a run, in record.c ---- */

/* Whether the name ends in .webp: a file, and no directory. */
bool wb_record_is_animation(const wb_options *options);

/* Makes the directory if there is none, and tries whether files can be written there; for an
 * animation, looks for Debian's img2webp. Returns an exit status, with a
 * message if it is not WB_EXIT_GOOD; WB_EXIT_USAGE if --every leaves out all frames of the run. */
int wb_record_begin(wb_app *app);

/* Writes the picture of the present frame, unless --every leaves it out: frame_00012.png. Returns
 * an exit status, with a message if it is not WB_EXIT_GOOD. */
int wb_record_frame(wb_app *app);

/* After the last frame: writes the animation. In a directory, removes the pictures of an earlier,
 * longer recording whose numbers follow, or a video would show them as if they belonged to this
 * one. False, with a message, if there is no animation. */
bool wb_record_end(wb_app *app);

/* A clip of what a window shows, from one moment to another: begins an animation at `path`, which
 * the caller keeps until the end; then wb_record_frame() and wb_record_end(), as above. */
int wb_record_begin_clip(wb_app *app, const char *path);

#endif
