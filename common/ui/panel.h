/* The panel beside the picture: variants, parameters, times, the stepper, buffers and kernels of
 * the running lesson.
 *
 * Dear ImGui draws it, into the left part of the window; only the files panel*.cpp are C++. The
 * panel changes nothing itself: it returns what the person asks for as a request, which the window
 * carries out after the panel's frame. Hidden, the panel makes no frame, reads nothing back, and
 * does not listen to the lesson's calls. */
#ifndef WB_UI_PANEL_H
#define WB_UI_PANEL_H

#include "ui/session.h"

struct GLFWwindow;

/* Shows or hides it. When it is shown for the first time, `stepping` opens the sections that are
 * needed to step through dispatches. For tests: without a window (NULL), the caller gives Dear
 * ImGui its input, and the size of the display. */
void wb_panel_show(struct GLFWwindow *window, const wb_session *session, bool stepping);
void wb_panel_hide(void);
bool wb_panel_is_shown(void);

/* How much of the window it takes, from the left, in the window's units: more while the debugger is
 * open, which takes the whole panel; 0 while the panel is hidden. */
int wb_panel_width(void);

/* How much larger text and lines of the panel and the picture's banner have to be than on an
 * ordinary monitor: what the platform reports; if that is 1, as for large monitors under X11, it
 * follows from the window's size in pixels. 1 without a window (NULL). */
float wb_panel_scale(struct GLFWwindow *window);
float wb_panel_scale_for(float reported, int width, int height);

/* Takes the input since the last frame, and draws into the bound framebuffer, the window's; 0
 * frames/s: not known yet. Call it only while the panel is shown. */
wb_request wb_panel_frame(double frames_per_s);

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
