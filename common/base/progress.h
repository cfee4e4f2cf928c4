/* How far long work is, on stderr: on a terminal a line that is rewritten in place, elsewhere (a
 * file, a pipe, a machine that only keeps a log) a line every few seconds, which shows
 * that it still runs. Short work says nothing. */
#ifndef WB_BASE_PROGRESS_H
#define WB_BASE_PROGRESS_H

#include "base/message.h"

/* To be called as often as you like; what is shown is at most ten lines a second. */
void wb_progress(const char *format, ...) WB_PRINTF_LIKE(1, 2);

/* For the start of each stage of work that is known to be long: shown at once, but elsewhere than
 * on a terminal only if the last line is three seconds old. */
void wb_progress_stage(const char *format, ...) WB_PRINTF_LIKE(1, 2);

/* Takes the line away, before other output and when the work is done. */
void wb_progress_clear(void);

#endif
