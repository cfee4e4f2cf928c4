/* --watch: the check again after every save of a shader. */
#ifndef WB_MODE_WATCH_H
#define WB_MODE_WATCH_H

#include "lesson/app.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Until Ctrl-C. Returns an exit status. */
int wb_run_watch(wb_app *app);

#ifdef __cplusplus
}
#endif
#endif
