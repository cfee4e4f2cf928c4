#include "step/snapshot.h"

#include "base/memory.h"
#include "base/message.h"
#include "gl/bound.h"
#include "gl/errors.h"
#include "gl/read_back.h"
#include "gl/texture.h"
#include "watch/object.h"

#include <stdlib.h>
#include <string.h>

/* Listeners do not hear how a snapshot makes its objects (glad_gl...): these objects are no leak of
 * the lesson's, and must not be copied in turn. Nor do they hear how it is taken, or its barriers
 * would hide one that the lesson lacks. They hear how the lesson goes back, which writes to the
 * lesson's objects. */

/* ---- Buffers ---- */

// Binds it for reading, too.
static int64_t size_of(GLuint buffer)
{
    GLint64 size_bytes = 0;
    glad_glBindBuffer(GL_COPY_READ_BUFFER, buffer);
    glad_glGetBufferParameteri64v(GL_COPY_READ_BUFFER, GL_BUFFER_SIZE, &size_bytes);
    return size_bytes;
}

static bool make_room(wb_buffer_copy *b)
{
    if (b->copy != 0 && b->room_bytes == b->size_bytes) return true;
    wb_errors_report(
        "a copy of the buffers was made"); // or an older one would pass for this call's
    if (b->copy == 0) glad_glGenBuffers(1, &b->copy);
    glad_glBindBuffer(GL_COPY_WRITE_BUFFER, b->copy);
    glad_glBufferData(GL_COPY_WRITE_BUFFER, b->size_bytes, NULL, GL_DYNAMIC_COPY);
    glad_glObjectLabel(GL_BUFFER, b->copy, -1, "snapshot");
    b->room_bytes = b->size_bytes;
    if (!wb_errors_out_of_memory("a copy of the buffers was made")) return true;
    b->room_bytes = 0;
    char label[128];
    wb_error("going back needs a copy of all buffers, and the GPU has no %.1f MiB left for that of "
             "%s\nwhat to do: choose a smaller size",
             (double)b->size_bytes / 1048576.0,
             wb_object_label(WB_KIND_BUFFER, b->id, label, sizeof label));
    return false;
}

static bool is_copied(const wb_snapshot *s, GLuint id)
{
    for (int i = 0; i < s->buffer_count; i++)
        if (s->buffers[i].id == id) return true;
    return false;
}

static bool copy_buffer(wb_snapshot *s, GLuint id, int64_t size_bytes)
{
    if (size_bytes == 0 || is_copied(s, id)) return true;
    s->buffers = wb_grow(s->buffers, &s->buffer_capacity, s->buffer_count + 1, sizeof *s->buffers);
    wb_buffer_copy *b = &s->buffers[s->buffer_count++];
    if (s->buffer_made < s->buffer_count) s->buffer_made = s->buffer_count;
    b->id = id;
    b->size_bytes = size_bytes;
    if (!make_room(b)) return false;
    b->whole_bytes = size_of(id);
    glad_glBindBuffer(GL_COPY_WRITE_BUFFER, b->copy);
    glad_glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0,
                             (GLsizeiptr)size_bytes);
    return true;
}

static bool copy_named_buffers(wb_snapshot *s)
{
    const wb_buffer *buffer;
    s->named_count = 0;
    for (int i = 0; (buffer = wb_buffer_at(i)) != NULL; i++) {
        s->named[s->named_count++] = buffer->id;
        if (buffer->target != GL_NONE) continue; // a texture is copied as all others are
        if (!copy_buffer(s, buffer->id, buffer->size_bytes)) return false;
    }
    return true;
}

static void report_new_storage(wb_kind kind, GLuint name)
{
    char label[128];
    wb_warning("going back leaves %s %s as it is: it has been given new storage since",
               wb_object_word(kind), wb_object_label(kind, name, label, sizeof label));
}

static void restore_buffer(const wb_buffer_copy *b)
{
    if (!glad_glIsBuffer(b->id)) return;
    if (size_of(b->id) != b->whole_bytes) {
        report_new_storage(WB_KIND_BUFFER, b->id);
        return;
    }
    glBindBuffer(GL_COPY_READ_BUFFER, b->copy);
    glBindBuffer(GL_COPY_WRITE_BUFFER, b->id);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0, (GLsizeiptr)b->size_bytes);
}

/* ---- Textures ---- */

typedef struct texture_level {
    GLint width, height, depth, format, samples;
} texture_level;

// A level of the bound texture; width 0: there is no such level.
static texture_level ask_level(GLenum target, GLint level)
{
    texture_level l = {0};
    if (target == GL_TEXTURE_CUBE_MAP) target = GL_TEXTURE_CUBE_MAP_POSITIVE_X;
    glad_glGetTexLevelParameteriv(target, level, GL_TEXTURE_WIDTH, &l.width);
    glad_glGetTexLevelParameteriv(target, level, GL_TEXTURE_HEIGHT, &l.height);
    glad_glGetTexLevelParameteriv(target, level, GL_TEXTURE_DEPTH, &l.depth);
    glad_glGetTexLevelParameteriv(target, level, GL_TEXTURE_INTERNAL_FORMAT, &l.format);
    glad_glGetTexLevelParameteriv(target, level, GL_TEXTURE_SAMPLES, &l.samples);
    if (target == GL_TEXTURE_CUBE_MAP_POSITIVE_X) l.depth = 6;
    return l;
}

static bool has_size(GLint format)
{
    switch (format) {
    case GL_RED:
    case GL_RG:
    case GL_RGB:
    case GL_RGBA:
    case GL_DEPTH_COMPONENT:
    case GL_DEPTH_STENCIL:
    case GL_COMPRESSED_RED:
    case GL_COMPRESSED_RG:
    case GL_COMPRESSED_RGB:
    case GL_COMPRESSED_RGBA:
    case GL_SRGB:
    case GL_SRGB_ALPHA:
    case GL_COMPRESSED_SRGB:
    case GL_COMPRESSED_SRGB_ALPHA: return false;
    default: return true;
    }
}

static int count_levels(GLenum target)
{
    enum { MOST = 32 };
    bool one_only = target == GL_TEXTURE_RECTANGLE;
    int count = 1;
    while (!one_only && count < MOST && ask_level(target, count).width > 0) count++;
    return count;
}

// Storage as that of the texture, for the one that is bound now.
static void make_texture_storage(GLenum target, int levels, const texture_level *l)
{
    GLenum format = (GLenum)l->format;
    switch (target) {
    case GL_TEXTURE_1D: glad_glTexStorage1D(target, levels, format, l->width); break;
    case GL_TEXTURE_3D:
    case GL_TEXTURE_2D_ARRAY:
    case GL_TEXTURE_CUBE_MAP_ARRAY:
        glad_glTexStorage3D(target, levels, format, l->width, l->height, l->depth);
        break;
    default: glad_glTexStorage2D(target, levels, format, l->width, l->height);
    }
}

static void report_no_copy(const wb_object *texture, const char *why)
{
    char label[128];
    wb_warning("going back will leave texture %s as it is: %s",
               wb_object_label(WB_KIND_TEXTURE, texture->name, label, sizeof label), why);
}

// Makes t->copy, with the texture bound at its target. False, with a message, if memory is short.
static bool make_texture_copy(wb_texture_copy *t)
{
    texture_level l = ask_level(t->of.target, 0);
    const char *why = l.samples > 0         ? "it has several samples a texel"
                      : l.width == 0        ? "its level 0 is empty"
                      : !has_size(l.format) ? "its format leaves its size open; GL_RGBA8 would not"
                                            : NULL;
    if (why != NULL) {
        report_no_copy(&t->of, why);
        return true;
    }
    t->levels = count_levels(t->of.target);
    wb_errors_report("a copy of the textures was made");
    glad_glGenTextures(1, &t->copy);
    glad_glBindTexture(t->of.target, t->copy);
    make_texture_storage(t->of.target, t->levels, &l);
    if (!wb_errors_out_of_memory("a copy of the textures was made")) return true;
    wb_error("going back needs a copy of all textures, and the GPU has no room left for it\n"
             "what to do: choose a smaller size");
    return false;
}

// All levels; the texture that has the levels, `from` or `to`, need not be bound.
static void copy_levels(const wb_texture_copy *t, bool back)
{
    GLenum target = t->of.target;
    GLuint from = back ? t->copy : t->of.name, to = back ? t->of.name : t->copy;
    GLuint bound = wb_bound_texture(target);
    for (int level = 0; level < t->levels; level++) {
        glad_glBindTexture(target, t->copy);
        texture_level l = ask_level(target, level);
        bool is_line_list = target == GL_TEXTURE_1D_ARRAY; // its layers count as depth here
        GLint height = is_line_list ? 1 : l.height, depth = is_line_list ? l.height : l.depth;
        // Going back is heard; glad_gl... is not.
        (back ? glCopyImageSubData : glad_glCopyImageSubData)(
            from, target, level, 0, 0, 0, to, target, level, 0, 0, 0, l.width, height, depth);
    }
    glad_glBindTexture(target, bound);
}

static bool is_same_texture(const wb_object *a, const wb_object *b)
{
    return a->name == b->name && a->created == b->created && a->stored == b->stored;
}

// The copy of an earlier snapshot, or a new one. False, with a message, if memory is short.
static bool copy_texture(wb_snapshot *s, const wb_object *texture)
{
    wb_texture_copy *t = NULL;
    for (int i = 0; i < s->texture_count && t == NULL; i++)
        if (is_same_texture(&s->textures[i].of, texture)) t = &s->textures[i];
    bool good = true;
    if (t == NULL) {
        s->textures =
            wb_grow(s->textures, &s->texture_capacity, s->texture_count + 1, sizeof *s->textures);
        t = &s->textures[s->texture_count++];
        *t = (wb_texture_copy){.of = *texture};
        GLuint bound = wb_bound_texture(texture->target);
        glad_glBindTexture(texture->target, texture->name);
        good = make_texture_copy(t);
        glad_glBindTexture(texture->target, bound);
    }
    if (good && t->copy != 0) copy_levels(t, false);
    return good;
}

static void drop_dead_textures(wb_snapshot *s)
{
    int kept = 0;
    for (int i = 0; i < s->texture_count; i++) {
        wb_texture_copy *t = &s->textures[i];
        const wb_object *now = wb_object_find(WB_KIND_TEXTURE, t->of.name);
        if (now != NULL && is_same_texture(now, &t->of))
            s->textures[kept++] = *t;
        else
            glad_glDeleteTextures(1, &t->copy);
    }
    s->texture_count = kept;
}

static void restore_texture(const wb_texture_copy *t)
{
    const wb_object *now = wb_object_find(WB_KIND_TEXTURE, t->of.name);
    if (t->copy == 0 || now == NULL || now->created != t->of.created) return;
    if (is_same_texture(now, &t->of))
        copy_levels(t, true);
    else
        report_new_storage(WB_KIND_TEXTURE, now->name);
}

/* ---- All together ---- */

static bool copy_objects(wb_snapshot *s)
{
    int count;
    s->buffer_count = 0;
    drop_dead_textures(s);
    bool good = copy_named_buffers(s); // first: their sizes are those that were asked for
    wb_object *objects = wb_object_list(&count);
    for (int i = 0; good && i < count; i++) {
        const wb_object *o = &objects[i];
        if (o->kind == WB_KIND_BUFFER)
            good = copy_buffer(s, o->name, o->size_bytes);
        else if (o->kind == WB_KIND_TEXTURE && o->target != GL_NONE && o->buffer == 0)
            good = copy_texture(s, o);
    }
    free(objects);
    return good;
}

bool wb_snapshot_take(wb_snapshot *s, void *state, size_t state_bytes)
{
    s->is_valid = false;
    void *kept = realloc(s->state, state_bytes + 1);
    if (kept == NULL) {
        wb_error("going back needs more memory");
        return false;
    }
    s->state = kept;
    s->state_bytes = state_bytes;
    s->state_at = state;
    if (state_bytes > 0) memcpy(s->state, state, state_bytes);

    // For glCopyBufferSubData and glCopyImageSubData.
    glad_glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT);
    s->is_valid = copy_objects(s);
    // The step may overwrite what the copies read.
    glad_glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
    return s->is_valid;
}

void wb_snapshot_restore(const wb_snapshot *s)
{
    if (s->state_bytes > 0) memcpy(s->state_at, s->state, s->state_bytes);

    // The copies overwrite what shaders wrote, and the step will overwrite what the picture reads.
    // Reading what the copies write needs no barrier: OpenGL orders commands itself.
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT |
                    GL_TEXTURE_FETCH_BARRIER_BIT | GL_FRAMEBUFFER_BARRIER_BIT |
                    GL_SHADER_STORAGE_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
    for (int i = 0; i < s->named_count; i++)
        wb_buffer_at(i)->id = s->named[i]; // as before any swap, in or out of the state struct
    for (int i = 0; i < s->buffer_count; i++) restore_buffer(&s->buffers[i]);
    for (int i = 0; i < s->texture_count; i++) restore_texture(&s->textures[i]);
    // NVIDIA's driver (580.159) loses a glBufferSubData that comes after a copy into the buffer
    // without this between them, and the step may begin with one.
    glad_glFinish();
}

void wb_snapshot_free(wb_snapshot *s)
{
    for (int i = 0; i < s->buffer_made; i++) glad_glDeleteBuffers(1, &s->buffers[i].copy);
    for (int i = 0; i < s->texture_count; i++) glad_glDeleteTextures(1, &s->textures[i].copy);
    free(s->buffers);
    free(s->textures);
    free(s->state);
    *s = (wb_snapshot){0};
}

static bool read_buffer(const wb_snapshot *s, GLuint id, void *data)
{
    for (int i = 0; i < s->buffer_count; i++) {
        const wb_buffer_copy *b = &s->buffers[i];
        if (b->id != id) continue;
        wb_read_back(b->copy, 0, b->size_bytes, data);
        return true;
    }
    return false;
}

static bool read_texture(const wb_snapshot *s, const wb_buffer *texture, GLuint id, void *data)
{
    for (int i = 0; i < s->texture_count; i++) {
        if (s->textures[i].of.name != id || s->textures[i].copy == 0) continue;
        wb_texture_read_unheard(texture, s->textures[i].copy, data);
        return true;
    }
    return false;
}

bool wb_snapshot_read(const wb_snapshot *s, const char *buffer, void *data)
{
    for (int i = 0; s->is_valid && i < s->named_count; i++) {
        const wb_buffer *named = wb_buffer_at(i);
        if (strcmp(named->name, buffer) != 0) continue;
        return named->target != GL_NONE ? read_texture(s, named, s->named[i], data)
                                        : read_buffer(s, s->named[i], data);
    }
    return false;
}
