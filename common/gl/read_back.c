#include "gl/read_back.h"

#include "gl/bound.h"

#include <stddef.h>

enum { MOST = 1 << 24 }; // bytes in the staging buffer: a larger range is read piece by piece

// Made and filled past all listeners (glad_gl...): the lesson has not asked for it.
static struct {
    GLuint buffer;
    GLint64 size_bytes;
    GLuint origin; // of the bytes that are in it
    int64_t origin_offset;
} staging;

// The staging buffer is bound.
static void make_room(int64_t size_bytes)
{
    if (size_bytes <= staging.size_bytes) return;
    glad_glBufferData(GL_COPY_WRITE_BUFFER, (GLsizeiptr)size_bytes, NULL, GL_STREAM_READ);
    // The driver may have refused; then the next call tries again.
    glad_glGetBufferParameteri64v(GL_COPY_WRITE_BUFFER, GL_BUFFER_SIZE, &staging.size_bytes);
}

static void read_by(PFNGLGETBUFFERSUBDATAPROC get, GLuint buffer, int64_t offset,
                    int64_t size_bytes, void *data)
{
    GLuint read = wb_bound_buffer(GL_COPY_READ_BUFFER),
           write = wb_bound_buffer(GL_COPY_WRITE_BUFFER);
    if (staging.buffer == 0) glad_glGenBuffers(1, &staging.buffer);
    glad_glBindBuffer(GL_COPY_READ_BUFFER, buffer);
    glad_glBindBuffer(GL_COPY_WRITE_BUFFER, staging.buffer);
    make_room(size_bytes < MOST ? size_bytes : MOST);
    staging.origin = buffer;
    for (int64_t done = 0; done < size_bytes; done += MOST) {
        GLsizeiptr piece = (GLsizeiptr)(size_bytes - done < MOST ? size_bytes - done : MOST);
        staging.origin_offset = offset + done;
        glad_glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER,
                                 (GLintptr)(offset + done), 0, piece);
        get(GL_COPY_WRITE_BUFFER, 0, piece, (char *)data + done);
    }
    glad_glBindBuffer(GL_COPY_READ_BUFFER, read);
    glad_glBindBuffer(GL_COPY_WRITE_BUFFER, write);
}

void wb_read_back(GLuint buffer, int64_t offset, int64_t size_bytes, void *data)
{
    read_by(glGetBufferSubData, buffer, offset, size_bytes, data);
}

void wb_read_back_unheard(GLuint buffer, int64_t offset, int64_t size_bytes, void *data)
{
    read_by(glad_glGetBufferSubData, buffer, offset, size_bytes, data);
}

void wb_read_back_origin(GLuint *buffer, int64_t *offset)
{
    if (*buffer == 0 || *buffer != staging.buffer) return;
    *buffer = staging.origin;
    *offset += staging.origin_offset;
}

void wb_read_back_quit(void)
{
    if (staging.buffer != 0) glad_glDeleteBuffers(1, &staging.buffer);
    staging.buffer = 0;
    staging.size_bytes = 0;
}
