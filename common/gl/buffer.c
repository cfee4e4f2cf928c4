#include "gl/buffer.h"

#include "base/check.h"
#include "base/file.h"
#include "base/image.h"
#include "base/message.h"
#include "gl/errors.h"
#include "gl/program.h"
#include "gl/read_back.h"
#include "gl/texture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static wb_buffer *named[WB_MAX_BUFFERS];
static int named_count;

wb_array wb_buffer_array(const wb_buffer *buffer, void *data)
{
    wb_array array = {.type = buffer->type,
                      .dimensions = buffer->dimensions,
                      .data = data,
                      .fields = buffer->fields};
    memcpy(array.shape, buffer->shape, sizeof array.shape);
    return array;
}

bool wb_buffer_fits(const char *name, const wb_array *array)
{
    GLint64 limit = 0;
    size_t count = wb_array_count(array);
    glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &limit);
    if (count <= (size_t)limit / 4) return true;
    char shape[80];
    wb_error(
        "buffer %s (%s %s) would take %.1f MiB, but a storage block holds at most %.1f MiB on this "
        "driver\nwhat to do: choose a smaller size",
        name, wb_array_shape_text(array, shape, sizeof shape), wb_type_name(array->type),
        4.0 * (double)count / 1048576.0, (double)limit / 1048576.0);
    return false;
}

/* ---- Canaries ---- */

// A group of 1,024 invocations, each with a vec4, may miss the end by as much.
enum { GUARD_BYTES = 1024 * 16 };
static bool guards;

void wb_buffers_guard(bool on)
{
    guards = on;
}

static bool has_room_for_guard(GLsizeiptr size_bytes)
{
    GLint64 limit = 0;
    glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &limit);
    return guards && size_bytes + GUARD_BYTES <= limit;
}

// The buffer is bound.
static void write_canaries(const wb_buffer *buffer)
{
    uint32_t canaries[GUARD_BYTES / 4];
    for (size_t i = 0; i < GUARD_BYTES / 4; i++) canaries[i] = WB_CANARY;
    glBufferSubData(GL_SHADER_STORAGE_BUFFER, buffer->guard_at, GUARD_BYTES, canaries);
}

static bool is_intact(const wb_buffer *buffer)
{
    uint32_t tail[GUARD_BYTES / 4];
    size_t count = GUARD_BYTES / 4, changed = 0, first = 0, equal = 0;
    if (buffer->guard_at == 0) return true;
    char what[128];
    snprintf(what, sizeof what, "what is behind buffer %s cannot be read back", buffer->name);
    wb_errors_begin();
    wb_read_back(buffer->id, buffer->guard_at, GUARD_BYTES, tail);
    if (!wb_errors_end(what)) return false;
    for (size_t i = 0; i < count; i++) {
        equal += tail[i] == tail[0];
        if (tail[i] != WB_CANARY && changed++ == 0) first = i;
    }
    if (changed == 0 || equal == count) return true; // as it was, or cleared by the program
    size_t width = buffer->fields != NULL ? buffer->shape[buffer->dimensions - 1] : 1;
    size_t elements = (size_t)buffer->guard_at / 4 / width;
    wb_error("%s: element %zu was written, behind the end: there are %zu, counted from 0\n"
             "what to do: look at the guard; does it hold in each direction?",
             buffer->name, elements + first / width, elements);
    return false;
}

bool wb_buffers_intact(void)
{
    bool intact = true;
    if (wb_program_asks_length()) return true; // to whom the canaries are elements like the others
    for (int i = 0; i < named_count; i++) intact = is_intact(named[i]) && intact;
    return intact;
}

/* ---- Creating and deleting ---- */

/* Every byte becomes 0xCD, by uploads. glClearBufferData would be the call for it, but NVIDIA's
 * driver (580.159, on an H200) loses a glBufferSubData that comes after one without glFinish
 * between them, and what is uploaded next belongs to the caller. It keeps the order of uploads; in
 * pieces of 1 MiB they take 0.03 ms, or 4.2 ms for 64 MiB (the clear: 0.02 and 2.2). */
static void fill(GLsizeiptr size_bytes)
{
    enum { PIECE = 1 << 20 };
    static uint8_t piece[PIECE];
    memset(piece, 0xCD, size_bytes < PIECE ? (size_t)size_bytes : PIECE);
    for (GLsizeiptr at = 0; at < size_bytes; at += PIECE) {
        GLsizeiptr left = size_bytes - at;
        glBufferSubData(GL_SHADER_STORAGE_BUFFER, at, left < PIECE ? left : PIECE, piece);
    }
}

bool wb_buffer_enter(wb_buffer *buffer)
{
    if (named_count == WB_MAX_BUFFERS) {
        wb_error("buffer %s: there are already %d named buffers", buffer->name, WB_MAX_BUFFERS);
        return false;
    }
    named[named_count++] = buffer;
    return true;
}

bool wb_buffer_create(wb_buffer *buffer, const wb_buffer_desc *desc)
{
    *buffer = (wb_buffer){.name = desc->name,
                          .type = desc->type,
                          .state = desc->state,
                          .internal = desc->internal,
                          .pixels = desc->pixels,
                          .most = desc->most,
                          .fields = desc->fields};
    while (buffer->dimensions < WB_MAX_DIMENSIONS && desc->shape[buffer->dimensions] != 0) {
        buffer->shape[buffer->dimensions] = desc->shape[buffer->dimensions];
        buffer->dimensions++;
    }
    wb_array array = wb_buffer_array(buffer, NULL);
    if (!wb_buffer_fits(buffer->name, &array)) return false;
    buffer->size_bytes = (GLsizeiptr)(wb_array_count(&array) * 4);
    if (!wb_buffer_enter(buffer)) return false;
    char what[128];
    snprintf(what, sizeof what, "buffer %s was created", buffer->name);
    wb_errors_report(what); // or an older one would pass for this call's
    glGenBuffers(1, &buffer->id);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer->id);
    // Mesa wants a block to have room for one vec4 at least, however little it declares.
    GLsizeiptr room_bytes = buffer->size_bytes < 16 ? 16 : buffer->size_bytes;
    if (has_room_for_guard(buffer->size_bytes)) {
        buffer->guard_at = buffer->size_bytes;
        room_bytes = buffer->guard_at + GUARD_BYTES;
    }
    glBufferData(GL_SHADER_STORAGE_BUFFER, room_bytes, NULL, GL_DYNAMIC_COPY);
    if (wb_errors_out_of_memory(what)) {
        wb_error("buffer %s: the GPU has no %.1f MiB left\nwhat to do: choose a smaller size",
                 desc->name, (double)buffer->size_bytes / 1048576.0);
        wb_buffer_delete(buffer);
        return false;
    }
    if (desc->data != NULL)
        glBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, buffer->size_bytes, desc->data);
    else
        fill(room_bytes);
    if (buffer->guard_at > 0) write_canaries(buffer);
    glObjectLabel(GL_BUFFER, buffer->id, -1, buffer->name);
    return true;
}

void wb_buffer_delete(wb_buffer *buffer)
{
    for (int i = 0; i < named_count; i++) {
        if (named[i] != buffer) continue;
        memmove(named + i, named + i + 1, (size_t)(named_count - i - 1) * sizeof *named);
        named_count--;
        break;
    }
    if (buffer->target != GL_NONE)
        glDeleteTextures(1, &buffer->id);
    else
        glDeleteBuffers(1, &buffer->id);
    *buffer = (wb_buffer){0};
}

void wb_buffer_swap(wb_buffer *a, wb_buffer *b)
{
    GLuint id = a->id;
    a->id = b->id;
    b->id = id;
}

bool wb_buffer_read(const wb_buffer *buffer, void *data)
{
    char what[128];
    snprintf(what, sizeof what, "buffer %s cannot be read back", buffer->name);
    wb_errors_begin();
    if (buffer->target != GL_NONE)
        wb_texture_read(buffer, buffer->id, data);
    else
        wb_read_back(buffer->id, 0, buffer->size_bytes, data);
    if (wb_errors_end(what)) return true;
    // What was in this memory before must not pass for an answer.
    memset(data, 0xCD, (size_t)buffer->size_bytes);
    return false;
}

GLbitfield wb_buffers_read_bits(void)
{
    GLbitfield bits = 0;
    for (int i = 0; i < named_count; i++)
        bits |= named[i]->target != GL_NONE ? GL_TEXTURE_UPDATE_BARRIER_BIT
                                            : GL_BUFFER_UPDATE_BARRIER_BIT;
    return bits != 0 ? bits : GL_BUFFER_UPDATE_BARRIER_BIT;
}

wb_buffer *wb_buffer_at(int index)
{
    return index >= 0 && index < named_count ? named[index] : NULL;
}

wb_buffer *wb_buffer_find(const char *name)
{
    for (int i = 0; i < named_count; i++)
        if (strcmp(named[i]->name, name) == 0) return named[i];
    return NULL;
}

// Memory for the whole buffer; NULL, with a message, if there is none.
static void *allocate(const wb_buffer *buffer)
{
    void *data = malloc((size_t)buffer->size_bytes + 1);
    if (data == NULL) wb_error("buffer %s: out of memory", buffer->name);
    return data;
}

// Whether all of a file's numbers are within the buffer's `most`; if not, with a message.
static bool are_within(const wb_buffer *buffer, const char *path, const float *numbers)
{
    size_t count = buffer->most > 0.0f ? (size_t)buffer->size_bytes / sizeof *numbers : 0;
    for (size_t i = 0; i < count; i++) {
        if (fabsf(numbers[i]) <= buffer->most) continue; // not so for NaN
        wb_error("%s: number %zu is %g; buffer %s takes numbers from %g to %g", path, i + 1,
                 (double)numbers[i], buffer->name, -(double)buffer->most, (double)buffer->most);
        return false;
    }
    return true;
}

/* ---- Files ---- */

// Whether the path is that of a picture, and the buffer one: *good tells.
static bool is_picture(const wb_buffer *buffer, const char *path, bool *good)
{
    if (!wb_file_has_extension(path, ".png")) return false;
    *good = buffer->pixels && buffer->dimensions == 2;
    if (!*good)
        wb_error("%s: %s is no picture, which has pixels in rows and columns\n"
                 "what to do: take .npy or .csv",
                 path, buffer->name);
    return true;
}

// Into `data`.
static bool load_picture(const wb_buffer *buffer, const char *path, void *data)
{
    wb_image image;
    if (!wb_image_read(&image, path)) return false;
    bool fits = (size_t)image.width == buffer->shape[1] && (size_t)image.height == buffer->shape[0];
    if (fits)
        memcpy(data, image.rgba, (size_t)buffer->size_bytes);
    else
        wb_error("%s has %d x %d pixels; %s has %zu x %zu\nwhat to do: cut or scale the picture",
                 path, image.width, image.height, buffer->name, buffer->shape[1], buffer->shape[0]);
    wb_image_free(&image);
    return fits;
}

static bool dump_picture(const wb_buffer *buffer, const char *path)
{
    wb_image image;
    if (!wb_image_create(&image, (int)buffer->shape[1], (int)buffer->shape[0])) return false;
    bool good = wb_buffer_read(buffer, image.rgba) && wb_image_write(&image, path);
    wb_image_free(&image);
    return good;
}

bool wb_buffer_load(wb_buffer *buffer, const char *path)
{
    bool good = true;
    if (buffer->internal) {
        wb_error("buffer %s cannot be loaded: the kernels count on what they themselves have "
                 "written there",
                 buffer->name);
        return false;
    }
    bool pictured = is_picture(buffer, path, &good);
    if (!good) return false;
    wb_array array = wb_buffer_array(buffer, allocate(buffer));
    good = array.data != NULL &&
           (pictured ? load_picture(buffer, path, array.data) : wb_array_load(&array, path));
    good = good && are_within(buffer, path, array.data);
    if (good && buffer->target != GL_NONE) {
        wb_texture_write(buffer, array.data);
    } else if (good) {
        glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer->id);
        glBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, buffer->size_bytes, array.data);
    }
    free(array.data);
    return good;
}

bool wb_buffer_dump(const wb_buffer *buffer, const char *path)
{
    bool good = true;
    if (is_picture(buffer, path, &good)) return good && dump_picture(buffer, path);
    wb_array array = wb_buffer_array(buffer, allocate(buffer));
    good = array.data != NULL && wb_buffer_read(buffer, array.data) && wb_array_save(&array, path);
    free(array.data);
    return good;
}
