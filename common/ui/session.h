/* The lesson as a person runs it: paused or not, dispatch by dispatch, with other parameters. Keys
 * and panel of the window ask for it, and so do tests, which have no window. */
#ifndef WB_UI_SESSION_H
#define WB_UI_SESSION_H

#include "ui/panel.h"

typedef struct wb_session {
    wb_app *app; // started; the caller steps it, unless it is paused or stopped
    bool paused;
    bool stopped;         // a restart went wrong: nothing runs until the next one
    int64_t version;      // another one whenever buffers may hold something else
    wb_debugger debugger; // closed when the lesson goes on
} wb_session;

/* Does what the request asks for. What cannot be had (a grid that is too large, a shader that does
 * not compile) is told with a message, and the lesson goes on with what it had before. */
void wb_session_do(wb_session *session, wb_request request);

/* For every frame: a debugger whose group has not been reached goes on. True if so: there is
 * something else to see. */
bool wb_session_go_on(wb_session *session);

/* Closes the debugger, if one is open. */
void wb_session_leave_kernel(wb_session *session);

/* The window's title: lesson, variant, status, and whether it runs. */
void wb_session_describe(const wb_session *session, double frames_per_s, char *text, size_t size);

#endif
