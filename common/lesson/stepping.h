/* The running lesson, dispatch by dispatch, and back: the stepper with a snapshot of the lesson.
 * app->stepper tells whether a step is under way, and how far it is.
 *
 * In the middle of a step, call wb_app_finish_step() before wb_app_step(), which runs without
 * stops. */
#ifndef WB_LESSON_STEPPING_H
#define WB_LESSON_STEPPING_H

#include "lesson/app.h"

/* Runs up to the end of the next pass; if no step is under way, takes a snapshot and begins one.
 * The last pass ends the step. False, with a message, if memory for the snapshot is short; then
 * nothing has run. */
bool wb_app_dispatch(wb_app *app);

/* Runs what is left of the step; a whole step, if none is under way. */
bool wb_app_finish_step(wb_app *app);

/* Back to the start of the step under way, or of the last one that ended, if nothing has begun
 * since. Buffers, textures, the lesson's state and app->frame are then as they were; parameters
 * keep the values they have now. False if there is nowhere to go back to. */
bool wb_app_step_back(wb_app *app);

/* Whether wb_app_step_back() would do something. */
bool wb_app_can_step_back(const wb_app *app);

/* The contents of a named buffer at the start of the step, from the snapshot, into `data`; false if
 * there is none. */
bool wb_app_step_start(const wb_app *app, const char *buffer, void *data);

/* Whether the buffers hold what one whole step made of the snapshot, with the parameters as they
 * are now: only then can the oracle be asked about one step. */
bool wb_app_has_result(const wb_app *app);

/* What the buffer should hold now by the lesson's oracle, laid out as the buffer is. The caller
 * frees it. NULL where wb_app_inspect() returns false. */
void *wb_app_expected(wb_app *app, const wb_buffer *buffer);

/* Compares the buffer with the lesson's oracle, as wb_inspect_compare() does. The oracle computes a
 * step on the CPU, so call this once after a step, not in every frame. False if there is no result,
 * if the lesson has no answer for this buffer, or, with a message, if memory is short. What was
 * painted after the step shows as wrong. */
bool wb_app_inspect(wb_app *app, const wb_buffer *buffer, size_t first, size_t count, bool *wrong,
                    long long *first_wrong, size_t *wrong_count);

/* The snapshot alone, for going back to the start of a run. False, with a message, if memory is
 * short. */
bool wb_app_keep_moment(wb_app *app);
void wb_app_return_to_moment(wb_app *app);

/* Frees the stepper and the snapshot, before a restart, another variant, and at the end:
 * wb_app_stop() does so. A step under way is abandoned. */
void wb_app_forget_steps(wb_app *app);

#endif
