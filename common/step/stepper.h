/* Runs a lesson's step dispatch by dispatch.
 *
 * A lesson's step() is an ordinary function that issues all the dispatches of a frame. To stop
 * inside it, the stepper runs it on a stack of its own (a coroutine, by ucontext) and leaves it
 * where the next pass begins, or where the step ends; the OpenGL context stays current, and buffers
 * and picture are as they are at that moment. Going back needs a snapshot: before the first
 * dispatch of a step, all buffers and textures are copied on the GPU, and the lesson's state struct
 * on the CPU (step/snapshot.h).
 *
 * In the middle of a step, picture, panel and inspector may read every buffer: a glMemoryBarrier
 * stands before and after. So a result that a missing barrier would spoil can be right when it is
 * stepped through. The barrier checker sees none of this, and reports the lesson as it is.
 *
 * What a lesson had bound when it was left is bound again when it goes on (gl/state.h).
 *
 * A step that goes back from its middle never returns, so step() keeps no memory or OpenGL objects
 * of its own from pass to pass, and creates and deletes no named buffers.
 *
 * wb_app_step(), which runs without stops, is not for the middle of a step: wb_stepper_finish()
 * first. */
#ifndef WB_STEPPER_H
#define WB_STEPPER_H

#include "lesson/app.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Whether a step has begun and not ended: the lesson is between two of its dispatches. */
bool wb_stepper_is_inside(void);

/* How many passes of the step under way have run; 0 between two steps. */
int wb_stepper_position(void);

/* Runs up to the end of the next pass; begins a step if none is under way (taking a snapshot). A
 * step that has no pass left after it ends with it. False, with a message, if memory for the
 * snapshot is short; nothing has run then. */
bool wb_stepper_dispatch(wb_app *app);

/* Runs what is left of the step; a whole step, if none is under way. */
bool wb_stepper_finish(wb_app *app);

/* Back to the start of the step under way, or of the last one that ended, if nothing has begun
 * since. Buffers, the lesson's state and app->frame are then as they were; parameters keep the
 * values they have now. False if there is nowhere to go back to. */
bool wb_stepper_back(wb_app *app);

/* Whether wb_stepper_back() would do something. */
bool wb_stepper_can_go_back(void);

/* Whether the buffers hold what one whole step made of the snapshot, with the parameters that are
 * set now: the moment to ask wb_lesson.expect() about one step. */
bool wb_stepper_has_result(void);

/* The contents of a named buffer at the start of the step, from the snapshot, into `data`; false if
 * there is none. */
bool wb_stepper_start_state(const char *buffer, void *data);

/* Gives the coroutine and the snapshot up: before a restart, another variant, and at the end
 * (wb_app_stop() does). A step under way is left where it is. */
void wb_stepper_reset(void);

#ifdef __cplusplus
}
#endif
#endif
