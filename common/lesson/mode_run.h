/* A run without a window. */
#ifndef WB_LESSON_MODE_RUN_H
#define WB_LESSON_MODE_RUN_H

#include "lesson/app.h"

/* So many frames, then the results. Returns an exit status. */
int wb_run_headless(wb_app *app);

#endif
