/* --watch: the check again after every save of a shader. */
#ifndef WB_LESSON_MODE_WATCH_H
#define WB_LESSON_MODE_WATCH_H

#include "lesson/app.h"

/* Until Ctrl-C. `check` is called in a process of its own for each check; it makes a context, calls
 * wb_run_watched_check() there, and returns an exit status. So does this. There must be no context
 * yet. */
int wb_run_watch(wb_app *app, int (*check)(wb_app *app));

/* One check, up to the first variant that fails; what is wrong with it has been printed then. */
int wb_run_watched_check(wb_app *app);

#endif
