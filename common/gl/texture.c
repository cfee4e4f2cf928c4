#include "gl/texture.h"

#include "base/message.h"
#include "gl/bound.h"
#include "gl/errors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct format_row {
    GLenum internal, format, type;
    wb_type as; // in memory
    size_t channels;
    const char *name;
} format_row;

static const format_row formats[] = {
    {GL_R32F, GL_RED, GL_FLOAT, WB_F32, 1, "GL_R32F"},
    {GL_RG32F, GL_RG, GL_FLOAT, WB_F32, 2, "GL_RG32F"},
    {GL_RGBA32F, GL_RGBA, GL_FLOAT, WB_F32, 4, "GL_RGBA32F"},
    {GL_R16F, GL_RED, GL_FLOAT, WB_F32, 1, "GL_R16F"},
    {GL_RG16F, GL_RG, GL_FLOAT, WB_F32, 2, "GL_RG16F"},
    {GL_RGBA16F, GL_RGBA, GL_FLOAT, WB_F32, 4, "GL_RGBA16F"},
    {GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, WB_U32, 1, "GL_R32UI"},
    {GL_R32I, GL_RED_INTEGER, GL_INT, WB_I32, 1, "GL_R32I"},
    {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, WB_U32, 1, "GL_RGBA8"},
};

static const format_row *find_format(GLenum internal)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (formats[i].internal == internal) return &formats[i];
    return NULL;
}

size_t wb_texture_channels(const wb_buffer *texture)
{
    const format_row *f = find_format(texture->format);
    return f != NULL ? f->channels : 1;
}

/* ---- To and from memory ---- */

// How much lies between rows, and a buffer in place of the caller's memory, are the context's
// state, and a caller may have set them. The four calls are no transfers: no listener cares.
typedef struct transfer {
    GLenum target, buffer_target, alignment_name;
    GLuint texture, buffer;
    GLint alignment;
} transfer;

static transfer begin_transfer(GLenum target, GLuint texture, bool reads)
{
    transfer t = {.target = target,
                  .buffer_target = reads ? GL_PIXEL_PACK_BUFFER : GL_PIXEL_UNPACK_BUFFER,
                  .alignment_name = reads ? GL_PACK_ALIGNMENT : GL_UNPACK_ALIGNMENT,
                  .texture = wb_bound_texture(target)};
    t.buffer = wb_bound_buffer(t.buffer_target);
    t.alignment = wb_bound_get(t.alignment_name);
    glad_glBindTexture(target, texture);
    glad_glBindBuffer(t.buffer_target, 0);
    glad_glPixelStorei(t.alignment_name, 4);
    return t;
}

static void end_transfer(const transfer *t)
{
    glad_glPixelStorei(t->alignment_name, t->alignment);
    glad_glBindBuffer(t->buffer_target, t->buffer);
    glad_glBindTexture(t->target, t->texture);
}

static void read_by(PFNGLGETTEXIMAGEPROC get, const wb_buffer *texture, GLuint id, void *data)
{
    const format_row *f = find_format(texture->format);
    transfer t = begin_transfer(texture->target, id, true);
    get(texture->target, 0, f->format, f->type, data);
    end_transfer(&t);
}

void wb_texture_read(const wb_buffer *texture, GLuint id, void *data)
{
    read_by(glGetTexImage, texture, id, data);
}

void wb_texture_read_unheard(const wb_buffer *texture, GLuint id, void *data)
{
    read_by(glad_glGetTexImage, texture, id, data);
}

void wb_texture_write(const wb_buffer *texture, const void *data)
{
    const format_row *f = find_format(texture->format);
    transfer t = begin_transfer(texture->target, texture->id, false);
    const size_t *size = texture->shape;
    if (texture->target == GL_TEXTURE_3D)
        glTexSubImage3D(texture->target, 0, 0, 0, 0, (GLsizei)size[2], (GLsizei)size[1],
                        (GLsizei)size[0], f->format, f->type, data);
    else
        glTexSubImage2D(texture->target, 0, 0, 0, (GLsizei)size[1], (GLsizei)size[0], f->format,
                        f->type, data);
    end_transfer(&t);
}

/* ---- Creating ---- */

static bool is_possible(const wb_texture_desc *desc, const format_row *f)
{
    GLint most = wb_bound_get(desc->depth > 0 ? GL_MAX_3D_TEXTURE_SIZE : GL_MAX_TEXTURE_SIZE);
    if (f == NULL) {
        char names[200] = "";
        for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
            snprintf(names + strlen(names), sizeof names - strlen(names), " %s", formats[i].name);
        wb_error("texture %s: a named texture cannot have the format 0x%04X\n"
                 "what to do: choose one of%s",
                 desc->name, desc->format, names);
        return false;
    }
    if (desc->linear && f->as != WB_F32 && f->internal != GL_RGBA8) {
        wb_error("texture %s: OpenGL filters no whole numbers, and %s holds them\n"
                 "what to do: leave .linear out, or choose a format of floats",
                 desc->name, f->name);
        return false;
    }
    if (desc->width > 0 && desc->width <= most && desc->height > 0 && desc->height <= most &&
        desc->depth >= 0 && desc->depth <= most)
        return true;
    wb_error("texture %s: %d x %d x %d texels, but on this driver a texture of %d dimensions has "
             "from 1 to %d each way\nwhat to do: choose another size",
             desc->name, desc->width, desc->height, desc->depth > 0 ? desc->depth : 1,
             desc->depth > 0 ? 3 : 2, most);
    return false;
}

static wb_buffer describe(const wb_texture_desc *desc, const format_row *f)
{
    size_t shape[WB_MAX_DIMENSIONS] = {(size_t)desc->depth, (size_t)desc->height,
                                       (size_t)desc->width, f->channels};
    bool is_volume = desc->depth > 0;
    wb_buffer texture = {.name = desc->name,
                         .type = f->as,
                         .state = desc->state,
                         .pixels = f->internal == GL_RGBA8,
                         .target = is_volume ? GL_TEXTURE_3D : GL_TEXTURE_2D,
                         .format = f->internal,
                         .dimensions = 2 + is_volume + (f->channels > 1)};
    memcpy(texture.shape, shape + !is_volume, (size_t)texture.dimensions * sizeof *shape);
    wb_array array = wb_buffer_array(&texture, NULL);
    texture.size_bytes = (GLsizeiptr)(wb_array_count(&array) * 4);
    return texture;
}

static void make_storage(const wb_buffer *texture, const wb_texture_desc *desc)
{
    GLint filter = desc->linear ? GL_LINEAR : GL_NEAREST;
    GLint wrap = (GLint)(desc->wrap != 0 ? desc->wrap : GL_CLAMP_TO_EDGE);
    glBindTexture(texture->target, texture->id);
    if (desc->depth > 0)
        glTexStorage3D(texture->target, 1, desc->format, desc->width, desc->height, desc->depth);
    else
        glTexStorage2D(texture->target, 1, desc->format, desc->width, desc->height);
    glTexParameteri(texture->target, GL_TEXTURE_MIN_FILTER, filter); // there is one level only
    glTexParameteri(texture->target, GL_TEXTURE_MAG_FILTER, filter);
    glTexParameteri(texture->target, GL_TEXTURE_WRAP_S, wrap);
    glTexParameteri(texture->target, GL_TEXTURE_WRAP_T, wrap);
    glTexParameteri(texture->target, GL_TEXTURE_WRAP_R, wrap);
    glObjectLabel(GL_TEXTURE, texture->id, -1, texture->name);
}

// False, with a message, if memory is short.
static bool fill(const wb_buffer *texture, const void *data)
{
    void *made = data == NULL ? malloc((size_t)texture->size_bytes) : NULL;
    if (data == NULL && made == NULL) {
        wb_error("texture %s: out of memory", texture->name);
        return false;
    }
    if (made != NULL) memset(made, 0xCD, (size_t)texture->size_bytes);
    wb_texture_write(texture, data != NULL ? data : made);
    free(made);
    return true;
}

bool wb_texture_create(wb_buffer *texture, const wb_texture_desc *desc)
{
    const format_row *f = find_format(desc->format);
    *texture = (wb_buffer){0};
    if (!is_possible(desc, f)) return false;
    *texture = describe(desc, f);
    char what[128];
    snprintf(what, sizeof what, "texture %s was created", desc->name);
    wb_errors_report(what); // or an older one would pass for these calls'
    glGenTextures(1, &texture->id);
    make_storage(texture, desc);
    bool good = !wb_errors_out_of_memory(what);
    if (!good)
        wb_error("texture %s: the GPU has no %.1f MiB left\nwhat to do: choose a smaller size",
                 desc->name, (double)texture->size_bytes / 1048576.0);
    good = good && fill(texture, desc->data) && wb_buffer_enter(texture);
    if (!good) wb_buffer_delete(texture);
    return good;
}
