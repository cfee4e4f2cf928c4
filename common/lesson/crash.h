/* A word where a driver ends the program, or does not come back: none survives an index far beyond
 * a shared array, and not all end a loop that does not end itself. */
#ifndef WB_LESSON_CRASH_H
#define WB_LESSON_CRASH_H

#include <stdbool.h>

/* From here on, a crash of this process says what it most likely was. It stays a crash. */
void wb_crash_listen(void);

/* Somebody who waits for more than 20 s from here to the next call is told in which pass, and what
 * that may mean. `false`: nobody waits. */
void wb_crash_expect_progress(bool expected);

/* From here on such a wait ends the process, with that message and WB_EXIT_LACKING: where somebody
 * else has started it, who goes on without what it would have found. */
void wb_crash_end_stalls(void);

#endif
