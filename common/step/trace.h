/* What a step does, seen from outside: its passes in order, each with its last dispatch (kernel,
 * groups, what is bound) and its barrier.
 *
 * The trace listens to the raw calls (watch/calls.h), so lessons need no code for it. It keeps no
 * passes outside a step, such as those of draw(), and no calls outside passes. Switched off, it
 * costs nothing; switched on, it asks OpenGL some questions for each dispatch, which takes longer
 * than the dispatch's call. */
#ifndef WB_STEP_TRACE_H
#define WB_STEP_TRACE_H

#include "watch/dispatch.h"

#include <stdbool.h>

typedef struct wb_trace_pass {
    const char *name;     // as given to wb_pass_begin()
    wb_dispatch dispatch; // the pass's last, with labels and uniforms; empty if there is none
    GLbitfield barrier;   // the bits of the glMemoryBarrier calls that followed it within the pass
    int dispatches;       // how many the pass has
} wb_trace_pass;

/* Begins to listen, if it does not yet; ends that, and forgets everything. Takes wb_pass_on_end()
 * for itself. */
void wb_trace_begin(void);
void wb_trace_end(void);

/* For wb_app_step() and the stepper. A step begins, and the passes of the one under way are
 * forgotten; the step ends, and becomes the last whole one; or it is abandoned, and forgotten. */
void wb_trace_step_begin(void);
void wb_trace_step_end(void);
void wb_trace_step_drop(void);

/* While true, the step under way stands still, and calls do not belong to it: others draw the
 * picture, for example. */
void wb_trace_step_pause(bool on);

/* Whether coming dispatches are described with the values of their uniforms, which takes time. Off
 * at first. */
void wb_trace_values(bool on);

/* The passes of the last whole step; if `whole` is false and a step is under way, those of this
 * step so far. NULL past the end. Valid until the next step. */
const wb_trace_pass *wb_trace_pass_at(bool whole, int index);

#endif
