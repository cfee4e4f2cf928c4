/* As much of OpenGL as a stopwatch needs, with a pretended GPU: it knows how long each pass takes,
 * and notices any waiting. For the task in C; the names and the rules are OpenGL's.
 */
#ifndef PROFILING_PRETENDED_GL_H
#define PROFILING_PRETENDED_GL_H

#include <stdint.h>

typedef int GLint;
typedef int GLsizei;
typedef unsigned GLenum;
typedef unsigned GLuint;
typedef int64_t GLint64;
typedef uint64_t GLuint64;

enum {
    GL_FALSE = 0,
    GL_TRUE = 1,
    GL_QUERY_RESULT = 0x8866,
    GL_QUERY_RESULT_AVAILABLE = 0x8867,
    GL_TIMESTAMP = 0x8E28,
};

void glGenQueries(GLsizei count, GLuint *queries);

/* The GPU writes its time, in ns, when it has done what was issued before. What the query held
 * until then is gone from now on. */
void glQueryCounter(GLuint query, GLenum timestamp);

/* Is the result there? Does not wait. */
void glGetQueryObjectiv(GLuint query, GLenum available, GLint *result);

/* The result; waits until it is there. */
void glGetQueryObjectui64v(GLuint query, GLenum result_name, GLuint64 *result);

/* The GPU's time now, and not when it has done what was issued. Does not wait. */
void glGetInteger64v(GLenum timestamp, GLint64 *result);

void glFinish(void);

/* ---- The task ---- */

/* Around the pass, once in each frame. */
void stopwatch_start(void);
void stopwatch_stop(void);

/* The mean time of the pass, in ms, over the latest 60 frames whose times are known; over fewer,
 * while fewer are known; 0 if none are. */
double stopwatch_mean_ms(void);

#endif
