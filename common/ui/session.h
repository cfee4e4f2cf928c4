/* The lesson as a person runs it: paused or not, dispatch by dispatch, with other parameters.
 * Requests come from the window's keys and panel, and from tests, which have no window. */
#ifndef WB_UI_SESSION_H
#define WB_UI_SESSION_H

#include "ui/panel.h"

typedef struct wb_session {
    wb_app *app; // started; the caller steps it, unless it is paused or stopped
    bool paused;
    bool stopped;         // a restart went wrong: nothing runs until the next one
    int64_t version;      // changes whenever buffers may hold something else
    wb_debugger debugger; // closed when the lesson goes on
} wb_session;

/* Does what the request asks for. If that is not possible (a grid that is too large, a shader that
 * does not compile), there is a message, and the lesson goes on with what it had before. */
void wb_session_do(wb_session *session, wb_request request);

/* For every frame: a debugger that has not reached its group goes on. True if it does: there is
 * something new to see. */
bool wb_session_go_on(wb_session *session);

/* Closes the debugger, if one is open. */
void wb_session_close_debugger(wb_session *session);

/* The window's title: lesson, variant, status, and whether it runs. */
void wb_session_describe(const wb_session *session, double frames_per_s, char *text, size_t size);

#endif
