/* Messages for when a driver crashes the program, or hangs. No driver survives an index far beyond
 * a shared array, and some never return from an endless loop. */
#ifndef WB_LESSON_CRASH_H
#define WB_LESSON_CRASH_H

#include <stdbool.h>

/* From here on, if this process crashes, a message names the most likely reason first. */
void wb_crash_listen(void);

/* If more than 20 s pass between this call and the next, a message names the pass under way, and
 * what the reason may be. `false`: the program may take its time. */
void wb_crash_expect_progress(bool expected);

/* From here on, such a wait ends the process, with that message and WB_EXIT_LACKING: for a process
 * whose parent goes on without its result. */
void wb_crash_end_stalls(void);

#endif
