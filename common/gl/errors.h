/* OpenGL's errors: their names, and how to find out about one call's without losing those of
 * others, which glGetError() hands out first. */
#ifndef WB_ERRORS_H
#define WB_ERRORS_H

#include <stdbool.h>

#include <glad/gl.h>

#ifdef __cplusplus
extern "C" {
#endif

/* "GL_INVALID_VALUE". */
const char *wb_errors_name(GLenum error);

/* How one finds out what call was refused, for a message: a debug context has said so already. */
const char *wb_errors_advice(void);

/* Reports the errors of all calls so far that nobody has asked for, as what they are: errors of
 * calls before `what`, such as "buffer cells was created". Then glGetError() tells of the calls to
 * come. */
void wb_errors_report(const char *what);

/* How many errors wb_errors_report() has reported since the program started. */
int wb_errors_reported(void);

/* Whether memory ran out in the calls since wb_errors_report(). Other errors of theirs are
 * reported, too. */
bool wb_errors_out_of_memory(const char *what);

#ifdef __cplusplus
}
#endif
#endif
