/* OpenGL's errors: their names, and how to ask about one call's error without losing those of
 * earlier calls, which glGetError() hands out first.
 *
 * A context that is lost raises the same error with every call, for ever. These functions report it
 * once. */
#ifndef WB_GL_ERRORS_H
#define WB_GL_ERRORS_H

#include <stdbool.h>

#include <glad/gl.h>

#ifndef GL_CONTEXT_LOST // of OpenGL 4.5, and of contexts that ask for it
#define GL_CONTEXT_LOST 0x0507
#endif

/* "GL_INVALID_VALUE". */
const char *wb_errors_name(GLenum error);

/* For a message: how a person finds out which call was refused. */
const char *wb_errors_advice(void);

/* If an earlier call has raised an error that is still unreported, reports it as an error of a call
 * before `what`, such as "buffer cells was created". After that, glGetError() speaks of later calls
 * only. */
void wb_errors_report(const char *what);

/* Stand around calls whose own errors matter. The first keeps an earlier error for
 * wb_errors_take(). The second returns whether no call since the first has raised an error; if one
 * has, it prints a message, with `what`, such as "buffer cells cannot be read back". */
void wb_errors_begin(void);
bool wb_errors_end(const char *what);

/* The first error so far that is still unreported; GL_NO_ERROR if there is none. */
GLenum wb_errors_take(void);

/* Whether the context is lost. If so, that has been reported, and is why later calls fail. */
bool wb_errors_lost(void);

/* How many errors wb_errors_report() has reported since the program started. */
int wb_errors_reported(void);

/* Whether memory ran out in the calls since wb_errors_report(). Reports the other errors of these
 * calls. */
bool wb_errors_out_of_memory(const char *what);

#endif
