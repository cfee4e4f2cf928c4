/* Reading a buffer back, by way of a copy.
 *
 * NVIDIA's driver (580.159, on an H200) hands out old words where a kernel has written the buffer
 * that glDispatchComputeIndirect took its groups from: glGetBufferSubData returns what stood there
 * before that dispatch, whatever barrier or glFinish comes between. glCopyBufferSubData copies the
 * new words. So these functions copy the bytes into a staging buffer and read that one, and
 * everything in common/ that reads a buffer calls them.
 *
 * Before either call: if a shader wrote the bytes, the caller has issued
 * GL_BUFFER_UPDATE_BARRIER_BIT. After it: bindings are as before, and an error of OpenGL's waits
 * for glGetError(). */
#ifndef WB_GL_READ_BACK_H
#define WB_GL_READ_BACK_H

#include <stdint.h>

#include <glad/gl.h>

/* Reads `size_bytes` bytes of the buffer, from `offset` on, into `data`. Listeners (watch/calls.h)
 * hear a glGetBufferSubData of the staging buffer, for each piece that fits into that. */
void wb_read_back(GLuint buffer, int64_t offset, int64_t size_bytes, void *data);

/* The same; no listener hears of it. */
void wb_read_back_unheard(GLuint buffer, int64_t offset, int64_t size_bytes, void *data);

/* For a listener: if `*buffer` is the staging buffer, both become what its bytes are a copy of. */
void wb_read_back_origin(GLuint *buffer, int64_t *offset);

/* Deletes the staging buffer; does nothing without one. */
void wb_read_back_quit(void);

#endif
