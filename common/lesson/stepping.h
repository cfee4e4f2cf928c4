/* The running lesson, dispatch by dispatch, and back: the stepper with a snapshot of the lesson.
 *
 * wb_app_step(), which runs without stops, is not for the middle of a step: wb_app_finish_step()
 * first. */
#ifndef WB_LESSON_STEPPING_H
#define WB_LESSON_STEPPING_H

#include "lesson/app.h"

/* Runs up to the end of the next pass; begins a step if none is under way (taking a snapshot). A
 * step that has no pass left after it ends with it. False, with a message, if memory for the
 * snapshot is short; nothing has run then. */
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

/* Whether the buffers hold what one whole step made of the snapshot, with the parameters that are
 * set now: the moment to ask the oracle about one step. */
bool wb_app_has_result(const wb_app *app);

/* What the lesson's oracle says that the buffer should hold now, laid out as it is, for the caller
 * to free; NULL as wb_app_inspect() is false, which see. */
void *wb_app_expected(wb_app *app, const wb_buffer *buffer);

/* Compares the buffer with the lesson's oracle, as wb_inspect_compare() does; it computes a step on
 * the CPU, so call it once after a step, not in every frame. False if there is no result, or the
 * lesson has no answer for this buffer. What was painted after that step shows as wrong. False,
 * with a message, if memory is short. */
bool wb_app_inspect(wb_app *app, const wb_buffer *buffer, size_t first, size_t count, bool *wrong,
                    long long *first_wrong, size_t *wrong_count);

/* The snapshot alone, for going back to the start of a run. False, with a message, if memory is
 * short. */
bool wb_app_keep_moment(wb_app *app);
void wb_app_return_to_moment(wb_app *app);

/* Gives the coroutine and the snapshot up: before a restart, another variant, and at the end
 * (wb_app_stop() does). A step under way is left where it is. */
void wb_app_forget_steps(wb_app *app);

#endif
