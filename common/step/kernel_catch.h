/* Waits for a dispatch, and takes it with copies of all that it works on: what the kernel debugger
 * (machine/debug.h) looks into. The dispatch itself goes on to the driver as ever. One at a time.
 */
#ifndef WB_STEP_KERNEL_CATCH_H
#define WB_STEP_KERNEL_CATCH_H

#include "watch/capture.h"
#include "machine/debug.h"

/* Zeroed: the first dispatch whose kernel runs in the machine. */
typedef struct wb_catch_desc {
    const char *pass;   // the name of the pass; NULL: of any
    int number;         // which dispatch of such passes, from 1; 0 means 1
    const char *kernel; // "02_shared/tile.comp": without a pass, rather the largest of its
                        // dispatches, the first of these; NULL: none
} wb_catch_desc;

typedef struct wb_caught {
    wb_capture capture; // of which nothing has run
    const char *pass;
    const char *call; // "glDispatchCompute"
} wb_caught;

/* Begins to wait; with a current context, and inside wb_dispatch_begin() and wb_dispatch_end(). */
void wb_catch_begin(const wb_catch_desc *wish);

/* Ends the waiting. What was caught, which lives until wb_catch_forget(); else NULL, with the
 * reason and what came in place of it in `reason`, as wb_error() wants it. */
const wb_caught *wb_catch_end(char *reason, size_t size);
void wb_catch_forget(void);

/* What the kernel debugger is made of, for one of its work groups; with a current context. The
 * debugger does not outlive what was caught. */
wb_debug_desc wb_caught_desc(const wb_caught *caught, const uint32_t group[3]);

#endif
