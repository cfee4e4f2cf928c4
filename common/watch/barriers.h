/* The barrier checker: watches raw OpenGL calls and says where a glMemoryBarrier is missing.
 *
 * OpenGL does not order the stores that a shader makes to buffers and images. A glMemoryBarrier
 * must stand between a store and the next access to the same memory, and between a read and the
 * next store; its bit is that of the later access (OpenGL 4.3 core, 7.12.2). Most drivers forgive a
 * missing barrier most of the time, so the picture does not show it. This module follows each
 * buffer (by range) and each texture (by level and layer) from access to access, and reports.
 *
 * It listens to the calls themselves (watch/calls.h), so the code that it watches is plain OpenGL.
 * Until wb_barriers_begin() it costs nothing.
 *
 * What it reports:
 *   - a missing barrier: read after write, write after write, write after read
 *   - a dispatch or draw with a storage or uniform block that has no buffer, or too small a buffer
 *   - glDispatchCompute of zero groups
 *   - an OpenGL error, with the call and its arguments
 *   - at the end: objects that were created and never deleted
 *   - at the end, as advice: barriers, or bits of them, that no later access needed
 *   - as advice, once for each: a texture that it cannot follow, because it was made before
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
 *   - Whether a block, a member of one or an image is read or written: `readonly` and `writeonly`
 *     in the source as it was compiled (watch/interface.h), or both if neither stands there or the
 *     source is not found. Declare them.
 *   - Two dispatches that write different elements of one range are reported: which elements a
 *     shader writes is not known. Bind the two parts with glBindBufferRange.
 *   - glCopyImageSubData and glGenerateMipmap are named by no bit; they are treated like
 *     glTexSubImage2D.
 *   - What is touched is as narrow as OpenGL says: the declared size of a block that does not end
 *     open, the vertices of a draw that counts them, the levels between base and maximum of a
 *     texture, the layer that is attached. A pixel buffer counts from its offset to its end, and so
 *     do vertices that are drawn by indices; of an array of blocks, every element counts.
 *   - Stores of data, not names: a buffer or a texture that is deleted stays as long as a buffer
 *     texture or a view shows it, and glBufferData, glTexImage and glTexStorage make new stores.
 *   - A command that OpenGL refuses, and one that runs nothing (no groups, no vertices, no
 *     instances, colours masked off), touches nothing. Nor does a block that the program declares
 *     and never uses, though some drivers call it active.
 *   - An atomic counter is a store of the shader's, as an atomic operation on a block is: two
 *     dispatches that count need a barrier between them.
 *
 * tests/gl/test_conformance.c has the sentences of the specification behind all this, each with a
 * bug and its corrected twin.
 *
 * What it does not see: fences, a second context, calls that bypass glad, and which of two objects
 * is meant where a framebuffer or a vertex array still has one that was deleted, and the driver has
 * given its name to another. */
#ifndef WB_WATCH_BARRIERS_H
#define WB_WATCH_BARRIERS_H

#include "base/finding.h"

#include <stdbool.h>
#include <stddef.h>

#include <glad/gl.h>

/* The codes of its findings, and the conflicts of missing barriers. All are faults but the last
 * two. */
#define WB_MISSING_BARRIER "missing-barrier"
#define WB_UNBOUND_BLOCK "unbound-block"
#define WB_SMALL_BUFFER "small-buffer"
#define WB_FORMAT_MISMATCH "format-mismatch" // as the kernel machine calls it
#define WB_ZERO_GROUPS "zero-groups"
#define WB_GL_ERROR "gl-error"
#define WB_NEVER_DELETED "never-deleted"
#define WB_DROP_NOT_MET "drop-not-met" // wb_barriers_drop() named a barrier that never came
#define WB_SUPERFLUOUS_BARRIER "superfluous-barrier" // advice
#define WB_NOT_FOLLOWED "not-followed"               // advice

#define WB_READ_AFTER_WRITE "read after write"
#define WB_WRITE_AFTER_WRITE "write after write"
#define WB_WRITE_AFTER_READ "write after read"

/* The name of the place outside all debug groups. */
#define WB_CHECKER_NO_PASS "(no pass)"

/* Starts watching. Call it with the context current and glad loaded, before the code to be watched
 * creates its objects. Forgets the findings of the time before. */
void wb_barriers_begin(void);

/* Ends watching: reports what only the end shows (objects never deleted, superfluous barriers; not
 * the last barrier of all, for what would come next) and frees everything but the findings. Call it
 * after the watched code has deleted its objects, with the context still current. Returns how many
 * faults there were; 0 if nothing had begun. */
int wb_barriers_end(void);

/* Sends findings to `sink` as they come, instead of wb_finding_print(). NULL brings that back. Each
 * comes once, see wb_findings_add(). */
void wb_barriers_redirect(wb_finding_sink sink, void *user);

/* All findings so far, or of the last time. They stay until the next wb_barriers_begin(). Of a
 * missing barrier: `at` is the later access and `earlier` the pass of the one before, `conflict`
 * and `barrier` say what it is and which bit is needed. Of a superfluous one, `object` is its
 * number in the pass, and `barrier` the bits that are not needed. */
const wb_findings *wb_barriers_findings(void);

/* Between true and false, accesses and barriers pass unseen, and count as if they had not been: for
 * what a tool does between the calls of the watched code, such as a stepper. Creation and deletion
 * of objects, and errors, are still seen. Such brackets may stand within each other. */
void wb_barriers_pause(bool on);

/* A glMemoryBarrier that was met: the `ordinal`-th, from 0, since the debug group of that name was
 * entered (outside all groups: since the start; from 999 on they share one place). */
typedef struct wb_barrier_seen {
    const char *pass; // lives until wb_barriers_end()
    int ordinal;
    GLbitfield bits;   // as the code asked for them, dropped ones included
    GLbitfield needed; // those of them that some later access needed so far
    long times;
} wb_barrier_seen;

/* Fills `barrier` with the index-th place so far, in order of first use of the passes; false past
 * the end. Call before wb_barriers_end(). */
bool wb_barriers_at(int index, wb_barrier_seen *barrier);

/* For mutation tests: from now on, the `ordinal`-th barrier inside each debug group named `pass` is
 * issued without `bits` (GL_ALL_BARRIER_BITS: not at all). Works before wb_barriers_begin(), and
 * until wb_barriers_end(), which reports it if that barrier was never met. */
void wb_barriers_drop(const char *pass, int ordinal, GLbitfield bits);

#endif
