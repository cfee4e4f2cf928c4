#include "gl/checker.h"

#include "gl/bound.h"
#include "gl/call_text.h"
#include "gl/calls.h"
#include "gl/checker_rules.h"
#include "gl/dispatch.h"
#include "gl/errors.h"

#include <stdio.h>
#include <string.h>

/* Here: what each OpenGL call touches. State is asked from OpenGL at the call (gl/bound.h) rather
 * than kept beside it, so that it cannot be out of date. */

static struct {
    bool is_on;
    wb_dispatch dispatch; // the one that is judged; its memory is used again and again
} watch;

/* ---- What a program touches ---- */

typedef struct block_kind {
    const char *words, *target;
    wb_how how;
} block_kind;

static const block_kind storage_blocks = {"storage block", "GL_SHADER_STORAGE_BUFFER",
                                          WB_HOW_STORAGE};
static const block_kind uniform_blocks = {"uniform block", "GL_UNIFORM_BUFFER", WB_HOW_UNIFORM};

static void report_unbound(const char *call_name, const block_kind *kind, const wb_resource *block)
{
    char where[192];
    wb_rules_report(WB_UNBOUND_BLOCK, call_name, block->name,
                    "%s %s: no buffer is bound for %s \"%s\" (binding %d)\n"
                    "call glBindBufferBase(%s, %d, ...) before",
                    call_name, wb_rules_where(where, sizeof where), kind->words, block->name,
                    block->binding, kind->target, block->binding);
}

static void report_small(const char *call_name, const block_kind *kind, const wb_dispatch_buffer *b)
{
    char where[192], label[128];
    wb_rules_report(WB_SMALL_BUFFER, call_name, b->resource.name,
                    "%s %s: %s \"%s\" (binding %d) needs at least %d bytes, \"%s\" gives it %lld\n"
                    "create the buffer larger, or bind a larger range of it",
                    call_name, wb_rules_where(where, sizeof where), kind->words, b->resource.name,
                    b->resource.binding, b->resource.size_bytes,
                    wb_object_label(WB_KIND_BUFFER, b->buffer, label, sizeof label),
                    (long long)b->size_bytes);
}

static void use_block(const char *call_name, const wb_dispatch_buffer *b)
{
    if (b->resource.kind == WB_ATOMIC_COUNTERS) return; // not watched
    bool is_storage = b->resource.kind == WB_STORAGE_BLOCK;
    const block_kind *kind = is_storage ? &storage_blocks : &uniform_blocks;
    if (b->buffer == 0) {
        report_unbound(call_name, kind, &b->resource);
        return;
    }
    if (b->size_bytes + b->offset > 0 && b->size_bytes < b->resource.size_bytes)
        report_small(call_name, kind, b);
    wb_range range = b->whole ? WB_WHOLE : (wb_range){b->offset, b->offset + b->size_bytes};
    wb_rules_use(WB_KIND_BUFFER, b->buffer, range, kind->how, b->resource.access);
}

/* A texture, or the buffer behind a buffer texture. */
static void use_texture_or_buffer(GLuint texture, GLuint buffer, wb_range range, wb_how how,
                                  int flags)
{
    if (buffer != 0)
        wb_rules_use(WB_KIND_BUFFER, buffer, WB_WHOLE, how, flags);
    else
        wb_rules_use(WB_KIND_TEXTURE, texture, range, how, flags);
}

static void use_texture(GLuint texture, wb_range range, wb_how how, int flags)
{
    const wb_object *object = wb_object_find(WB_KIND_TEXTURE, texture);
    use_texture_or_buffer(texture, object != NULL ? object->buffer : 0, range, how, flags);
}

static void use_sampler_or_image(const wb_dispatch_texture *t)
{
    bool is_image = t->resource.kind == WB_IMAGE;
    wb_range range = is_image ? wb_texture_level(t->level) : WB_WHOLE;
    if (is_image && !t->layered) {
        range.begin += t->layer;
        range.end = range.begin + 1;
    }
    use_texture_or_buffer(t->texture, t->buffer, range, is_image ? WB_HOW_IMAGE : WB_HOW_TEXTURE,
                          t->resource.access);
}

static void use_program(const wb_dispatch *d)
{
    for (int i = 0; i < d->buffer_count; i++) use_block(d->call, &d->buffers[i]);
    for (int i = 0; i < d->texture_count; i++) use_sampler_or_image(&d->textures[i]);
    for (int i = 0; i < d->attribute_count; i++)
        wb_rules_use(WB_KIND_BUFFER, d->attributes[i].buffer, WB_WHOLE, WB_HOW_VERTEX, WB_READS);
}

/* ---- Dispatches and draws ---- */

static void report_zero_groups(const wb_dispatch *d)
{
    char where[192], groups[64];
    snprintf(groups, sizeof groups, "%u x %u x %u", d->groups[0], d->groups[1], d->groups[2]);
    wb_rules_report(WB_ZERO_GROUPS, d->call, groups,
                    "%s %s: %s groups, so nothing runs\n"
                    "round the number of groups up, and skip the call when there is no work",
                    d->call, wb_rules_where(where, sizeof where), groups);
}

static void use_commands(GLuint buffer, int64_t offset, int64_t size)
{
    wb_rules_use(WB_KIND_BUFFER, buffer, (wb_range){offset, offset + size}, WB_HOW_COMMAND,
                 WB_READS);
}

static void on_dispatch(wb_call *c)
{
    const wb_dispatch *d = &watch.dispatch;
    wb_dispatch_describe(&watch.dispatch, c, 0);
    if (d->knows_groups && (d->groups[0] == 0 || d->groups[1] == 0 || d->groups[2] == 0))
        report_zero_groups(d);
    if (d->is_indirect) use_commands(d->commands, d->commands_offset, 12);
    use_program(d);
    wb_rules_command(c->name);
}

/* The texture behind a colour attachment, if it is one. */
static void use_attachment(GLenum target, GLenum attachment, int flags)
{
    if (attachment < GL_COLOR_ATTACHMENT0 || attachment > GL_COLOR_ATTACHMENT31) return;
    GLint type = GL_NONE, name = 0, level = 0;
    glad_glGetFramebufferAttachmentParameteriv(target, attachment,
                                               GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &type);
    if (type != GL_TEXTURE) return;
    glad_glGetFramebufferAttachmentParameteriv(target, attachment,
                                               GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, &name);
    glad_glGetFramebufferAttachmentParameteriv(target, attachment,
                                               GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL, &level);
    wb_rules_use(WB_KIND_TEXTURE, (GLuint)name, wb_texture_level(level), WB_HOW_FRAMEBUFFER, flags);
}

/* Colour attachments only: no shader can store to a depth or stencil format. */
static void use_draw_attachments(void)
{
    if (!wb_rules_textures_written() || wb_bound_get(GL_DRAW_FRAMEBUFFER_BINDING) == 0) return;
    GLint count = wb_bound_get(GL_MAX_DRAW_BUFFERS);
    for (GLint i = 0; i < count; i++) {
        GLenum attachment = (GLenum)wb_bound_get(GL_DRAW_BUFFER0 + (GLenum)i);
        use_attachment(GL_DRAW_FRAMEBUFFER, attachment, WB_WRITES);
    }
}

static void use_read_attachment(int flags)
{
    if (wb_bound_get(GL_READ_FRAMEBUFFER_BINDING) == 0) return;
    use_attachment(GL_READ_FRAMEBUFFER, (GLenum)wb_bound_get(GL_READ_BUFFER), WB_READS | flags);
}

enum { COMMAND_BYTES = 16, INDEXED_COMMAND_BYTES = 20, MANY = 1 };

static void on_draw(wb_call *c)
{
    const wb_dispatch *d = &watch.dispatch;
    wb_dispatch_describe(&watch.dispatch, c, 0);
    wb_rules_use(WB_KIND_BUFFER, d->indices, WB_WHOLE, WB_HOW_ELEMENT, WB_READS);
    if (d->is_indirect) {
        int64_t one = d->indices != 0 ? INDEXED_COMMAND_BYTES : COMMAND_BYTES;
        int64_t all = c->detail == MANY ? INT64_MAX - d->commands_offset : one;
        use_commands(d->commands, d->commands_offset, all);
    }
    use_draw_attachments();
    use_program(d);
    wb_rules_command(c->name);
}

static void on_clear(wb_call *c)
{
    use_draw_attachments();
    wb_rules_command(c->name);
}

static void on_blit(wb_call *c)
{
    use_read_attachment(0);
    use_draw_attachments();
    wb_rules_command(c->name);
}

/* A pixel transfer goes from or to the caller's memory, or a pixel buffer. What the caller gets in
 * his own memory has been read when the call returns. */
static int use_pack_buffer(void)
{
    GLuint buffer = wb_bound_buffer(GL_PIXEL_PACK_BUFFER);
    wb_rules_use(WB_KIND_BUFFER, buffer, WB_WHOLE, WB_HOW_PIXEL, WB_WRITES);
    return buffer == 0 ? WB_WAITS : 0;
}

static void use_unpack_buffer(void)
{
    wb_rules_use(WB_KIND_BUFFER, wb_bound_buffer(GL_PIXEL_UNPACK_BUFFER), WB_WHOLE, WB_HOW_PIXEL,
                 WB_READS);
}

static void on_read_pixels(wb_call *c)
{
    use_read_attachment(use_pack_buffer());
    wb_rules_command(c->name);
}

/* ---- Buffers ---- */

/* glBufferData makes a new store; stores to the old one can no longer matter. */
static void on_buffer_data(wb_call *c)
{
    GLuint buffer = wb_bound_buffer(va_arg(c->arguments, GLenum));
    if (buffer != 0) wb_rules_forget(WB_KIND_BUFFER, buffer);
}

static void use_buffer_range(wb_call *c, GLenum target, int64_t offset, int64_t size, int flags)
{
    wb_rules_use(WB_KIND_BUFFER, wb_bound_buffer(target), (wb_range){offset, offset + size},
                 WB_HOW_BUFFER_UPDATE, flags);
    wb_rules_command(c->name);
}

/* glBufferSubData and glGetBufferSubData; `detail` tells which. */
static void on_buffer_sub_data(wb_call *c)
{
    GLenum target = va_arg(c->arguments, GLenum);
    int64_t offset = va_arg(c->arguments, GLintptr);
    int64_t size = va_arg(c->arguments, GLsizeiptr);
    use_buffer_range(c, target, offset, size, c->detail);
}

static void on_clear_buffer_data(wb_call *c)
{
    wb_rules_use(WB_KIND_BUFFER, wb_bound_buffer(va_arg(c->arguments, GLenum)), WB_WHOLE,
                 WB_HOW_BUFFER_UPDATE, WB_WRITES | WB_REPLACES);
    wb_rules_command(c->name);
}

static void on_clear_buffer_sub_data(wb_call *c)
{
    GLenum target = va_arg(c->arguments, GLenum);
    (void)va_arg(c->arguments, GLenum); // internal format
    int64_t offset = va_arg(c->arguments, GLintptr);
    int64_t size = va_arg(c->arguments, GLsizeiptr);
    use_buffer_range(c, target, offset, size, WB_WRITES | WB_REPLACES);
}

static void on_copy_buffer_sub_data(wb_call *c)
{
    GLuint from = wb_bound_buffer(va_arg(c->arguments, GLenum));
    GLuint to = wb_bound_buffer(va_arg(c->arguments, GLenum));
    int64_t from_offset = va_arg(c->arguments, GLintptr);
    int64_t to_offset = va_arg(c->arguments, GLintptr);
    int64_t size = va_arg(c->arguments, GLsizeiptr);
    wb_rules_use(WB_KIND_BUFFER, from, (wb_range){from_offset, from_offset + size},
                 WB_HOW_BUFFER_UPDATE, WB_READS);
    wb_rules_use(WB_KIND_BUFFER, to, (wb_range){to_offset, to_offset + size}, WB_HOW_BUFFER_UPDATE,
                 WB_WRITES | WB_REPLACES);
    wb_rules_command(c->name);
}

static void on_map_buffer(wb_call *c)
{
    GLuint buffer = wb_bound_buffer(va_arg(c->arguments, GLenum));
    GLenum access = va_arg(c->arguments, GLenum);
    int flags = WB_WAITS;
    if (access != GL_WRITE_ONLY) flags |= WB_READS;
    if (access != GL_READ_ONLY) flags |= WB_WRITES;
    wb_rules_use(WB_KIND_BUFFER, buffer, WB_WHOLE, WB_HOW_BUFFER_UPDATE, flags);
    wb_rules_command(c->name);
}

static void on_map_buffer_range(wb_call *c)
{
    GLenum target = va_arg(c->arguments, GLenum);
    int64_t offset = va_arg(c->arguments, GLintptr);
    int64_t size = va_arg(c->arguments, GLsizeiptr);
    GLbitfield access = va_arg(c->arguments, GLbitfield);
    int flags = WB_WAITS;
    if (access & GL_MAP_READ_BIT) flags |= WB_READS;
    if (access & GL_MAP_WRITE_BIT) flags |= WB_WRITES;
    use_buffer_range(c, target, offset, size, flags);
}

/* ---- Textures ---- */

static void use_texture_level(wb_call *c, int flags)
{
    GLuint texture = wb_bound_texture(va_arg(c->arguments, GLenum));
    wb_range level = wb_texture_level(va_arg(c->arguments, GLint));
    use_texture(texture, level, WB_HOW_TEXTURE_UPDATE, flags);
    wb_rules_command(c->name);
}

static void on_texture_write(wb_call *c)
{
    use_unpack_buffer();
    use_texture_level(c, WB_WRITES);
}

static void on_texture_read(wb_call *c)
{
    use_texture_level(c, WB_READS | use_pack_buffer());
}

static void on_copy_to_texture(wb_call *c)
{
    use_read_attachment(0);
    use_texture_level(c, WB_WRITES);
}

static void on_generate_mipmap(wb_call *c)
{
    use_texture(wb_bound_texture(va_arg(c->arguments, GLenum)), WB_WHOLE, WB_HOW_TEXTURE_UPDATE,
                WB_READS | WB_WRITES);
    wb_rules_command(c->name);
}

static void on_copy_image(wb_call *c)
{
    for (int i = 0; i < 2; i++) { // source, destination: name, target, level, x, y, z each
        GLuint name = va_arg(c->arguments, GLuint);
        GLenum target = va_arg(c->arguments, GLenum);
        GLint level = va_arg(c->arguments, GLint);
        for (int axis = 0; axis < 3; axis++) (void)va_arg(c->arguments, GLint);
        if (target != GL_RENDERBUFFER)
            use_texture(name, wb_texture_level(level), WB_HOW_TEXTURE_UPDATE,
                        i == 0 ? WB_READS : WB_WRITES);
    }
    wb_rules_command(c->name);
}

/* ---- Objects, passes, the rest ---- */

static void on_delete(wb_call *c)
{
    GLsizei count = va_arg(c->arguments, GLsizei);
    const GLuint *names = va_arg(c->arguments, const GLuint *);
    for (GLsizei i = 0; i < count; i++) wb_rules_forget((wb_kind)c->detail, names[i]);
}

static void on_push(wb_call *c)
{
    (void)va_arg(c->arguments, GLenum); // source
    (void)va_arg(c->arguments, GLuint); // id
    GLsizei length = va_arg(c->arguments, GLsizei);
    wb_rules_enter_pass(va_arg(c->arguments, const GLchar *), length);
}

static void on_pop(wb_call *c)
{
    (void)c;
    wb_rules_leave_pass();
}

static void on_finish(wb_call *c)
{
    (void)c;
    wb_rules_everything_done();
}

/* ---- The watched calls ---- */

enum { UPDATE = WB_WRITES | WB_REPLACES, READ_BACK = WB_READS | WB_WAITS };

static const wb_calls_row rows[] = {
    {"glBlitFramebuffer", on_blit, NULL, 0},
    {"glBufferData", NULL, on_buffer_data, 0},
    {"glBufferSubData", on_buffer_sub_data, NULL, UPDATE},
    {"glClear", on_clear, NULL, 0},
    {"glClearBufferData", on_clear_buffer_data, NULL, 0},
    {"glClearBufferSubData", on_clear_buffer_sub_data, NULL, 0},
    {"glClearBufferfi", on_clear, NULL, 0},
    {"glClearBufferfv", on_clear, NULL, 0},
    {"glClearBufferiv", on_clear, NULL, 0},
    {"glClearBufferuiv", on_clear, NULL, 0},
    {"glCompressedTexImage1D", on_texture_write, NULL, 0},
    {"glCompressedTexImage2D", on_texture_write, NULL, 0},
    {"glCompressedTexImage3D", on_texture_write, NULL, 0},
    {"glCompressedTexSubImage1D", on_texture_write, NULL, 0},
    {"glCompressedTexSubImage2D", on_texture_write, NULL, 0},
    {"glCompressedTexSubImage3D", on_texture_write, NULL, 0},
    {"glCopyBufferSubData", on_copy_buffer_sub_data, NULL, 0},
    {"glCopyImageSubData", on_copy_image, NULL, 0},
    {"glCopyTexImage1D", on_copy_to_texture, NULL, 0},
    {"glCopyTexImage2D", on_copy_to_texture, NULL, 0},
    {"glCopyTexSubImage1D", on_copy_to_texture, NULL, 0},
    {"glCopyTexSubImage2D", on_copy_to_texture, NULL, 0},
    {"glCopyTexSubImage3D", on_copy_to_texture, NULL, 0},
    {"glDeleteBuffers", on_delete, NULL, WB_KIND_BUFFER},
    {"glDeleteTextures", on_delete, NULL, WB_KIND_TEXTURE},
    {"glDispatchCompute", on_dispatch, NULL, 0},
    {"glDispatchComputeIndirect", on_dispatch, NULL, 0},
    {"glDrawArrays", on_draw, NULL, 0},
    {"glDrawArraysIndirect", on_draw, NULL, 0},
    {"glDrawArraysInstanced", on_draw, NULL, 0},
    {"glDrawArraysInstancedBaseInstance", on_draw, NULL, 0},
    {"glDrawElements", on_draw, NULL, 0},
    {"glDrawElementsBaseVertex", on_draw, NULL, 0},
    {"glDrawElementsIndirect", on_draw, NULL, 0},
    {"glDrawElementsInstanced", on_draw, NULL, 0},
    {"glDrawElementsInstancedBaseInstance", on_draw, NULL, 0},
    {"glDrawElementsInstancedBaseVertex", on_draw, NULL, 0},
    {"glDrawElementsInstancedBaseVertexBaseInstance", on_draw, NULL, 0},
    {"glDrawRangeElements", on_draw, NULL, 0},
    {"glDrawRangeElementsBaseVertex", on_draw, NULL, 0},
    {"glFinish", NULL, on_finish, 0},
    {"glGenerateMipmap", on_generate_mipmap, NULL, 0},
    {"glGetBufferSubData", on_buffer_sub_data, NULL, READ_BACK},
    {"glGetCompressedTexImage", on_texture_read, NULL, 0},
    {"glGetTexImage", on_texture_read, NULL, 0},
    {"glMapBuffer", on_map_buffer, NULL, 0},
    {"glMapBufferRange", on_map_buffer_range, NULL, 0},
    {"glMultiDrawArrays", on_draw, NULL, 0},
    {"glMultiDrawArraysIndirect", on_draw, NULL, MANY},
    {"glMultiDrawElements", on_draw, NULL, 0},
    {"glMultiDrawElementsBaseVertex", on_draw, NULL, 0},
    {"glMultiDrawElementsIndirect", on_draw, NULL, MANY},
    {"glPopDebugGroup", on_pop, NULL, 0},
    {"glPushDebugGroup", on_push, NULL, 0},
    {"glReadPixels", on_read_pixels, NULL, 0},
    {"glTexImage1D", on_texture_write, NULL, 0},
    {"glTexImage2D", on_texture_write, NULL, 0},
    {"glTexImage3D", on_texture_write, NULL, 0},
    {"glTexSubImage1D", on_texture_write, NULL, 0},
    {"glTexSubImage2D", on_texture_write, NULL, 0},
    {"glTexSubImage3D", on_texture_write, NULL, 0},
    {0},
};

/* ---- Errors, begin, end ---- */

static void on_error(wb_call *c, GLenum error)
{
    char text[1024], where[192];
    wb_call_text(c->name, c->arguments, text, sizeof text);
    wb_rules_report(WB_GL_ERROR, c->name, wb_errors_name(error), "%s %s raised %s", text,
                    wb_rules_where(where, sizeof where), wb_errors_name(error));
}

static GLbitfield on_barrier(GLbitfield asked, GLbitfield left)
{
    (void)asked;
    return wb_rules_barrier(left);
}

static const wb_calls_listener listener = {.rows = rows, .error = on_error, .barrier = on_barrier};

void wb_checker_begin(void)
{
    if (watch.is_on) return;
    watch.is_on = true;
    wb_dispatch_begin();
    wb_rules_begin();
    wb_calls_listen(WB_CALLS_CHECKER, &listener);
}

int wb_checker_end(void)
{
    if (!watch.is_on) return 0;
    watch.is_on = false;
    wb_calls_listen(WB_CALLS_CHECKER, NULL);
    int count = wb_rules_end();
    wb_dispatch_free(&watch.dispatch);
    wb_dispatch_end();
    return count;
}
