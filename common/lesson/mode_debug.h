/* --debug: steps through a kernel in the terminal. */
#ifndef WB_LESSON_MODE_DEBUG_H
#define WB_LESSON_MODE_DEBUG_H

#include "lesson/app.h"

/* Runs --frames frames, catches a dispatch of the next one (--pass), and steps through one of its
 * work groups (--group) by the commands of --do and of standard input. Returns an exit status. */
int wb_run_debug(wb_app *app);

#endif
