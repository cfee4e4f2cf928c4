/* The one place that listens to OpenGL.
 *
 * The glad loader is generated with --debug: a call goes through a pointer that leads either
 * straight to the driver or by way of a callback before and one after it. This module alone sets
 * these pointers and callbacks, and hands calls on to listeners, so that lessons stay plain OpenGL.
 *
 * Costs: without a listener, all calls go straight to the driver. A listener makes the calls that
 * its rows name go by way of the callbacks, and no others, unless it asks for errors: then all do,
 * and each is followed by a glGetError.
 *
 * Order: each listener has a place of its own (wb_calls_place). Before a call and after it,
 * listeners are told in the order of the places; so are barriers.
 *
 * What a listener may change: whether a compute dispatch reaches the driver (`withheld`), and the
 * bits of a glMemoryBarrier; nothing else. Of a barrier, each listener gets
 * the bits that the code asked for and those that the places before it have left, and returns those
 * that are to go on. Those that the last one leaves reach the driver; if none is left, the call
 * does not.
 *
 * A listener asks OpenGL through the functions of gl/bound.h, or glad_gl...(): no listener hears
 * these. */
#ifndef WB_WATCH_CALLS_H
#define WB_WATCH_CALLS_H

#include <stdarg.h>
#include <stdbool.h>

#include <glad/gl.h>

/* A call, as a listener is told of it. The arguments are taken with va_arg in their order; each
 * listener has them from the first on. Lives until the listener returns. */
typedef struct wb_call {
    const char *name;   // "glDispatchCompute", a string that stays
    const void *result; // where the returned value is; NULL before the call, and if it returns none
    int detail;         // of the row
    bool withheld;      // set before a compute dispatch, it does not reach the driver
    va_list arguments;
} wb_call;

/* A call to listen to, or several: the name is a pattern of fnmatch(), "glDrawArrays*". Of several
 * rows that match a call, the first counts. Either function may be NULL. */
typedef struct wb_calls_row {
    const char *name;
    void (*before)(wb_call *call);
    void (*after)(wb_call *call);
    int detail; // handed on
} wb_calls_row;

typedef struct wb_calls_listener {
    const wb_calls_row *rows; // ends with a NULL name; NULL: none
    /* A call raised `error`. The code that made it still gets it from glGetError(). */
    void (*error)(wb_call *call, GLenum error);
    /* A glMemoryBarrier; see above. Returns the bits that are to go on. */
    GLbitfield (*barrier)(GLbitfield asked, GLbitfield left);
} wb_calls_listener;

typedef enum wb_calls_place {
    WB_CALLS_KNOWLEDGE, // watch/dispatch: what there is; first, so that the others may ask it
    WB_CALLS_GUARD,     // lesson/guard: may withhold a dispatch, or put another program there
    WB_CALLS_BARRIERS,  // watch/barriers; takes bits of barriers away in mutation tests
    WB_CALLS_TRACE,     // step/trace
    WB_CALLS_KERNELS,   // lesson/kernels
    WB_CALLS_CATCH,     // step/kernel_catch
    WB_CALLS_LOG,       // watch/log
    WB_CALLS_GUEST,     // for a test, or a tool of one's own
    WB_CALLS_PLACES,
} wb_calls_place;

/* Puts a listener, which must stay where it is, in its place; NULL takes the one there away. Needs
 * a current context with glad loaded. Not from within a listener. */
void wb_calls_listen(wb_calls_place place, const wb_calls_listener *listener);

#endif
