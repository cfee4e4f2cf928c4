/* --debug: steps through a kernel in the terminal. */
#ifndef WB_LESSON_MODE_DEBUG_H
#define WB_LESSON_MODE_DEBUG_H

#include "lesson/app.h"
#include "step/kernel_catch.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Runs --frames frames, catches a dispatch of the next one (--pass), and steps through one of its
 * work groups (--group) by the commands of --do and of standard input. Returns an exit status. */
int wb_run_debug(wb_app *app);

/* Runs --frames frames of a lesson that has started, and catches a dispatch of the next one
 * (--pass). NULL, with a message, if there is none; wb_catch_forget() in any case. */
const wb_caught *wb_debug_catch(wb_app *app);

#ifdef __cplusplus
}
#endif
#endif
