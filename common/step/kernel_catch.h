/* Waits for a dispatch, and takes it, with copies of all that it works on, for the kernel debugger
 * (machine/debug.h). The driver runs the dispatch as usual. One is caught at a time. */
#ifndef WB_STEP_KERNEL_CATCH_H
#define WB_STEP_KERNEL_CATCH_H

#include "watch/capture.h"
#include "machine/debug.h"

/* Zeroed: the first dispatch whose kernel runs in the machine. */
typedef struct wb_catch_desc {
    const char *pass;   // the name of the pass; NULL: any
    int number;         // which dispatch of such passes, from 1; 0 means 1
    const char *kernel; // "02_shared/tile.comp": without a pass, the (first) largest of its
                        // dispatches is preferred; NULL: no preference
} wb_catch_desc;

typedef struct wb_caught {
    wb_capture capture; // as before the dispatch
    const char *pass;
    const char *call; // "glDispatchCompute"
} wb_caught;

/* Begins to wait. Needs a current context, and wb_dispatch_begin() before it. */
void wb_catch_begin(const wb_catch_desc *desc);

/* Ends the waiting. Returns what was caught, which lives until wb_catch_forget(); else NULL, with a
 * text for wb_error() in `reason`: why, and what came instead. */
const wb_caught *wb_catch_end(char *reason, size_t size);
void wb_catch_forget(void);

/* From what wb_debug_create() makes a debugger of one of its work groups; needs a current context.
 * The debugger does not outlive what was caught. */
wb_debug_desc wb_caught_desc(const wb_caught *caught, const uint32_t group[3]);

#endif
