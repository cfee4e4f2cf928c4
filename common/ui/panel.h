/* The panel beside the picture: variants, parameters, times, the stepper, buffers and kernels of
 * the running lesson.
 *
 * Dear ImGui draws it, into the left part of the window; only the files panel*.cpp are C++. The
 * panel changes nothing itself: it returns what the person asks for as a request, which the window
 * carries out after the panel's frame. Hidden, the panel makes no frame, reads nothing back, and
 * does not listen to the lesson's calls. */
#ifndef WB_UI_PANEL_H
#define WB_UI_PANEL_H

#include "lesson/app.h"
#include "ui/debugger.h"

struct GLFWwindow;

typedef enum wb_action {
    WB_ACTION_NONE,
    WB_ACTION_PAUSE,    // or, if it is paused, run on
    WB_ACTION_DISPATCH, // run one dispatch
    WB_ACTION_STEP,     // run up to the end of the step
    WB_ACTION_BACK,     // back to the start of the step
    WB_ACTION_RESTART,
    WB_ACTION_VARIANT, // choose `variant`
    WB_ACTION_PARAM,   // set the parameter number `param` to `value`
    WB_ACTION_SEED,    // restart with `seed`
    // The debugger's; all but the first two and _CLOSE are for an open one:
    WB_ACTION_DEBUG,       // open the pass number `pass` of a step, or WB_DEBUGGER_FIRST
    WB_ACTION_SHOW_ME,     // open what a broken variant is about, at its finding
    WB_ACTION_WHICH,       // open the dispatch number `dispatch` of the same pass
    WB_ACTION_GROUP,       // open the work group `group`
    WB_ACTION_GO,          // to `goal`, or `back` to it
    WB_ACTION_OTHERS,      // bring the lanes for which the others wait
    WB_ACTION_LANE,        // look at `lane`; commands move `width` lanes (0: all)
    WB_ACTION_CURSOR,      // choose `line`
    WB_ACTION_BREAKPOINT,  // at `line`, or none there any more
    WB_ACTION_CONDITION,   // of the breakpoint at `line`: `text`
    WB_ACTION_WATCH,       // show the expression `text` in all lanes
    WB_ACTION_FINDING,     // show `finding`
    WB_ACTION_BOTH_ORDERS, // play `finding`, a race, in both orders
    WB_ACTION_CLOSE,       // close the debugger
} wb_action;

typedef struct wb_request {
    wb_action action;
    const wb_variant *variant;
    int param;
    double value;
    uint64_t seed;
    int pass, dispatch, line,
        finding; // a pass from 0, the others from 1; a line of the kernel's text
    wb_debug_goal goal;
    bool back;
    uint32_t lane, width, group[3];
    char text[96];
} wb_request;

/* What the panel is told; it asks the other modules for the rest. */
typedef struct wb_panel_view {
    wb_app *app;
    bool paused;
    bool stopped;          // by an error: the lesson has no buffers, and nothing to step
    double frames_per_s;   // 0: not known yet
    int64_t version;       // changes whenever buffers may hold something else
    wb_debugger *debugger; // NULL: there is no debugger here
} wb_panel_view;

/* Shows or hides it. When it is shown for the first time, `stepping` opens the sections that are
 * needed to step through dispatches. For tests: without a window (NULL), the caller gives Dear
 * ImGui its input, and the size of the display. */
void wb_panel_show(struct GLFWwindow *window, bool stepping);
void wb_panel_hide(void);
bool wb_panel_is_shown(void);

/* How much of the window it takes, from the left, in the window's units; 0 while it is hidden. */
int wb_panel_width(void);

/* How much larger text and lines of the panel and the picture's banner have to be than on an
 * ordinary monitor: what the platform reports; if that is 1, as for large monitors under X11, it
 * follows from the window's size in pixels. 1 without a window (NULL). */
float wb_panel_scale(struct GLFWwindow *window);
float wb_panel_scale_for(float reported, int width, int height);

/* While on, the debugger takes the whole panel, which is wider. */
void wb_panel_open_debugger(bool on);

/* Takes the input since the last frame, and draws into the bound framebuffer, the window's. Call it
 * only while the panel is shown. */
wb_request wb_panel_frame(const wb_panel_view *view);

/* Whether keys are for a text box or an open list of the panel, not for the window. */
bool wb_panel_wants_keys(void);

/* Called after every restart: forgets what was known of passes and buffers. */
void wb_panel_lesson_restarted(void);

/* Called before dispatches run while paused: keeps what the buffer inspector shows, so that it can
 * mark what they change. */
void wb_panel_before_dispatch(void);

/* While on, errors go to stderr, and are kept for the panel, too. */
void wb_panel_keep_errors(bool on);

/* Forgets the errors: their causes are gone. */
void wb_panel_clear_errors(void);

/* Whether there are any. */
bool wb_panel_has_errors(void);

/* Deletes everything. Safe if it was never shown. */
void wb_panel_quit(void);

#endif
