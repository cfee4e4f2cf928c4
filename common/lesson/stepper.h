/* Runs a lesson's step dispatch by dispatch.
 *
 * A lesson's step() is an ordinary function that issues all the dispatches of a frame. To stop
 * inside it, the stepper runs it on a stack of its own (a coroutine, by ucontext) and leaves it at
 * the end of each pass; the OpenGL context stays current, and buffers and picture are as they are
 * at that moment. Going back needs a snapshot: before the first dispatch of a step, all named
 * buffers are copied on the GPU, and the lesson's state struct on the CPU. */
#ifndef WB_STEPPER_H
#define WB_STEPPER_H

#include "lesson/app.h"

/* Whether a step has begun and not ended: the lesson is between two of its dispatches. */
bool wb_stepper_is_inside(void);

/* How many passes of the present step have run. 0 at its start. */
int wb_stepper_position(void);

/* Runs up to the end of the next pass; begins a step if none is under way (taking a snapshot). A
 * step that has no pass left after it ends with it. False, with a message, if memory for the
 * snapshot is short. */
bool wb_stepper_dispatch(wb_app *app);

/* Runs what is left of the step; a whole step, if none is under way. */
bool wb_stepper_finish(wb_app *app);

/* Back to the start of the step under way, or of the last one that ended, if nothing has begun
 * since. Buffers, the lesson's state and app->frame are then as they were. False if there is no
 * snapshot. */
bool wb_stepper_back(wb_app *app);

/* Whether wb_stepper_back() would do something. */
bool wb_stepper_can_go_back(void);

/* The contents of a named buffer at the start of the step, from the snapshot, into `data`; false if
 * there is none. */
bool wb_stepper_start_state(const char *buffer, void *data);

/* Gives the coroutine and the snapshot up: before a restart, another variant, and at the end. */
void wb_stepper_reset(void);

#endif
