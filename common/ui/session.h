/* The lesson as a person runs it: paused or not, dispatch by dispatch, with other parameters.
 * Requests come from the window's keys and panel, and from tests, which have no window. */
#ifndef WB_UI_SESSION_H
#define WB_UI_SESSION_H

#include "lesson/app.h"
#include "ui/debugger.h"
#include "ui/task_run.h"

typedef enum wb_action {
    WB_ACTION_NONE,
    WB_ACTION_PAUSE,    // or, if it is paused, run on
    WB_ACTION_DISPATCH, // run one dispatch
    WB_ACTION_STEP,     // run up to the end of the step
    WB_ACTION_BACK,     // back to the start of the step
    WB_ACTION_RESTART,
    WB_ACTION_VARIANT, // choose `variant`
    WB_ACTION_PRESET,  // restart with `preset`
    WB_ACTION_PARAM,   // set the parameter number `param` to `value`, or to what `text` says
    WB_ACTION_SEED,    // restart with `seed`
    WB_ACTION_CHECK,   // check `task`, with the answer `text`, or "" if it asks for none
    // The debugger's; all but the first three and _CLOSE are for an open one:
    WB_ACTION_DEBUG,       // open the pass number `pass` of a step, or WB_DEBUGGER_FIRST
    WB_ACTION_SHOW_ME,     // open what a broken variant is about, at its finding
    WB_ACTION_DEBUG_TASK,  // choose `variant`, and open its kernel, at its first finding
    WB_ACTION_WHICH,       // open the dispatch number `dispatch` of the same pass
    WB_ACTION_GROUP,       // open the work group `group`
    WB_ACTION_GO,          // to `goal`, or `back` to it
    WB_ACTION_OTHERS,      // bring the lanes for which the others wait
    WB_ACTION_LANE,        // look at `lane`; commands move `width` lanes (0: all)
    WB_ACTION_CURSOR,      // choose `line`
    WB_ACTION_BREAKPOINT,  // at `line`, or none there any more
    WB_ACTION_CONDITION,   // of the breakpoint at `line`: `text`
    WB_ACTION_WATCH,       // show the expression `text` in all lanes
    WB_ACTION_STOP,        // when `text` changes, in any lane or (`width` 1) in the focused one
    WB_ACTION_DELETE,      // what is watched, or a breakpoint, with that `number`
    WB_ACTION_FINDING,     // show `finding`
    WB_ACTION_BOTH_ORDERS, // play `finding`, a race, in both orders
    WB_ACTION_CLOSE,       // close the debugger
} wb_action;

typedef struct wb_request {
    wb_action action;
    const wb_variant *variant;
    const wb_task *task;
    const wb_preset *preset;
    int param;
    double value;
    uint64_t seed;
    int pass;                    // from 0
    int dispatch, line, finding; // from 1; a line of the kernel's text
    int number;                  // of a breakpoint
    wb_debug_goal goal;
    bool back;
    uint32_t lane, width, group[3];
    char text[96];
} wb_request;

/* How many there are, if the default is too many for the machine; see wb_param.fewest. */
typedef struct wb_fit {
    const wb_param *param; // NULL: the number stays as it is
    int asked;             // the default
    double asked_rate;     // frames a second that the window showed with it; 0: not yet known
    bool is_over;          // the number has been found, or a person has taken over
    int frames;            // of this probe so far
    double start_s;        // of this probe
} wb_fit;

typedef struct wb_session {
    wb_app *app; // started; the caller steps it, unless it is paused or stopped
    bool paused;
    bool stopped;         // a restart went wrong: nothing runs until the next one
    int64_t version;      // changes whenever buffers may hold something else
    wb_task_run check;    // of a task, the last
    wb_debugger debugger; // closed when the lesson goes on
    wb_fit fit;
} wb_session;

/* Does what the request asks for. If that is not possible (a grid that is too large, a shader that
 * does not compile), there is a message, and the lesson goes on with what it had before. */
void wb_session_do(wb_session *session, wb_request request);

/* For every frame: a debugger that has not reached its group goes on, and the check of a task may
 * have ended. True if there is something new to see. */
bool wb_session_go_on(wb_session *session);

/* Begins to fit the lesson to the machine; without effect if it has no number to fit, or if a
 * variant runs that needs its number: one of another part, a broken one or a task. Then
 * wb_session_fit(), after every frame that was shown, with the time: a probe of a second decides
 * whether the picture becomes coarse, if it can, and further ones whether the lesson starts anew
 * with fewer. One line says what became of it, and the first request of a person ends it. True if
 * anything has changed. */
void wb_session_begin_fit(wb_session *session);
bool wb_session_fit(wb_session *session, double now_s);

/* Closes the debugger, if one is open. */
void wb_session_close_debugger(wb_session *session);

/* The window's title: lesson, variant, how many if they are fewer than the default, whether the
 * picture is coarse, status, and whether it runs. */
void wb_session_describe(const wb_session *session, double frames_per_s, char *text, size_t size);

#endif
