/* OpenGL's errors: their names, and how to find out about one call's without losing those of
 * others, which glGetError() hands out first.
 *
 * A context that is lost raises the same error with every call, for ever. All of these report it
 * once, and then no more. */
#ifndef WB_GL_ERRORS_H
#define WB_GL_ERRORS_H

#include <stdbool.h>

#include <glad/gl.h>

#ifndef GL_CONTEXT_LOST // of OpenGL 4.5, and of contexts that ask for it
#define GL_CONTEXT_LOST 0x0507
#endif

/* "GL_INVALID_VALUE". */
const char *wb_errors_name(GLenum error);

/* How one finds out what call was refused, for a message: a debug context has said so already. */
const char *wb_errors_advice(void);

/* Reports the first error of all calls so far that nobody has asked for, as what it is: an error of
 * a call before `what`, such as "buffer cells was created". Then glGetError() tells of the calls to
 * come. */
void wb_errors_report(const char *what);

/* Around calls whose own errors matter: keeps what there is so far for wb_errors_take(); and
 * whether there was no error since, with a message if there was one. `what`: "buffer cells cannot
 * be read back". */
void wb_errors_begin(void);
bool wb_errors_end(const char *what);

/* The first error of all calls so far that nobody has reported; GL_NO_ERROR if there is none. */
GLenum wb_errors_take(void);

/* Whether the context is lost, which has then been reported: what fails from now on fails for that.
 */
bool wb_errors_lost(void);

/* How many errors wb_errors_report() has reported since the program started. */
int wb_errors_reported(void);

/* Whether memory ran out in the calls since wb_errors_report(). Other errors of theirs are
 * reported, too. */
bool wb_errors_out_of_memory(const char *what);

#endif
