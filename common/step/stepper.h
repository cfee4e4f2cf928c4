/* Runs a step dispatch by dispatch.
 *
 * A lesson's step() is an ordinary function that issues all the dispatches of a frame. To stop
 * inside it, the stepper runs it on a stack of its own (a coroutine, by ucontext) and leaves it
 * where the next pass begins, or where the step ends; the OpenGL context stays current, and buffers
 * and picture are as they are at that moment. Going back needs a snapshot (step/snapshot.h), which
 * is the caller's to take before the step begins.
 *
 * In the middle of a step, picture, panel and inspector may read every buffer: a glMemoryBarrier
 * stands before and after. So a result that a missing barrier would spoil can be right when it is
 * stepped through. The barrier checker sees none of this, and reports the lesson as it is.
 *
 * What a lesson had bound when it was left is bound again when it goes on (watch/saved_state.h).
 *
 * A step that is left for good never returns, so step() keeps no memory or OpenGL objects of its
 * own from pass to pass, and creates and deletes no named buffers. */
#ifndef WB_STEP_STEPPER_H
#define WB_STEP_STEPPER_H

#include "watch/saved_state.h"

#include <stdbool.h>
#include <stddef.h>
#include <ucontext.h>

/* Zeroed: no step is under way. Stays where it is from begin to free. One runs at a time. */
typedef struct wb_stepper {
    bool is_inside; // a step has begun and not ended: one is between two of its dispatches

    /* The stepper's own. */
    void (*work)(void *user); // the step
    void *user;
    bool run_through;   // to the end, without stops
    int passes;         // begun in this step
    wb_saved_state *gl; // what the step had bound, while it is left
    char *stack;        // its lowest page cannot be touched, so that an overflow is noticed
    ucontext_t main_loop, step;
    const void *main_stack; // for AddressSanitizer
    size_t main_stack_bytes;
} wb_stepper;

/* Begins a step, of which nothing has run then. False, with a message, if memory is short. */
bool wb_stepper_begin(wb_stepper *s, void (*work)(void *user), void *user);

/* Runs up to the end of the next pass, or to the end of the step, which one without a pass left
 * comes to in either case. A step is under way. */
void wb_stepper_go_on(wb_stepper *s, bool to_the_end);

/* How many passes of the step under way have run; 0 between two steps. */
int wb_stepper_position(const wb_stepper *s);

/* Leaves a step that is under way where it is, for good. */
void wb_stepper_leave(wb_stepper *s);

/* The same, and gives the stack back. */
void wb_stepper_free(wb_stepper *s);

#endif
