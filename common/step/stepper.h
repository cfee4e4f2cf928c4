/* Runs a step dispatch by dispatch.
 *
 * A lesson's step() is an ordinary function that issues all the dispatches of a frame. To stop in
 * the middle, the stepper runs it on a stack of its own (a coroutine) and leaves it
 * where the next pass begins, or where the step ends; the OpenGL context stays current, and buffers
 * and picture are as they are at that moment. To go back, the caller takes a snapshot
 * (step/snapshot.h) before the step begins.
 *
 * In the middle of a step, picture, panel and inspector may read every buffer: the stepper issues a
 * glMemoryBarrier before and after. So, stepped through, a result can be right that a missing
 * barrier would spoil. The barrier checker does not see the stepper's barriers, and reports the
 * lesson as it is.
 *
 * When the lesson goes on, what it had bound is bound again (watch/saved_state.h).
 *
 * An abandoned step never returns, so step() keeps no memory or OpenGL objects of its own from pass
 * to pass, and creates and deletes no named buffers. */
#ifndef WB_STEP_STEPPER_H
#define WB_STEP_STEPPER_H

#include "os/coroutine.h"
#include "watch/saved_state.h"

#include <stdbool.h>

/* Zeroed: no step is under way. Must not move from begin to free. One runs at a time. */
typedef struct wb_stepper {
    bool is_inside;    // a step is under way: it stands between two of its dispatches
    const char *after; // the pass that has run last of a step under way

    /* The stepper's own. */
    const char *next;         // pass
    void (*work)(void *user); // the step
    void *user;
    bool run_through;   // to the end, without stops
    bool has_failed;    // it could not be left at one of them
    int passes;         // begun in this step
    wb_saved_state *gl; // what the step had bound, while it is left
    wb_coroutine *coroutine;
} wb_stepper;

/* Begins a step; nothing of it runs yet. False, with a message, if the system has no memory for it,
 * or no stack. */
bool wb_stepper_begin(wb_stepper *s, void (*work)(void *user), void *user);

/* Goes on with the step under way: up to the end of its next pass, or, if there is none or if it is
 * asked for, to the end of the step. False, with a message, if the system does not let it begin, go
 * on or stop; the step has then ended, or is left. */
bool wb_stepper_go_on(wb_stepper *s, bool to_the_end);

/* How many passes of the step under way have run; 0 between two steps. */
int wb_stepper_position(const wb_stepper *s);

/* Abandons a step that is under way; the second frees the stack, too. */
void wb_stepper_leave(wb_stepper *s);
void wb_stepper_free(wb_stepper *s);

#endif
