/* The OpenGL 4.3 core context: in a GLFW window, or through EGL without any display.
 *
 * There is one context for the whole program. Whatever comes after it speaks plain OpenGL. */
#ifndef WB_GL_CONTEXT_H
#define WB_GL_CONTEXT_H

#include <stdbool.h>

typedef struct wb_context_desc {
    bool headless;     // EGL without a display; otherwise a window
    bool debug;        // a debug context, whose messages are shown and whose errors are counted
    const char *title; // of the window
    int width, height; // of the window, in screen coordinates; made smaller if the screen is
    bool grows;        // larger, too, in the same proportions, where the screen has much room
} wb_context_desc;

/* Makes the context current and loads the OpenGL functions. On failure: false, with a message that
 * says what was needed, what was found and what to do; the program then ends with WB_EXIT_LACKING.
 */
bool wb_context_create(const wb_context_desc *desc);

/* Safe without a context, too. */
void wb_context_delete(void);

/* Whether a window can be opened at all (X11 or Wayland answers). */
bool wb_context_has_display(void);

/* The window, or NULL if there is none. */
struct GLFWwindow *wb_context_window(void);

/* "NVIDIA H100 80GB HBM3/PCIe/SSE2, OpenGL 4.3.0 NVIDIA 580.82.07". Valid until the context ends.
 */
const char *wb_context_name(void);

/* Debug messages of type error since the context was created, but for those that were expected. 0
 * without a debug context. */
int wb_context_error_count(void);

/* Whether errors are expected from now on; at first they are not. They are reported in any case. */
void wb_context_expect_errors(bool expected);

#endif
