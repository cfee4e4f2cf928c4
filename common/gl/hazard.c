#include "gl/hazard.h"

#include "gl/hazard_call.h"
#include "gl/hazard_program.h"
#include "gl/hazard_rules.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Here: what each OpenGL call touches. State is asked from OpenGL at the call (glad_gl..., which is
 * not watched) rather than kept beside it, so that it cannot be out of date. */

/* A call that is being watched. The arguments are taken with va_arg in their order. */
typedef struct call {
    const char *name;
    int detail;         // of the table of watched calls
    const void *result; // where glad keeps the returned value; NULL before the call
    va_list arguments;
} call;

static struct {
    bool is_installed;
    GLenum swallowed_error; // the checker asked for it first; the program may still ask
    PFNGLMEMORYBARRIERPROC memory_barrier;
} watch;

static GLint get(GLenum what)
{
    GLint value = 0;
    glad_glGetIntegerv(what, &value);
    return value;
}

static GLint get_indexed(GLenum what, GLint index)
{
    GLint value = 0;
    glad_glGetIntegeri_v(what, (GLuint)index, &value);
    return value;
}

static int64_t get_indexed_64(GLenum what, GLint index)
{
    GLint64 value = 0;
    glad_glGetInteger64i_v(what, (GLuint)index, &value);
    return value;
}

// ---- what a program touches ----------------------------------------------------------------

typedef struct block_kind {
    GLenum binding, start, size;
    const char *words, *target;
    wb_how how;
} block_kind;

static const block_kind storage_blocks = {
    GL_SHADER_STORAGE_BUFFER_BINDING, GL_SHADER_STORAGE_BUFFER_START,
    GL_SHADER_STORAGE_BUFFER_SIZE,    "storage block",
    "GL_SHADER_STORAGE_BUFFER",       WB_HOW_STORAGE,
};

static const block_kind uniform_blocks = {
    GL_UNIFORM_BUFFER_BINDING, GL_UNIFORM_BUFFER_START, GL_UNIFORM_BUFFER_SIZE,
    "uniform block",           "GL_UNIFORM_BUFFER",     WB_HOW_UNIFORM,
};

static void report_unbound(const char *call_name, const block_kind *kind, const wb_resource *block)
{
    char where[192];
    wb_rules_report(WB_HAZARD_UNBOUND_BLOCK, call_name, block->name,
                    "%s %s: no buffer is bound for %s \"%s\" (binding %d)\n"
                    "call glBindBufferBase(%s, %d, ...) before",
                    call_name, wb_rules_where(where, sizeof where), kind->words, block->name,
                    block->place, kind->target, block->place);
}

static void report_small(const char *call_name, const block_kind *kind, const wb_resource *block,
                         GLuint buffer, int64_t size_bytes)
{
    char where[192], label[128];
    wb_rules_report(WB_HAZARD_SMALL_BUFFER, call_name, block->name,
                    "%s %s: %s \"%s\" (binding %d) needs at least %d bytes, \"%s\" gives it %lld\n"
                    "create the buffer larger, or bind a larger range of it",
                    call_name, wb_rules_where(where, sizeof where), kind->words, block->name,
                    block->place, block->size_bytes,
                    wb_rules_label(WB_KIND_BUFFER, buffer, label, sizeof label),
                    (long long)size_bytes);
}

static void use_block(const char *call_name, const block_kind *kind, const wb_resource *block)
{
    GLuint buffer = (GLuint)get_indexed(kind->binding, block->place);
    if (buffer == 0) {
        report_unbound(call_name, kind, block);
        return;
    }
    int64_t start = get_indexed_64(kind->start, block->place);
    int64_t size = get_indexed_64(kind->size, block->place); // 0: bound whole
    int64_t buffer_size = wb_rules_object(WB_KIND_BUFFER, buffer)->size_bytes;
    int64_t given = size == 0 || size > buffer_size - start ? buffer_size - start : size;
    if (buffer_size > 0 && given < block->size_bytes)
        report_small(call_name, kind, block, buffer, given);
    wb_range range = size == 0 ? WB_WHOLE : (wb_range){start, start + size};
    wb_rules_use(WB_KIND_BUFFER, buffer, range, kind->how, block->flags);
}

/* A texture, or the buffer behind a buffer texture. */
static void use_texture(GLuint texture, wb_range range, wb_how how, int flags)
{
    if (texture == 0) return;
    GLuint buffer = wb_rules_object(WB_KIND_TEXTURE, texture)->buffer;
    if (buffer != 0)
        wb_rules_use(WB_KIND_BUFFER, buffer, WB_WHOLE, how, flags);
    else
        wb_rules_use(WB_KIND_TEXTURE, texture, range, how, flags);
}

static void use_sampler(GLuint program, const wb_resource *sampler)
{
    GLint active = get(GL_ACTIVE_TEXTURE);
    for (GLint i = 0; i < sampler->count; i++) {
        GLint unit = 0;
        glad_glGetUniformiv(program, sampler->place + i, &unit);
        glad_glActiveTexture(GL_TEXTURE0 + (GLenum)unit);
        use_texture((GLuint)get(sampler->texture_binding), WB_WHOLE, WB_HOW_TEXTURE, WB_USE_READS);
    }
    glad_glActiveTexture((GLenum)active);
}

static void use_image(GLuint program, const wb_resource *image)
{
    for (GLint i = 0; i < image->count; i++) {
        GLint unit = 0;
        glad_glGetUniformiv(program, image->place + i, &unit);
        wb_range range = wb_texture_level(get_indexed(GL_IMAGE_BINDING_LEVEL, unit));
        if (!get_indexed(GL_IMAGE_BINDING_LAYERED, unit)) {
            range.begin += get_indexed(GL_IMAGE_BINDING_LAYER, unit);
            range.end = range.begin + 1;
        }
        int flags = image->flags;
        GLint access = get_indexed(GL_IMAGE_BINDING_ACCESS, unit);
        if (access == GL_READ_ONLY) flags &= ~(WB_USE_WRITES | WB_USE_GUESSED);
        if (access == GL_WRITE_ONLY) flags &= ~(WB_USE_READS | WB_USE_GUESSED);
        use_texture((GLuint)get_indexed(GL_IMAGE_BINDING_NAME, unit), range, WB_HOW_IMAGE, flags);
    }
}

static void use_attribute(const wb_resource *attribute)
{
    GLint is_enabled = 0, buffer = 0;
    GLuint location = (GLuint)attribute->place;
    glad_glGetVertexAttribiv(location, GL_VERTEX_ATTRIB_ARRAY_ENABLED, &is_enabled);
    if (!is_enabled) return;
    glad_glGetVertexAttribiv(location, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, &buffer);
    wb_rules_use(WB_KIND_BUFFER, (GLuint)buffer, WB_WHOLE, WB_HOW_VERTEX, WB_USE_READS);
}

static void use_program(const char *call_name)
{
    GLuint program = (GLuint)get(GL_CURRENT_PROGRAM);
    if (program == 0) return;
    const wb_program *p = wb_program_resources(program);
    for (int i = 0; i < p->count; i++) {
        const wb_resource *resource = &p->resources[i];
        switch (resource->kind) {
        case WB_RESOURCE_STORAGE_BLOCK: use_block(call_name, &storage_blocks, resource); break;
        case WB_RESOURCE_UNIFORM_BLOCK: use_block(call_name, &uniform_blocks, resource); break;
        case WB_RESOURCE_SAMPLER: use_sampler(program, resource); break;
        case WB_RESOURCE_IMAGE: use_image(program, resource); break;
        case WB_RESOURCE_ATTRIBUTE: use_attribute(resource); break;
        }
    }
}

// ---- dispatches and draws ------------------------------------------------------------------

static void on_dispatch(call *c)
{
    GLuint x = va_arg(c->arguments, GLuint);
    GLuint y = va_arg(c->arguments, GLuint);
    GLuint z = va_arg(c->arguments, GLuint);
    char where[192], groups[64];
    snprintf(groups, sizeof groups, "%u x %u x %u", x, y, z);
    if (x == 0 || y == 0 || z == 0)
        wb_rules_report(WB_HAZARD_ZERO_GROUPS, c->name, groups,
                        "%s %s: %s groups, so nothing runs\n"
                        "round the number of groups up, and skip the call when there is no work",
                        c->name, wb_rules_where(where, sizeof where), groups);
    use_program(c->name);
    wb_rules_command(c->name);
}

static void use_commands(GLenum binding, int64_t offset, int64_t size)
{
    wb_rules_use(WB_KIND_BUFFER, (GLuint)get(binding), (wb_range){offset, offset + size},
                 WB_HOW_COMMAND, WB_USE_READS);
}

static void on_dispatch_indirect(call *c)
{
    use_commands(GL_DISPATCH_INDIRECT_BUFFER_BINDING, va_arg(c->arguments, GLintptr), 12);
    use_program(c->name);
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
    if (!wb_rules_textures_written() || get(GL_DRAW_FRAMEBUFFER_BINDING) == 0) return;
    GLint count = get(GL_MAX_DRAW_BUFFERS);
    for (GLint i = 0; i < count; i++) {
        GLenum attachment = (GLenum)get(GL_DRAW_BUFFER0 + (GLenum)i);
        use_attachment(GL_DRAW_FRAMEBUFFER, attachment, WB_USE_WRITES);
    }
}

static void use_read_attachment(int flags)
{
    if (get(GL_READ_FRAMEBUFFER_BINDING) == 0) return;
    use_attachment(GL_READ_FRAMEBUFFER, (GLenum)get(GL_READ_BUFFER), WB_USE_READS | flags);
}

enum { WITH_INDICES = 1, WITH_COMMANDS = 2, WITH_MANY_COMMANDS = 4 };

static void on_draw(call *c)
{
    if (c->detail & WITH_INDICES)
        wb_rules_use(WB_KIND_BUFFER, (GLuint)get(GL_ELEMENT_ARRAY_BUFFER_BINDING), WB_WHOLE,
                     WB_HOW_ELEMENT, WB_USE_READS);
    if (c->detail & (WITH_COMMANDS | WITH_MANY_COMMANDS)) {
        (void)va_arg(c->arguments, GLenum);                               // mode
        if (c->detail & WITH_INDICES) (void)va_arg(c->arguments, GLenum); // type
        int64_t offset = (int64_t)(intptr_t)va_arg(c->arguments, void *);
        int64_t one = c->detail & WITH_INDICES ? 20 : 16;
        use_commands(GL_DRAW_INDIRECT_BUFFER_BINDING, offset,
                     c->detail & WITH_COMMANDS ? one : INT64_MAX - offset);
    }
    use_draw_attachments();
    use_program(c->name);
    wb_rules_command(c->name);
}

static void on_clear(call *c)
{
    use_draw_attachments();
    wb_rules_command(c->name);
}

static void on_blit(call *c)
{
    use_read_attachment(0);
    use_draw_attachments();
    wb_rules_command(c->name);
}

/* A pixel transfer goes from or to the caller's memory, or a pixel buffer. What the caller gets in
 * his own memory has been read when the call returns. */
static int use_pack_buffer(void)
{
    GLuint buffer = (GLuint)get(GL_PIXEL_PACK_BUFFER_BINDING);
    wb_rules_use(WB_KIND_BUFFER, buffer, WB_WHOLE, WB_HOW_PIXEL, WB_USE_WRITES);
    return buffer == 0 ? WB_USE_WAITS : 0;
}

static void use_unpack_buffer(void)
{
    wb_rules_use(WB_KIND_BUFFER, (GLuint)get(GL_PIXEL_UNPACK_BUFFER_BINDING), WB_WHOLE,
                 WB_HOW_PIXEL, WB_USE_READS);
}

static void on_read_pixels(call *c)
{
    use_read_attachment(use_pack_buffer());
    wb_rules_command(c->name);
}

// ---- buffers -------------------------------------------------------------------------------

static GLuint buffer_at(GLenum target)
{
    switch (target) {
    case GL_ARRAY_BUFFER: return (GLuint)get(GL_ARRAY_BUFFER_BINDING);
    case GL_ATOMIC_COUNTER_BUFFER: return (GLuint)get(GL_ATOMIC_COUNTER_BUFFER_BINDING);
    case GL_COPY_READ_BUFFER: return (GLuint)get(GL_COPY_READ_BUFFER_BINDING);
    case GL_COPY_WRITE_BUFFER: return (GLuint)get(GL_COPY_WRITE_BUFFER_BINDING);
    case GL_DISPATCH_INDIRECT_BUFFER: return (GLuint)get(GL_DISPATCH_INDIRECT_BUFFER_BINDING);
    case GL_DRAW_INDIRECT_BUFFER: return (GLuint)get(GL_DRAW_INDIRECT_BUFFER_BINDING);
    case GL_ELEMENT_ARRAY_BUFFER: return (GLuint)get(GL_ELEMENT_ARRAY_BUFFER_BINDING);
    case GL_PIXEL_PACK_BUFFER: return (GLuint)get(GL_PIXEL_PACK_BUFFER_BINDING);
    case GL_PIXEL_UNPACK_BUFFER: return (GLuint)get(GL_PIXEL_UNPACK_BUFFER_BINDING);
    case GL_SHADER_STORAGE_BUFFER: return (GLuint)get(GL_SHADER_STORAGE_BUFFER_BINDING);
    case GL_TEXTURE_BUFFER: return (GLuint)get(GL_TEXTURE_BUFFER); // the query of its binding
    case GL_TRANSFORM_FEEDBACK_BUFFER: return (GLuint)get(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING);
    case GL_UNIFORM_BUFFER: return (GLuint)get(GL_UNIFORM_BUFFER_BINDING);
    default: return 0;
    }
}

/* glBufferData makes a new store; stores to the old one can no longer matter. */
static void on_buffer_data(call *c)
{
    GLuint buffer = buffer_at(va_arg(c->arguments, GLenum));
    if (buffer == 0) return;
    wb_rules_forget_uses(WB_KIND_BUFFER, buffer);
    wb_rules_object(WB_KIND_BUFFER, buffer)->size_bytes = va_arg(c->arguments, GLsizeiptr);
}

static void use_buffer_range(call *c, GLenum target, int64_t offset, int64_t size, int flags)
{
    wb_rules_use(WB_KIND_BUFFER, buffer_at(target), (wb_range){offset, offset + size},
                 WB_HOW_BUFFER_UPDATE, flags);
    wb_rules_command(c->name);
}

/* glBufferSubData and glGetBufferSubData; `detail` tells which. */
static void on_buffer_sub_data(call *c)
{
    GLenum target = va_arg(c->arguments, GLenum);
    int64_t offset = va_arg(c->arguments, GLintptr);
    int64_t size = va_arg(c->arguments, GLsizeiptr);
    use_buffer_range(c, target, offset, size, c->detail);
}

static void on_clear_buffer_data(call *c)
{
    wb_rules_use(WB_KIND_BUFFER, buffer_at(va_arg(c->arguments, GLenum)), WB_WHOLE,
                 WB_HOW_BUFFER_UPDATE, WB_USE_WRITES | WB_USE_REPLACES);
    wb_rules_command(c->name);
}

static void on_clear_buffer_sub_data(call *c)
{
    GLenum target = va_arg(c->arguments, GLenum);
    (void)va_arg(c->arguments, GLenum); // internal format
    int64_t offset = va_arg(c->arguments, GLintptr);
    int64_t size = va_arg(c->arguments, GLsizeiptr);
    use_buffer_range(c, target, offset, size, WB_USE_WRITES | WB_USE_REPLACES);
}

static void on_copy_buffer_sub_data(call *c)
{
    GLuint from = buffer_at(va_arg(c->arguments, GLenum));
    GLuint to = buffer_at(va_arg(c->arguments, GLenum));
    int64_t from_offset = va_arg(c->arguments, GLintptr);
    int64_t to_offset = va_arg(c->arguments, GLintptr);
    int64_t size = va_arg(c->arguments, GLsizeiptr);
    wb_rules_use(WB_KIND_BUFFER, from, (wb_range){from_offset, from_offset + size},
                 WB_HOW_BUFFER_UPDATE, WB_USE_READS);
    wb_rules_use(WB_KIND_BUFFER, to, (wb_range){to_offset, to_offset + size}, WB_HOW_BUFFER_UPDATE,
                 WB_USE_WRITES | WB_USE_REPLACES);
    wb_rules_command(c->name);
}

static void on_map_buffer(call *c)
{
    GLuint buffer = buffer_at(va_arg(c->arguments, GLenum));
    GLenum access = va_arg(c->arguments, GLenum);
    int flags = WB_USE_WAITS;
    if (access != GL_WRITE_ONLY) flags |= WB_USE_READS;
    if (access != GL_READ_ONLY) flags |= WB_USE_WRITES;
    wb_rules_use(WB_KIND_BUFFER, buffer, WB_WHOLE, WB_HOW_BUFFER_UPDATE, flags);
    wb_rules_command(c->name);
}

static void on_map_buffer_range(call *c)
{
    GLenum target = va_arg(c->arguments, GLenum);
    int64_t offset = va_arg(c->arguments, GLintptr);
    int64_t size = va_arg(c->arguments, GLsizeiptr);
    GLbitfield access = va_arg(c->arguments, GLbitfield);
    int flags = WB_USE_WAITS;
    if (access & GL_MAP_READ_BIT) flags |= WB_USE_READS;
    if (access & GL_MAP_WRITE_BIT) flags |= WB_USE_WRITES;
    use_buffer_range(c, target, offset, size, flags);
}

// ---- textures ------------------------------------------------------------------------------

static GLuint texture_at(GLenum target)
{
    switch (target) {
    case GL_TEXTURE_1D: return (GLuint)get(GL_TEXTURE_BINDING_1D);
    case GL_TEXTURE_2D: return (GLuint)get(GL_TEXTURE_BINDING_2D);
    case GL_TEXTURE_3D: return (GLuint)get(GL_TEXTURE_BINDING_3D);
    case GL_TEXTURE_1D_ARRAY: return (GLuint)get(GL_TEXTURE_BINDING_1D_ARRAY);
    case GL_TEXTURE_2D_ARRAY: return (GLuint)get(GL_TEXTURE_BINDING_2D_ARRAY);
    case GL_TEXTURE_CUBE_MAP_ARRAY: return (GLuint)get(GL_TEXTURE_BINDING_CUBE_MAP_ARRAY);
    case GL_TEXTURE_RECTANGLE: return (GLuint)get(GL_TEXTURE_BINDING_RECTANGLE);
    case GL_TEXTURE_BUFFER: return (GLuint)get(GL_TEXTURE_BINDING_BUFFER);
    case GL_TEXTURE_CUBE_MAP:
    case GL_TEXTURE_CUBE_MAP_POSITIVE_X:
    case GL_TEXTURE_CUBE_MAP_NEGATIVE_X:
    case GL_TEXTURE_CUBE_MAP_POSITIVE_Y:
    case GL_TEXTURE_CUBE_MAP_NEGATIVE_Y:
    case GL_TEXTURE_CUBE_MAP_POSITIVE_Z:
    case GL_TEXTURE_CUBE_MAP_NEGATIVE_Z: return (GLuint)get(GL_TEXTURE_BINDING_CUBE_MAP);
    default: return 0;
    }
}

static void use_texture_level(call *c, int flags)
{
    GLuint texture = texture_at(va_arg(c->arguments, GLenum));
    wb_range level = wb_texture_level(va_arg(c->arguments, GLint));
    use_texture(texture, level, WB_HOW_TEXTURE_UPDATE, flags);
    wb_rules_command(c->name);
}

static void on_texture_write(call *c)
{
    use_unpack_buffer();
    use_texture_level(c, WB_USE_WRITES);
}

static void on_texture_read(call *c)
{
    use_texture_level(c, WB_USE_READS | use_pack_buffer());
}

static void on_copy_to_texture(call *c)
{
    use_read_attachment(0);
    use_texture_level(c, WB_USE_WRITES);
}

static void on_generate_mipmap(call *c)
{
    use_texture(texture_at(va_arg(c->arguments, GLenum)), WB_WHOLE, WB_HOW_TEXTURE_UPDATE,
                WB_USE_READS | WB_USE_WRITES);
    wb_rules_command(c->name);
}

static void on_copy_image(call *c)
{
    for (int i = 0; i < 2; i++) { // source, destination: name, target, level, x, y, z each
        GLuint name = va_arg(c->arguments, GLuint);
        GLenum target = va_arg(c->arguments, GLenum);
        GLint level = va_arg(c->arguments, GLint);
        for (int axis = 0; axis < 3; axis++) (void)va_arg(c->arguments, GLint);
        if (target != GL_RENDERBUFFER)
            use_texture(name, wb_texture_level(level), WB_HOW_TEXTURE_UPDATE,
                        i == 0 ? WB_USE_READS : WB_USE_WRITES);
    }
    wb_rules_command(c->name);
}

static void on_tex_buffer(call *c)
{
    GLuint texture = texture_at(va_arg(c->arguments, GLenum));
    (void)va_arg(c->arguments, GLenum); // internal format
    if (texture != 0)
        wb_rules_object(WB_KIND_TEXTURE, texture)->buffer = va_arg(c->arguments, GLuint);
}

// ---- objects, passes, the rest -------------------------------------------------------------

static void on_generate(call *c)
{
    GLsizei count = va_arg(c->arguments, GLsizei);
    const GLuint *names = va_arg(c->arguments, const GLuint *);
    for (GLsizei i = 0; i < count; i++) wb_rules_create((wb_kind)c->detail, names[i]);
}

static void on_delete(call *c)
{
    GLsizei count = va_arg(c->arguments, GLsizei);
    const GLuint *names = va_arg(c->arguments, const GLuint *);
    for (GLsizei i = 0; i < count; i++) wb_rules_delete((wb_kind)c->detail, names[i]);
}

static void on_create(call *c)
{
    GLuint name = *(const GLuint *)c->result;
    if (name == 0) return;
    wb_program_forget(name);
    wb_rules_create((wb_kind)c->detail, name);
}

static void on_delete_shader(call *c)
{
    wb_rules_delete(WB_KIND_SHADER, va_arg(c->arguments, GLuint));
}

static void on_delete_program(call *c)
{
    GLuint program = va_arg(c->arguments, GLuint);
    wb_rules_delete(WB_KIND_PROGRAM, program);
    wb_program_forget(program);
}

/* Reads the program now, while its shaders are still attached. */
static void on_program_change(call *c)
{
    GLuint program = va_arg(c->arguments, GLuint);
    wb_program_forget(program);
    (void)wb_program_resources(program);
}

static void on_push(call *c)
{
    (void)va_arg(c->arguments, GLenum); // source
    (void)va_arg(c->arguments, GLuint); // id
    GLsizei length = va_arg(c->arguments, GLsizei);
    wb_rules_enter_pass(va_arg(c->arguments, const GLchar *), length);
}

static void on_pop(call *c)
{
    (void)c;
    wb_rules_leave_pass();
}

static void on_finish(call *c)
{
    (void)c;
    wb_rules_everything_done();
}

// ---- the watched calls ---------------------------------------------------------------------

enum { UPDATE = WB_USE_WRITES | WB_USE_REPLACES, READ_BACK = WB_USE_READS | WB_USE_WAITS };

/* In the order of strcmp, for bsearch. */
static const struct watched {
    const char *name;
    void (*before)(call *c);
    void (*after)(call *c);
    int detail;
} watched[] = {
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
    {"glCreateProgram", NULL, on_create, WB_KIND_PROGRAM},
    {"glCreateShader", NULL, on_create, WB_KIND_SHADER},
    {"glCreateShaderProgramv", NULL, on_create, WB_KIND_PROGRAM},
    {"glDeleteBuffers", on_delete, NULL, WB_KIND_BUFFER},
    {"glDeleteFramebuffers", on_delete, NULL, WB_KIND_FRAMEBUFFER},
    {"glDeleteProgram", on_delete_program, NULL, 0},
    {"glDeleteQueries", on_delete, NULL, WB_KIND_QUERY},
    {"glDeleteRenderbuffers", on_delete, NULL, WB_KIND_RENDERBUFFER},
    {"glDeleteSamplers", on_delete, NULL, WB_KIND_SAMPLER},
    {"glDeleteShader", on_delete_shader, NULL, 0},
    {"glDeleteTextures", on_delete, NULL, WB_KIND_TEXTURE},
    {"glDeleteVertexArrays", on_delete, NULL, WB_KIND_VERTEX_ARRAY},
    {"glDispatchCompute", on_dispatch, NULL, 0},
    {"glDispatchComputeIndirect", on_dispatch_indirect, NULL, 0},
    {"glDrawArrays", on_draw, NULL, 0},
    {"glDrawArraysIndirect", on_draw, NULL, WITH_COMMANDS},
    {"glDrawArraysInstanced", on_draw, NULL, 0},
    {"glDrawArraysInstancedBaseInstance", on_draw, NULL, 0},
    {"glDrawElements", on_draw, NULL, WITH_INDICES},
    {"glDrawElementsBaseVertex", on_draw, NULL, WITH_INDICES},
    {"glDrawElementsIndirect", on_draw, NULL, WITH_INDICES | WITH_COMMANDS},
    {"glDrawElementsInstanced", on_draw, NULL, WITH_INDICES},
    {"glDrawElementsInstancedBaseInstance", on_draw, NULL, WITH_INDICES},
    {"glDrawElementsInstancedBaseVertex", on_draw, NULL, WITH_INDICES},
    {"glDrawElementsInstancedBaseVertexBaseInstance", on_draw, NULL, WITH_INDICES},
    {"glDrawRangeElements", on_draw, NULL, WITH_INDICES},
    {"glDrawRangeElementsBaseVertex", on_draw, NULL, WITH_INDICES},
    {"glFinish", NULL, on_finish, 0},
    {"glGenBuffers", NULL, on_generate, WB_KIND_BUFFER},
    {"glGenFramebuffers", NULL, on_generate, WB_KIND_FRAMEBUFFER},
    {"glGenQueries", NULL, on_generate, WB_KIND_QUERY},
    {"glGenRenderbuffers", NULL, on_generate, WB_KIND_RENDERBUFFER},
    {"glGenSamplers", NULL, on_generate, WB_KIND_SAMPLER},
    {"glGenTextures", NULL, on_generate, WB_KIND_TEXTURE},
    {"glGenVertexArrays", NULL, on_generate, WB_KIND_VERTEX_ARRAY},
    {"glGenerateMipmap", on_generate_mipmap, NULL, 0},
    {"glGetBufferSubData", on_buffer_sub_data, NULL, READ_BACK},
    {"glGetCompressedTexImage", on_texture_read, NULL, 0},
    {"glGetTexImage", on_texture_read, NULL, 0},
    {"glLinkProgram", NULL, on_program_change, 0},
    {"glMapBuffer", on_map_buffer, NULL, 0},
    {"glMapBufferRange", on_map_buffer_range, NULL, 0},
    {"glMultiDrawArrays", on_draw, NULL, 0},
    {"glMultiDrawArraysIndirect", on_draw, NULL, WITH_MANY_COMMANDS},
    {"glMultiDrawElements", on_draw, NULL, WITH_INDICES},
    {"glMultiDrawElementsBaseVertex", on_draw, NULL, WITH_INDICES},
    {"glMultiDrawElementsIndirect", on_draw, NULL, WITH_INDICES | WITH_MANY_COMMANDS},
    {"glPopDebugGroup", on_pop, NULL, 0},
    {"glProgramBinary", NULL, on_program_change, 0},
    {"glPushDebugGroup", on_push, NULL, 0},
    {"glReadPixels", on_read_pixels, NULL, 0},
    {"glShaderStorageBlockBinding", NULL, on_program_change, 0},
    {"glTexBuffer", NULL, on_tex_buffer, 0},
    {"glTexBufferRange", NULL, on_tex_buffer, 0},
    {"glTexImage1D", on_texture_write, NULL, 0},
    {"glTexImage2D", on_texture_write, NULL, 0},
    {"glTexImage3D", on_texture_write, NULL, 0},
    {"glTexSubImage1D", on_texture_write, NULL, 0},
    {"glTexSubImage2D", on_texture_write, NULL, 0},
    {"glTexSubImage3D", on_texture_write, NULL, 0},
    {"glUniformBlockBinding", NULL, on_program_change, 0},
};

static const struct watched *find_watched(const char *name)
{
    size_t first = 0, end = sizeof watched / sizeof watched[0];
    while (first < end) {
        size_t middle = (first + end) / 2;
        int order = strcmp(name, watched[middle].name);
        if (order == 0) return &watched[middle];
        if (order < 0)
            end = middle;
        else
            first = middle + 1;
    }
    return NULL;
}

// ---- glad's callbacks ----------------------------------------------------------------------

static void before_call(const char *name, GLADapiproc function, int count, ...)
{
    (void)function;
    const struct watched *found = find_watched(name);
    if (found == NULL || found->before == NULL) return;
    call c = {.name = found->name, .detail = found->detail};
    va_start(c.arguments, count);
    found->before(&c);
    va_end(c.arguments);
}

static const char *error_name(GLenum error)
{
    switch (error) {
    case GL_INVALID_ENUM: return "GL_INVALID_ENUM";
    case GL_INVALID_VALUE: return "GL_INVALID_VALUE";
    case GL_INVALID_OPERATION: return "GL_INVALID_OPERATION";
    case GL_INVALID_FRAMEBUFFER_OPERATION: return "GL_INVALID_FRAMEBUFFER_OPERATION";
    case GL_OUT_OF_MEMORY: return "GL_OUT_OF_MEMORY";
    default: return "an unknown error";
    }
}

static void report_error(GLenum error, const char *name, va_list arguments)
{
    char text[1024], where[192];
    wb_call_text(name, arguments, text, sizeof text);
    wb_rules_report(WB_HAZARD_GL_ERROR, name, error_name(error), "%s %s raised %s", text,
                    wb_rules_where(where, sizeof where), error_name(error));
    if (watch.swallowed_error == GL_NO_ERROR) watch.swallowed_error = error;
}

static void after_call(void *result, const char *name, GLADapiproc function, int count, ...)
{
    (void)function;
    GLenum error = glad_glGetError();
    if (error != GL_NO_ERROR) {
        va_list arguments;
        va_start(arguments, count);
        report_error(error, name, arguments);
        va_end(arguments);
    }
    const struct watched *found = find_watched(name);
    if (found == NULL || found->after == NULL) return;
    call c = {.name = found->name, .detail = found->detail, .result = result};
    va_start(c.arguments, count);
    found->after(&c);
    va_end(c.arguments);
}

/* Instead of glMemoryBarrier: a dropped bit must not reach OpenGL. */
static void GLAD_API_PTR memory_barrier(GLbitfield bits)
{
    GLbitfield issued = wb_rules_barrier(bits);
    if (issued != 0) watch.memory_barrier(issued);
}

/* Instead of glGetError: hands on what after_call() took away. */
static GLenum GLAD_API_PTR get_error(void)
{
    GLenum error = watch.swallowed_error;
    watch.swallowed_error = GL_NO_ERROR;
    return error != GL_NO_ERROR ? error : glad_glGetError();
}

void wb_hazard_install(void)
{
    watch.is_installed = true;
    watch.swallowed_error = GL_NO_ERROR;
    wb_rules_start();
    gladSetGLPreCallback(before_call);
    gladSetGLPostCallback(after_call);
    gladInstallGLDebug();
    watch.memory_barrier = glad_debug_glMemoryBarrier;
    glad_debug_glMemoryBarrier = memory_barrier;
    glad_debug_glGetError = get_error;
}

int wb_hazard_finish(void)
{
    if (!watch.is_installed) return 0;
    watch.is_installed = false;
    gladUninstallGLDebug();
    int count = wb_rules_finish();
    wb_program_forget_all();
    return count;
}
