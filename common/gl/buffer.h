/* Storage buffers with a name, a type and a shape.
 *
 * A lesson binds and fills buffers with plain OpenGL, through `id`. --load, --dump, --hash,
 * messages and debuggers use the name, which becomes the object's label, the type and the shape.
 * A texture may stand in the same list: gl/texture.h makes it. */
#ifndef WB_GL_BUFFER_H
#define WB_GL_BUFFER_H

#include "base/array.h"

#include <glad/gl.h>

typedef struct wb_buffer {
    GLuint id;        // the GL buffer, or texture; 0 in a zeroed, not yet created one
    const char *name; // "cells"
    wb_type type;
    int dimensions;
    size_t shape[WB_MAX_DIMENSIONS]; // C order, as in wb_array
    GLsizeiptr size_bytes;
    bool state;             // part of the lesson's state, and so of --hash
    bool internal;          // wb_buffer_load() refuses it
    bool pixels;            // each number is one: RGBA, red in the lowest 8 bits
    float most;             // of float32: what wb_buffer_load() takes; 0: anything
    GLsizeiptr guard_at;    // where canaries begin, behind the elements; 0: there are none
    const wb_field *fields; // of records; NULL: all numbers are of `type`
    GLenum target, format;  // of a texture: GL_TEXTURE_2D, GL_R32F; of a buffer GL_NONE
} wb_buffer;

enum { WB_MAX_BUFFERS = 64 }; // named at one time

typedef struct wb_buffer_desc {
    const char *name; // kept, not copied
    wb_type type;
    size_t shape[WB_MAX_DIMENSIONS]; // the first 0 ends it: {height, width}
    const void *data; // NULL: every byte is 0xCD, so that a result that no kernel wrote shows
    bool state;
    bool internal; // kernels trust what stands there, so that other numbers could hang the GPU
    bool pixels;   // RGBA, red in the lowest 8 bits: so messages name the channels
    float most;    // of float32, if not 0: wb_buffer_load() refuses larger numbers, and NaN
    /* Of a buffer of structs; kept, not copied. `shape` ends with their width. */
    const wb_field *fields;
} wb_buffer_desc;

/* The buffer's type, shape and fields around `data`, which is as long as the buffer. */
wb_array wb_buffer_array(const wb_buffer *buffer, void *data);

/* Whether a buffer of this shape fits into a storage block; if not, with a message, about `name`.
 * wb_buffer_create() asks by itself. Code that reads a large file first asks before that. */
bool wb_buffer_fits(const char *name, const wb_array *array);

/* Creates the GL buffer and enters `buffer` into the list of named buffers, under the address
 * given: it must stay where it is until wb_buffer_delete(). False, with a message, if it is larger
 * than this machine can bind or hold. */
bool wb_buffer_create(wb_buffer *buffer, const wb_buffer_desc *desc);

/* For a check. From now on wb_buffer_create() puts a tail of canaries behind each buffer's last
 * element, unless the buffer is already as large as a block can be. glBindBufferBase() binds the
 * tail, too: so a kernel that writes behind the end changes a canary. `.length()` counts the tail:
 * while there is a compute program that asks for it, all counts as intact. If a tail holds one
 * value throughout, the program has cleared it together with the buffer, which is no fault.
 * Loading, dumping, reading and hashing leave the tail out. */
void wb_buffers_guard(bool on);

/* Whether all canaries are as they were. If not, a message names the buffer and the element that
 * was written, or says that the buffer cannot be read back. */
bool wb_buffers_intact(void);

/* For gl/texture.h: puts what has been made elsewhere into the list. False, with a message, if that
 * is full. */
bool wb_buffer_enter(wb_buffer *buffer);

/* Does nothing to a zeroed buffer. */
void wb_buffer_delete(wb_buffer *buffer);

/* Exchanges which GL buffer each of the two names stands for: the swap of ping-pong. They have one
 * type and shape. */
void wb_buffer_swap(wb_buffer *a, wb_buffer *b);

/* Copies the whole buffer into `data` (size_bytes long). Reads what earlier commands wrote; if a
 * shader wrote it, the caller has issued GL_BUFFER_UPDATE_BARRIER_BIT, or of a texture
 * GL_TEXTURE_UPDATE_BARRIER_BIT. False, with a message, if OpenGL refuses; every byte of `data` is
 * then 0xCD. */
bool wb_buffer_read(const wb_buffer *buffer, void *data);

/* The bits of a memory barrier behind which all named buffers can be read: one for buffers, one for
 * textures, or both. */
GLbitfield wb_buffers_read_bits(void);

/* The named buffers, in the order of creation; NULL past the end, or if no buffer has the name. */
wb_buffer *wb_buffer_at(int index);
wb_buffer *wb_buffer_find(const char *name);

/* The whole buffer from or to a .npy or .csv file (see wb_array_load()); pixels in rows and columns
 * also from or to a .png of that size. They print their own messages. An internal one can only be
 * dumped, and one with `most` takes no number beyond it. */
bool wb_buffer_load(wb_buffer *buffer, const char *path);
bool wb_buffer_dump(const wb_buffer *buffer, const char *path);

#endif
