/* What a step does, seen from outside: its passes in order, each with its last dispatch (kernel,
 * groups, what is bound) and its barrier.
 *
 * It listens to the raw calls (watch/calls.h), so lessons need no code for it. Passes outside a
 * step, as those of draw(), are not kept, and neither are calls outside passes. Switched off it
 * costs nothing; switched on, some questions to OpenGL for each dispatch, which takes longer than
 * issuing it. */
#ifndef WB_STEP_TRACE_H
#define WB_STEP_TRACE_H

#include "watch/dispatch.h"

#include <stdbool.h>

typedef struct wb_trace_pass {
    const char *name; // as given to wb_pass_begin()
    wb_dispatch
        dispatch; // the last in the pass, with labels and uniforms; empty in a pass without one
    GLbitfield barrier; // the bits of the glMemoryBarrier calls that followed it within the pass
    int dispatches;     // within the pass
} wb_trace_pass;

/* Begins listening, unless it has begun; ends it, which forgets all. Takes wb_pass_on_end() for
 * itself. */
void wb_trace_begin(void);
void wb_trace_end(void);

/* For wb_app_step() and the stepper. A new step begins, and the passes of the one under way are
 * forgotten; it ends, and has become the last whole step; or it never ends, and is forgotten. */
void wb_trace_step_begin(void);
void wb_trace_step_end(void);
void wb_trace_step_drop(void);

/* Between true and false the step under way is left for a while: what others do meanwhile, as to
 * draw the picture, is none of it. */
void wb_trace_step_pause(bool on);

/* Whether the dispatches to come are described with the values of their uniforms, which takes its
 * time. Not at first. */
void wb_trace_values(bool on);

/* The passes of the step under way (`whole` false) or of the last whole one (true; also false,
 * while no step is under way); NULL past the end. Valid until the next step. */
const wb_trace_pass *wb_trace_pass_at(bool whole, int index);

#endif
