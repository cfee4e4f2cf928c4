/* The barrier linter: watches raw OpenGL calls and says where a glMemoryBarrier is missing.
 *
 * Stores that a shader makes to buffers and images are not ordered by OpenGL itself: whoever reads
 * them next, or overwrites what an earlier command still reads, must be separated from them by a
 * glMemoryBarrier with the bit that belongs to the later access (OpenGL 4.3 core, 7.12.2). Most
 * drivers forgive a missing one most of the time, so the picture does not show it. This module
 * follows every buffer (by range) and texture (by level and layer) from access to access and tells.
 *
 * It listens through the debug callbacks of the glad loader (generated with --debug), so the code
 * it watches is plain OpenGL. Until wb_hazard_install() it costs nothing.
 *
 * What it reports:
 *   - a missing barrier: read after write, write after write, write after read
 *   - a dispatch or draw with a storage or uniform block that has no buffer, or too small a buffer
 *   - glDispatchCompute of zero groups
 *   - an OpenGL error, with the call and its arguments
 *   - at the end: objects that were created and never deleted
 *   - at the end, as advice: barriers, or bits of them, that no later access needed
 *
 * What it decides, and why:
 *   - Which bit: the one of the later access, whatever way the earlier shader wrote.
 *   - Write after read: 7.12.2 also asks for synchronization so that stores "will not overwrite
 *     data still to be read by previously requested operations". A store through a block or an
 *     image therefore needs the bit of a block or an image after an earlier read of any kind, a
 *     vertex fetch by a draw included. In a ping-pong the barrier after each dispatch does both.
 *     Reads that hand their data to the caller (glGetBufferSubData, glMapBufferRange) are over when
 *     they return; glFinish() ends all others. glFinish() does not replace the barrier of a read
 *     after a write: completed is not yet visible. A glFinish() that is there for timing only
 *     should be called as glad_glFinish(), unseen, or it hides what is wrong without it.
 *   - Writes by commands (glBufferSubData, glClearBufferData, rendering) are ordered by OpenGL with
 *     everything after them. Only after a shader's writes do they need a bit themselves.
 *   - Whether a block or an image is read or written: `readonly` and `writeonly` in the source, or
 *     both if neither stands there or the source is not found. Declare them.
 *   - Two dispatches that write different elements of one range are reported: which elements a
 *     shader writes is not known. Bind the two parts with glBindBufferRange.
 *   - glCopyImageSubData and glGenerateMipmap are named by no bit; they are treated like
 *     glTexSubImage2D.
 *
 * What it does not see: transform feedback, atomic counter buffers, program pipelines, texture
 * views, fences, a second context, and calls that bypass glad. */
#ifndef WB_HAZARD_H
#define WB_HAZARD_H

#include <stdbool.h>
#include <stddef.h>

#include <glad/gl.h>

typedef enum wb_hazard_kind {
    WB_HAZARD_READ_AFTER_WRITE,
    WB_HAZARD_WRITE_AFTER_WRITE,
    WB_HAZARD_WRITE_AFTER_READ,
    WB_HAZARD_UNBOUND_BLOCK,
    WB_HAZARD_SMALL_BUFFER,
    WB_HAZARD_ZERO_GROUPS,
    WB_HAZARD_GL_ERROR,
    WB_HAZARD_NEVER_DELETED,
    WB_HAZARD_DROP_NOT_MET,        // wb_hazard_drop_barrier() named a barrier that never came
    WB_HAZARD_SUPERFLUOUS_BARRIER, // advice
} wb_hazard_kind;

/* The name of the place outside all debug groups. */
#define WB_HAZARD_NO_PASS "(no pass)"

/* One finding. The strings live until the report function returns; none is NULL. */
typedef struct wb_hazard {
    wb_hazard_kind kind;
    const char *earlier_pass; // missing barriers: the pass that wrote (or read) first; else ""
    const char *later_pass;   // the pass of the call that was at fault; the barrier's pass
    const char *call;         // "glDispatchCompute"; never deleted: what it is, "buffer"; or ""
    const char *object;       // label, or "buffer 7" if it has none; the block; the error's name
    GLbitfield bits;          // missing barriers: the bit that is needed; superfluous: not needed
    const char *text;         // the whole message
} wb_hazard;

/* Starts watching. Call it with the context current and glad loaded (and its debug mode off, see
 * gladUninstallGLDebug), before the code to be watched creates its objects. */
void wb_hazard_install(void);

/* Ends watching: reports what only the end shows (objects never deleted, superfluous barriers),
 * switches glad's debug mode off and frees everything. Call it after the watched code has deleted
 * its objects, with the context still current. Returns how many distinct findings there were,
 * advice not counted; 0 if nothing was installed. */
int wb_hazard_finish(void);

/* Sends findings to `report` instead of wb_error() (advice: wb_warning()). NULL brings that back.
 * Each distinct finding comes once: same kind, passes, call, object and bits. */
typedef void (*wb_hazard_report)(const wb_hazard *finding, void *user);
void wb_hazard_redirect(wb_hazard_report report, void *user);

/* Between true and false, accesses and barriers pass unseen, and count as if they had not been: for
 * what a tool does between the calls of the watched code, such as a stepper. Creation and deletion
 * of objects, and errors, are still seen. Does nothing unless installed. */
void wb_hazard_pause(bool on);

/* A glMemoryBarrier that was met: the `ordinal`-th, from 0, since the debug group of that name was
 * entered (outside all groups: since the start; from 999 on they share one place). */
typedef struct wb_hazard_barrier {
    const char *pass; // lives until wb_hazard_finish()
    int ordinal;
    GLbitfield bits;   // as the code asked for them, dropped ones included
    GLbitfield needed; // those of them that some later access needed so far
    long times;
} wb_hazard_barrier;

/* Fills `barrier` with the index-th place so far, in order of first use of the passes; false past
 * the end. Call before wb_hazard_finish(). */
bool wb_hazard_list_barrier(int index, wb_hazard_barrier *barrier);

/* For mutation tests: from now on, the `ordinal`-th barrier inside each debug group named `pass` is
 * issued without `bits` (GL_ALL_BARRIER_BITS: not at all). Works before wb_hazard_install(), and
 * until wb_hazard_finish(), which reports it if that barrier was never met. */
void wb_hazard_drop_barrier(const char *pass, int ordinal, GLbitfield bits);

/* Writes "GL_SHADER_STORAGE_BARRIER_BIT|GL_COMMAND_BARRIER_BIT" into `text`, which it returns. */
const char *wb_barrier_bits_text(GLbitfield bits, char *text, size_t size);

/* Reads such a text ("GL_ALL_BARRIER_BITS" too). False, with no message, for a name that is not a
 * barrier bit. */
bool wb_barrier_bits_parse(const char *text, GLbitfield *bits);

enum { WB_BARRIER_BITS_TEXT_SIZE = 512 }; // holds every name

#endif
