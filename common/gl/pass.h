/* Named passes: what a debugger shows, what the times are listed by, and where the stepper stops.
 *
 * Every dispatch stands between wb_pass_begin() and wb_pass_end(), together with the barrier that
 * follows it, whose cost belongs to it. A pass does nothing to the GPU's work beyond marking and
 * timing it.
 *
 * Times come from GL_TIME_ELAPSED queries that are read some frames later, so that nothing waits;
 * or, where these see nothing, from a CPU clock (gl/clock.h). wb_pass_clock_name() tells which one
 * it was. */
#ifndef WB_GL_PASS_H
#define WB_GL_PASS_H

#include "gl/clock.h"

#include <stdbool.h>
#include <stdint.h>

/* `name` is kept, not copied. Passes do not nest. */
void wb_pass_begin(const char *name);
void wb_pass_end(void);

/* The name of the pass that is open; NULL outside. */
const char *wb_pass_name(void);

/* Between which passes the driver is, as far as that is known without asking it, so that a signal
 * handler may call this: from the first one whose time has not come back to the last one begun, or
 * just that one, where the passes are not timed by the GPU. False before the first pass. */
bool wb_pass_under_way(const char **first, const char **last);

/* One listener each, NULL for none: called at the very start of wb_pass_begin(), when nothing of
 * the pass has been issued, and at the very end of wb_pass_end(). Passes are never open then. */
typedef void (*wb_pass_hook)(const char *name);
void wb_pass_on_begin(wb_pass_hook hook);
void wb_pass_on_end(wb_pass_hook hook);

/* Timing is off at first. Switching it forgets what was measured. */
void wb_pass_timing(bool on);

/* Marks the end of a frame: a pass that ran several times within a frame counts once, with the sum.
 */
void wb_pass_frame_end(void);

typedef struct wb_pass_times {
    const char *name;
    int dispatches;                    // passes of this name in the last whole frame
    double median_ms, low_ms, high_ms; // a frame; low and high are the 10th and 90th percentile
    int frames;                        // how many of the latest frames these are taken from
} wb_pass_times;

/* The times of the index-th pass in the order of first use; false past the end. Waits for what is
 * still under way if `wait` is true; otherwise uses what has arrived. */
bool wb_pass_times_at(int index, bool wait, wb_pass_times *times);

/* The times of the index-th pass in its latest frames, at most `most` of them, in ms, the latest
 * last. Returns how many; 0 past the end. Does not wait. */
int wb_pass_latest(int index, float *times_ms, int most);

/* "GPU clock (GL_TIME_ELAPSED)" or "CPU clock around glFinish"; "no clock" before the first timed
 * pass. */
const char *wb_pass_clock_name(void);

/* Deletes the query objects. */
void wb_pass_quit(void);

#endif
