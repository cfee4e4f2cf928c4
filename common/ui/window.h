/* The lesson in a window: keys, mouse, panel, and the loop. */
#ifndef WB_UI_WINDOW_H
#define WB_UI_WINDOW_H

#include "lesson/app.h"

/* Runs until the window is closed. The context, with a window, and app->target exist. Returns an
 * exit status. */
int wb_run_window(wb_app *app);

#endif
