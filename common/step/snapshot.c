#include "step/snapshot.h"

#include "gl/checker.h"

#include <stdlib.h>
#include <string.h>

typedef struct buffer_copy {
    GLuint copy; // a GL buffer of the snapshot's own
    GLsizeiptr room_bytes;
    GLuint id; // what was copied: the named buffer stood for this GL buffer
} buffer_copy;

static struct {
    bool is_valid;
    buffer_copy buffers[WB_MAX_BUFFERS]; // in the order of wb_buffer_at()
    void *state;
    size_t state_bytes;
    wb_param_values params;
    int64_t frame;
} snapshot;

static bool make_room(buffer_copy *copy, const wb_buffer *buffer)
{
    if (copy->copy != 0 && copy->room_bytes == buffer->size_bytes) return true;
    if (copy->copy == 0) glGenBuffers(1, &copy->copy);
    glBindBuffer(GL_COPY_WRITE_BUFFER, copy->copy);
    glBufferData(GL_COPY_WRITE_BUFFER, buffer->size_bytes, NULL, GL_DYNAMIC_COPY);
    glObjectLabel(GL_BUFFER, copy->copy, -1, "snapshot");
    copy->room_bytes = buffer->size_bytes;
    if (glGetError() != GL_OUT_OF_MEMORY) return true;
    copy->room_bytes = 0;
    wb_error("going back needs a copy of all buffers, and the GPU has no %.1f MiB left for that of "
             "%s\nwhat to do: choose a smaller size",
             (double)buffer->size_bytes / 1048576.0, buffer->name);
    return false;
}

static void copy_buffer(GLuint from, GLuint to, GLsizeiptr size_bytes)
{
    glBindBuffer(GL_COPY_READ_BUFFER, from);
    glBindBuffer(GL_COPY_WRITE_BUFFER, to);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0, size_bytes);
}

static bool copy_buffers(void)
{
    const wb_buffer *buffer;
    for (int i = 0; (buffer = wb_buffer_at(i)) != NULL; i++) {
        buffer_copy *copy = &snapshot.buffers[i];
        if (!make_room(copy, buffer)) return false;
        copy_buffer(buffer->id, copy->copy, buffer->size_bytes);
        copy->id = buffer->id;
    }
    return true;
}

bool wb_snapshot_take(const wb_app *app)
{
    snapshot.is_valid = false;
    if (snapshot.state_bytes != app->lesson->state_bytes) {
        free(snapshot.state);
        snapshot.state = malloc(app->lesson->state_bytes);
        snapshot.state_bytes = snapshot.state != NULL ? app->lesson->state_bytes : 0;
    }
    if (snapshot.state_bytes != app->lesson->state_bytes) {
        wb_error("going back needs more memory");
        return false;
    }
    if (snapshot.state_bytes > 0) memcpy(snapshot.state, app->lesson->state, snapshot.state_bytes);
    wb_params_keep(app->lesson, &snapshot.params);
    snapshot.frame = app->frame;

    wb_checker_pause(true); // or these barriers would hide one that the lesson lacks
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glCopyBufferSubData
    snapshot.is_valid = copy_buffers();
    // The step may overwrite what the copies read.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
    wb_checker_pause(false);
    return snapshot.is_valid;
}

void wb_snapshot_restore(wb_app *app)
{
    wb_param_values params; // are the user's, who may have changed them since
    wb_params_keep(app->lesson, &params);
    if (snapshot.state_bytes > 0) memcpy(app->lesson->state, snapshot.state, snapshot.state_bytes);
    wb_params_restore(app->lesson, &params);
    app->frame = snapshot.frame;

    // glCopyBufferSubData overwrites what shaders wrote, and the step will overwrite what the
    // picture reads. Reading what the copies write needs no barrier: OpenGL orders commands itself.
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT |
                    GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
    wb_buffer *buffer;
    for (int i = 0; (buffer = wb_buffer_at(i)) != NULL; i++) {
        buffer->id = snapshot.buffers[i].id; // as before any swap, in or out of the state struct
        copy_buffer(snapshot.buffers[i].copy, buffer->id, buffer->size_bytes);
    }
}

void wb_snapshot_free(void)
{
    for (int i = 0; i < WB_MAX_BUFFERS; i++) glDeleteBuffers(1, &snapshot.buffers[i].copy);
    free(snapshot.state);
    memset(&snapshot, 0, sizeof snapshot);
}

bool wb_snapshot_is_valid(void)
{
    return snapshot.is_valid;
}

int64_t wb_snapshot_frame(void)
{
    return snapshot.frame;
}

const wb_param_values *wb_snapshot_params(void)
{
    return &snapshot.params;
}

void wb_snapshot_forget(void)
{
    snapshot.is_valid = false;
}

bool wb_snapshot_read(const char *buffer, void *data)
{
    for (int i = 0; snapshot.is_valid && wb_buffer_at(i) != NULL; i++) {
        if (strcmp(wb_buffer_at(i)->name, buffer) != 0) continue;
        glBindBuffer(GL_COPY_READ_BUFFER, snapshot.buffers[i].copy);
        glGetBufferSubData(GL_COPY_READ_BUFFER, 0, snapshot.buffers[i].room_bytes, data);
        return true;
    }
    return false;
}
