#include "watch/barriers.h"

#include "base/memory.h"
#include "gl/bound.h"
#include "gl/read_back.h"
#include "watch/call_text.h"
#include "watch/calls.h"
#include "watch/capture.h"
#include "watch/barrier_rules.h"
#include "watch/dispatch.h"
#include "gl/errors.h"

#include <stdio.h>
#include <string.h>

/* Here: what each OpenGL call touches. State is asked from OpenGL at the call (gl/bound.h) rather
 * than kept beside it, so that it cannot be out of date. */

static struct {
    bool is_on;
    wb_dispatch dispatch; // the one that is judged; its memory is used again and again
    wb_map not_followed;  // textures that have been reported
} watch = {.not_followed = {.item_size = 1}};

/* ---- What a program touches ---- */

static wb_range range_of(int64_t offset, int64_t size_bytes)
{
    return (wb_range){offset, offset + size_bytes};
}

typedef struct block_kind {
    const char *words, *target;
    wb_usage usage;
} block_kind;

static const block_kind storage_blocks = {"storage block", "GL_SHADER_STORAGE_BUFFER",
                                          WB_USAGE_STORAGE};
static const block_kind uniform_blocks = {"uniform block", "GL_UNIFORM_BUFFER", WB_USAGE_UNIFORM};

static const block_kind counters = {"buffer of atomic counters", "GL_ATOMIC_COUNTER_BUFFER",
                                    WB_USAGE_COUNTER};

static void report_unbound(const char *call_name, const block_kind *kind, const wb_resource *block)
{
    char where[192];
    wb_rules_report(WB_ERROR, WB_UNBOUND_BLOCK, call_name, block->name,
                    "%s %s: no buffer is bound for %s \"%s\" (binding %d)\n"
                    "call glBindBufferBase(%s, %d, ...) before",
                    call_name, wb_rules_where(where, sizeof where), kind->words, block->name,
                    block->binding, kind->target, block->binding);
}

static void report_small(const char *call_name, const block_kind *kind, const wb_dispatch_buffer *b)
{
    char where[192], label[128];
    wb_rules_report(WB_ERROR, WB_SMALL_BUFFER, call_name, b->resource.name,
                    "%s %s: %s \"%s\" (binding %d) needs at least %d bytes, \"%s\" gives it %lld\n"
                    "create the buffer larger, or bind a larger range of it",
                    call_name, wb_rules_where(where, sizeof where), kind->words, b->resource.name,
                    b->resource.binding, b->resource.size_bytes,
                    wb_object_label(WB_KIND_BUFFER, b->buffer, label, sizeof label),
                    (long long)b->size_bytes);
}

static void use_block(const char *call_name, const wb_dispatch_buffer *b)
{
    const block_kind *kind = b->resource.kind == WB_STORAGE_BLOCK   ? &storage_blocks
                             : b->resource.kind == WB_UNIFORM_BLOCK ? &uniform_blocks
                                                                    : &counters;
    if (b->buffer == 0) {
        report_unbound(call_name, kind, &b->resource);
        return;
    }
    if (b->size_bytes + b->offset > 0 && b->size_bytes < b->resource.size_bytes)
        report_small(call_name, kind, b);
    for (int i = 0; i < b->resource.part_count; i++) {
        wb_block_part p = b->resource.parts[i];
        if (p.end > b->size_bytes) p.end = b->size_bytes;
        if (p.begin >= p.end) continue; // behind the end of what is bound
        wb_rules_use(WB_KIND_BUFFER, b->buffer, range_of(b->offset + p.begin, p.end - p.begin),
                     kind->usage, p.access);
    }
}

/* A part of a texture: levels, and of each all layers or some. */
typedef struct part {
    int first_level, last_level;
    int layer;  // the first; -1: all
    int layers; // from there on; 0: one
} part;

enum { LAST_LEVEL = 1000, ALL_LAYERS = -1 };

static part one_level(int level)
{
    return (part){level, level, ALL_LAYERS, 0};
}

static int layers_of(part p)
{
    return p.layers > 0 ? p.layers : 1;
}

/* What a view shows of its original. */
static void use_view(const wb_object *view, part p, wb_usage usage, int flags)
{
    int last = p.last_level < view->levels ? p.last_level : view->levels - 1;
    bool is_volume = view->target == GL_TEXTURE_3D; // whose layers are not the view's
    for (int level = p.first_level; level <= last; level++) {
        wb_range range = wb_texture_level(view->first_level + level);
        if (!is_volume) {
            range.begin += view->first_layer + (p.layer >= 0 ? p.layer : 0);
            range.end = range.begin + (p.layer >= 0 ? layers_of(p) : view->layers);
        } else if (p.layer >= 0) {
            range = range_of(range.begin + p.layer, layers_of(p));
        }
        wb_rules_use(WB_KIND_TEXTURE, view->shows, range, usage, flags);
    }
}

/* Whether it is a view, or over a buffer, OpenGL 4.3 does not tell. */
static void report_not_followed(GLuint texture)
{
    char label[128];
    wb_object_label(WB_KIND_TEXTURE, texture, label, sizeof label);
    wb_map_add(&watch.not_followed, texture);
    wb_rules_report(WB_WARNING, WB_NOT_FOLLOWED, NULL, label,
                    "texture \"%s\" was made before the barrier checker began: what it shares its "
                    "memory with is not known, so barriers for that are not watched\n"
                    "begin earlier",
                    label);
}

/* Or of the buffer behind a buffer texture. */
static void use_texture(GLuint texture, part p, wb_usage usage, int flags)
{
    const wb_object *object = wb_object_find(WB_KIND_TEXTURE, texture);
    bool is_new = object == NULL && texture != 0;
    if (is_new && wb_map_find(&watch.not_followed, texture) == NULL) report_not_followed(texture);
    if (object != NULL && object->buffer != 0) {
        bool to_end = object->texels_bytes == 0;
        wb_range texels = range_of(object->texels_offset, object->texels_bytes);
        wb_rules_use(WB_KIND_BUFFER, object->shows, to_end ? WB_WHOLE : texels, usage, flags);
        return;
    }
    if (object != NULL && object->shows != 0) {
        use_view(object, p, usage, flags);
        return;
    }
    wb_range range = {wb_texture_level(p.first_level).begin, wb_texture_level(p.last_level).end};
    if (p.layer >= 0) range = range_of(range.begin + p.layer, layers_of(p));
    wb_rules_use(WB_KIND_TEXTURE, texture, range, usage, flags);
}

/* 8.25: a load or store by another format than that of the image unit has no defined result. */
static void check_format(const char *call_name, const wb_dispatch_texture *t)
{
    char where[192], label[128];
    const wb_texel_format *declared = t->resource.format, *bound = wb_capture_format(t->format);
    if (declared == NULL || bound == NULL || t->texture == 0 || wb_texel_format_is(declared, bound))
        return;
    wb_rules_report(WB_ERROR, WB_FORMAT_MISMATCH, call_name, t->resource.name,
                    "%s %s: the shader declares image \"%s\" (unit %d) as %s, and \"%s\" is bound "
                    "there as %s\nname one format in both: in the image's layout(), and in "
                    "glBindImageTexture()",
                    call_name, wb_rules_where(where, sizeof where), t->resource.name, t->unit,
                    wb_texel_format_name(declared),
                    wb_object_label(WB_KIND_TEXTURE, t->texture, label, sizeof label),
                    wb_texel_format_name(bound));
}

static void use_sampler_or_image(const char *call_name, const wb_dispatch_texture *t)
{
    bool is_image = t->resource.kind == WB_IMAGE;
    if (is_image) check_format(call_name, t);
    part p = {t->level, t->last_level, is_image && !t->layered ? t->layer : ALL_LAYERS, 0};
    use_texture(t->texture, p, is_image ? WB_USAGE_IMAGE : WB_USAGE_TEXTURE, t->resource.access);
}

/* From the first vertex (or instance) that is drawn to the last, or as much as may be. */
static void use_attribute(const wb_dispatch *d, const wb_dispatch_attribute *a)
{
    wb_range range = {a->offset, INT64_MAX};
    int64_t first = a->divisor > 0 ? d->first_instance : d->first_vertex;
    int64_t count = a->divisor > 0 ? (d->instances + a->divisor - 1) / a->divisor : d->vertices;
    bool is_counted = d->knows_counts && (a->divisor > 0 || d->indices == 0);
    if (is_counted)
        range = range_of(a->offset + first * a->stride, (count - 1) * a->stride + a->size_bytes);
    wb_rules_use(WB_KIND_BUFFER, a->buffer, range, WB_USAGE_VERTEX, WB_READS);
}

static void use_program(const wb_dispatch *d)
{
    for (int i = 0; i < d->buffer_count; i++) use_block(d->call, &d->buffers[i]);
    for (int i = 0; i < d->texture_count; i++) use_sampler_or_image(d->call, &d->textures[i]);
    for (int i = 0; i < d->attribute_count; i++) use_attribute(d, &d->attributes[i]);
}

/* ---- Dispatches and draws ---- */

static void report_zero_groups(const wb_dispatch *d)
{
    char where[192], groups[64];
    snprintf(groups, sizeof groups, "%u x %u x %u", d->groups[0], d->groups[1], d->groups[2]);
    wb_rules_report(WB_ERROR, WB_ZERO_GROUPS, d->call, groups,
                    "%s %s: %s groups, so nothing runs\n"
                    "round the number of groups up, and skip the call when there is no work",
                    d->call, wb_rules_where(where, sizeof where), groups);
}

enum { DISPATCH_COMMAND_BYTES = 12 };

static void use_commands(const wb_dispatch *d, int64_t size_bytes)
{
    wb_rules_use(WB_KIND_BUFFER, d->commands, range_of(d->commands_offset, size_bytes),
                 WB_USAGE_COMMAND, WB_READS);
}

static void on_dispatch(wb_call *c)
{
    const wb_dispatch *d = &watch.dispatch;
    wb_dispatch_describe(&watch.dispatch, c, 0);
    if (d->knows_groups && (d->groups[0] == 0 || d->groups[1] == 0 || d->groups[2] == 0)) {
        report_zero_groups(d);
        return;
    }
    if (d->is_indirect) use_commands(d, DISPATCH_COMMAND_BYTES);
    use_program(d);
}

static GLint ask_attachment(GLenum target, GLenum attachment, GLenum what)
{
    GLint value = 0;
    glad_glGetFramebufferAttachmentParameteriv(target, attachment, what, &value);
    return value;
}

/* The texture behind a colour attachment, if it is one. */
static void use_attachment(GLenum target, GLenum attachment, int flags)
{
    if (attachment < GL_COLOR_ATTACHMENT0 || attachment > GL_COLOR_ATTACHMENT31) return;
    if (ask_attachment(target, attachment, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) != GL_TEXTURE)
        return;
    GLuint texture =
        (GLuint)ask_attachment(target, attachment, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME);
    int level = ask_attachment(target, attachment, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL);
    part p = one_level(level);
    if (!ask_attachment(target, attachment, GL_FRAMEBUFFER_ATTACHMENT_LAYERED)) {
        GLenum face = (GLenum)ask_attachment(target, attachment,
                                             GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE);
        p.layer = face != GL_NONE
                      ? (int)(face - GL_TEXTURE_CUBE_MAP_POSITIVE_X)
                      : ask_attachment(target, attachment, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER);
    }
    use_texture(texture, p, WB_USAGE_FRAMEBUFFER, flags);
}

/* A draw buffer's attachment, unless all its channels are masked off. */
static void use_draw_buffer(int index, int flags)
{
    GLboolean mask[4] = {GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE};
    glad_glGetBooleani_v(GL_COLOR_WRITEMASK, (GLuint)index, mask);
    if (!mask[0] && !mask[1] && !mask[2] && !mask[3]) return;
    if (!mask[0] || !mask[1] || !mask[2] || !mask[3]) flags &= ~WB_REPLACES;
    GLenum attachment = (GLenum)wb_bound_get(GL_DRAW_BUFFER0 + (GLenum)index);
    use_attachment(GL_DRAW_FRAMEBUFFER, attachment, WB_WRITES | flags);
}

static bool is_drawn_to(void)
{
    return wb_rules_textures_written() && wb_bound_get(GL_DRAW_FRAMEBUFFER_BINDING) != 0 &&
           !glad_glIsEnabled(GL_RASTERIZER_DISCARD);
}

/* Colour attachments only: no shader can store to a depth or stencil format. */
static void use_draw_attachments(int flags)
{
    if (!is_drawn_to()) return;
    GLint count = wb_bound_get(GL_MAX_DRAW_BUFFERS);
    for (GLint i = 0; i < count; i++) use_draw_buffer(i, flags);
}

static void use_read_attachment(int flags)
{
    if (wb_bound_get(GL_READ_FRAMEBUFFER_BINDING) == 0) return;
    use_attachment(GL_READ_FRAMEBUFFER, (GLenum)wb_bound_get(GL_READ_BUFFER), WB_READS | flags);
}

/* What is bound for transform feedback, as far as the program fills it. */
static void use_feedback(const wb_dispatch *d)
{
    if (!wb_bound_get(GL_TRANSFORM_FEEDBACK_ACTIVE) || wb_bound_get(GL_TRANSFORM_FEEDBACK_PAUSED))
        return;
    GLint mode = GL_INTERLEAVED_ATTRIBS, varyings = 0, count = 1;
    glad_glGetProgramiv(d->program, GL_TRANSFORM_FEEDBACK_BUFFER_MODE, &mode);
    glad_glGetProgramiv(d->program, GL_TRANSFORM_FEEDBACK_VARYINGS, &varyings);
    for (GLint i = 0; mode == GL_INTERLEAVED_ATTRIBS && i < varyings; i++) {
        char name[16] = "";
        GLsizei size;
        GLenum type;
        glad_glGetTransformFeedbackVarying(d->program, (GLuint)i, sizeof name, NULL, &size, &type,
                                           name);
        count += strcmp(name, "gl_NextBuffer") == 0;
    }
    if (mode == GL_SEPARATE_ATTRIBS) count = varyings;
    for (GLint i = 0; i < count; i++) {
        wb_bound_range bound = wb_bound_range_at(&wb_bound_feedback, (GLuint)i);
        wb_range range = range_of(bound.offset, bound.size_bytes);
        wb_rules_use(WB_KIND_BUFFER, bound.buffer, bound.size_bytes == 0 ? WB_WHOLE : range,
                     WB_USAGE_FEEDBACK, WB_WRITES);
    }
}

static void on_draw(wb_call *c)
{
    const wb_dispatch *d = &watch.dispatch;
    wb_dispatch_describe(&watch.dispatch, c, 0);
    if (d->knows_counts && (d->vertices <= 0 || d->instances <= 0)) return; // nothing is drawn
    wb_range indices = d->knows_counts ? range_of(d->indices_offset, d->indices_bytes) : WB_WHOLE;
    wb_rules_use(WB_KIND_BUFFER, d->indices, indices, WB_USAGE_ELEMENT, WB_READS);
    if (d->is_indirect) use_commands(d, d->commands_bytes);
    use_draw_attachments(0);
    use_program(d);
    use_feedback(d);
}

/* Without a scissor, clearing leaves nothing of what was there. */
static int clear_flags(void)
{
    return glad_glIsEnabled(GL_SCISSOR_TEST) ? 0 : WB_REPLACES;
}

static void on_clear(wb_call *c)
{
    if (va_arg(c->arguments, GLbitfield) & GL_COLOR_BUFFER_BIT) use_draw_attachments(clear_flags());
}

static void on_clear_one(wb_call *c)
{
    if (va_arg(c->arguments, GLenum) == GL_COLOR && is_drawn_to())
        use_draw_buffer(va_arg(c->arguments, GLint), clear_flags());
}

static void on_blit(wb_call *c)
{
    for (int i = 0; i < 8; i++) (void)va_arg(c->arguments, GLint); // corners
    if (!(va_arg(c->arguments, GLbitfield) & GL_COLOR_BUFFER_BIT)) return;
    use_read_attachment(0);
    use_draw_attachments(0);
}

/* A pixel transfer goes from or to the caller's memory, or a pixel buffer. What the caller gets in
 * his own memory has been read when the call returns. */
static int use_pack_buffer(const void *offset)
{
    GLuint buffer = wb_bound_buffer(GL_PIXEL_PACK_BUFFER);
    // How long it is hangs on half a dozen parameters: up to the end.
    wb_rules_use(WB_KIND_BUFFER, buffer, (wb_range){(intptr_t)offset, INT64_MAX}, WB_USAGE_PIXEL,
                 WB_WRITES);
    return buffer == 0 ? WB_WAITS : 0;
}

static void use_unpack_buffer(const void *offset)
{
    wb_rules_use(WB_KIND_BUFFER, wb_bound_buffer(GL_PIXEL_UNPACK_BUFFER),
                 (wb_range){(intptr_t)offset, INT64_MAX}, WB_USAGE_PIXEL, WB_READS);
}

static void on_read_pixels(wb_call *c)
{
    for (int i = 0; i < 4; i++) (void)va_arg(c->arguments, GLint); // x, y, width, height
    GLenum format = va_arg(c->arguments, GLenum);
    (void)va_arg(c->arguments, GLenum); // type
    int flags = use_pack_buffer(va_arg(c->arguments, const void *));
    bool is_colour =
        format != GL_DEPTH_COMPONENT && format != GL_STENCIL_INDEX && format != GL_DEPTH_STENCIL;
    if (is_colour) use_read_attachment(flags);
}

/* ---- Buffers ---- */

enum { NEW_STORE = WB_WRITES | WB_REPLACES | WB_RENEWS };

static void on_buffer_data(wb_call *c)
{
    wb_rules_use(WB_KIND_BUFFER, wb_bound_buffer(va_arg(c->arguments, GLenum)), WB_WHOLE,
                 WB_USAGE_BUFFER_UPDATE, NEW_STORE);
}

static void use_buffer_range(GLenum target, int64_t offset, int64_t size, int flags)
{
    GLuint buffer = wb_bound_buffer(target);
    wb_read_back_origin(&buffer, &offset);
    wb_rules_use(WB_KIND_BUFFER, buffer, range_of(offset, size), WB_USAGE_BUFFER_UPDATE, flags);
}

/* glBufferSubData and glGetBufferSubData; `detail` tells which. */
static void on_buffer_sub_data(wb_call *c)
{
    GLenum target = va_arg(c->arguments, GLenum);
    int64_t offset = va_arg(c->arguments, GLintptr);
    int64_t size = va_arg(c->arguments, GLsizeiptr);
    use_buffer_range(target, offset, size, c->detail);
}

static void on_clear_buffer_data(wb_call *c)
{
    wb_rules_use(WB_KIND_BUFFER, wb_bound_buffer(va_arg(c->arguments, GLenum)), WB_WHOLE,
                 WB_USAGE_BUFFER_UPDATE, WB_WRITES | WB_REPLACES);
}

static void on_clear_buffer_sub_data(wb_call *c)
{
    GLenum target = va_arg(c->arguments, GLenum);
    (void)va_arg(c->arguments, GLenum); // internal format
    int64_t offset = va_arg(c->arguments, GLintptr);
    int64_t size = va_arg(c->arguments, GLsizeiptr);
    use_buffer_range(target, offset, size, WB_WRITES | WB_REPLACES);
}

static void on_copy_buffer_sub_data(wb_call *c)
{
    GLuint from = wb_bound_buffer(va_arg(c->arguments, GLenum));
    GLuint to = wb_bound_buffer(va_arg(c->arguments, GLenum));
    int64_t from_offset = va_arg(c->arguments, GLintptr);
    int64_t to_offset = va_arg(c->arguments, GLintptr);
    int64_t size = va_arg(c->arguments, GLsizeiptr);
    wb_rules_use(WB_KIND_BUFFER, from, (wb_range){from_offset, from_offset + size},
                 WB_USAGE_BUFFER_UPDATE, WB_READS);
    wb_rules_use(WB_KIND_BUFFER, to, (wb_range){to_offset, to_offset + size},
                 WB_USAGE_BUFFER_UPDATE, WB_WRITES | WB_REPLACES);
}

static void on_map_buffer(wb_call *c)
{
    GLuint buffer = wb_bound_buffer(va_arg(c->arguments, GLenum));
    GLenum access = va_arg(c->arguments, GLenum);
    int flags = WB_WAITS;
    if (access != GL_WRITE_ONLY) flags |= WB_READS;
    if (access != GL_READ_ONLY) flags |= WB_WRITES;
    wb_rules_use(WB_KIND_BUFFER, buffer, WB_WHOLE, WB_USAGE_BUFFER_UPDATE, flags);
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
    use_buffer_range(target, offset, size, flags);
}

/* ---- Textures ---- */

/* The calls that fill a level tell by their names how their arguments go on behind its number:
 * glTexImage3D, glCompressedTexSubImage2D, glCopyTexSubImage1D. */
static bool is_named(const wb_call *c, const char *word)
{
    return strstr(c->name, word) != NULL;
}

static int dimensions_of(const wb_call *c)
{
    return c->name[strcspn(c->name, "123")] - '0';
}

static bool is_whole_level(GLenum target, GLint level, const GLint place[3], const GLint size[3],
                           int dimensions)
{
    static const GLenum sides[] = {GL_TEXTURE_WIDTH, GL_TEXTURE_HEIGHT, GL_TEXTURE_DEPTH};
    for (int i = 0; i < dimensions; i++) {
        GLint side = 0;
        glad_glGetTexLevelParameteriv(target, level, sides[i], &side);
        if (place[i] != 0 || size[i] != side) return false;
    }
    return true;
}

/* All levels are made anew. */
static void on_texture_storage(wb_call *c)
{
    wb_rules_use(WB_KIND_TEXTURE, wb_bound_texture(va_arg(c->arguments, GLenum)), WB_WHOLE,
                 WB_USAGE_TEXTURE_UPDATE, NEW_STORE);
}

static bool is_face(GLenum target)
{
    return target >= GL_TEXTURE_CUBE_MAP_POSITIVE_X && target <= GL_TEXTURE_CUBE_MAP_NEGATIVE_Z;
}

/* A level of a texture, or of one of a cube's faces. */
static part level_of_target(GLenum target, int level)
{
    part p = one_level(level);
    if (is_face(target)) p.layer = (int)(target - GL_TEXTURE_CUBE_MAP_POSITIVE_X);
    return p;
}

/* Which of a call's dimensions are layers, or slices; -1: none. */
static int layered_dimension(GLenum target, int dimensions)
{
    return dimensions == 3 ? 2 : dimensions == 2 && target == GL_TEXTURE_1D_ARRAY ? 1 : -1;
}

/* Takes target, level, place and size; what follows is left for the caller. Without "Sub" the level
 * gets a new store. */
static void use_filled_level(wb_call *c)
{
    GLenum target = va_arg(c->arguments, GLenum);
    GLuint texture = wb_bound_texture(target);
    GLint level = va_arg(c->arguments, GLint), place[3] = {0}, size[3] = {0};
    int dimensions = dimensions_of(c), layered = layered_dimension(target, dimensions);
    bool renews = !is_named(c, "Sub"), copies = is_named(c, "Copy"), replaces = renews;
    part p = level_of_target(target, level);
    if (copies && renews) { // from the framebuffer, not from memory
        use_texture(texture, p, WB_USAGE_TEXTURE_UPDATE, NEW_STORE);
        return;
    }
    if (renews) (void)va_arg(c->arguments, GLint); // internal format
    for (int i = 0; i < dimensions && !renews; i++) place[i] = va_arg(c->arguments, GLint);
    for (int i = 0; i < 3 && copies; i++) (void)va_arg(c->arguments, GLint); // x, y, width
    if (copies && dimensions > 1) size[1] = va_arg(c->arguments, GLsizei);
    if (copies) size[2] = 1;
    for (int i = 0; i < dimensions && !copies; i++) size[i] = va_arg(c->arguments, GLsizei);
    if (renews)
        (void)va_arg(c->arguments, GLint); // border
    else
        replaces = !copies && is_whole_level(target, level, place, size, dimensions);
    if (layered >= 0 && !replaces) p.layer = place[layered], p.layers = size[layered];
    use_texture(texture, p, WB_USAGE_TEXTURE_UPDATE,
                renews ? NEW_STORE : WB_WRITES | (replaces ? WB_REPLACES : 0));
}

static void on_texture_write(wb_call *c)
{
    use_filled_level(c);
    (void)va_arg(c->arguments, GLenum); // format, or of compressed ones:
    if (!is_named(c, "Compressed") || is_named(c, "Sub"))
        (void)va_arg(c->arguments, GLenum); // type, or size in bytes
    use_unpack_buffer(va_arg(c->arguments, const void *));
}

static void on_copy_to_texture(wb_call *c)
{
    use_read_attachment(0);
    use_filled_level(c);
}

static void on_texture_read(wb_call *c)
{
    GLenum target = va_arg(c->arguments, GLenum);
    GLint level = va_arg(c->arguments, GLint);
    if (!is_named(c, "Compressed"))
        for (int i = 0; i < 2; i++) (void)va_arg(c->arguments, GLenum); // format, type
    use_texture(wb_bound_texture(target), level_of_target(target, level), WB_USAGE_TEXTURE_UPDATE,
                WB_READS | use_pack_buffer(va_arg(c->arguments, const void *)));
}

/* The levels above the base are made anew. */
static void on_generate_mipmap(wb_call *c)
{
    GLenum target = va_arg(c->arguments, GLenum);
    GLuint texture = wb_bound_texture(target);
    GLint base = 0;
    glad_glGetTexParameteriv(target, GL_TEXTURE_BASE_LEVEL, &base);
    use_texture(texture, one_level(base), WB_USAGE_TEXTURE_UPDATE, WB_READS);
    use_texture(texture, (part){base + 1, LAST_LEVEL, ALL_LAYERS, 0}, WB_USAGE_TEXTURE_UPDATE,
                WB_WRITES | WB_REPLACES);
}

/* Whatever the target, the third coordinate counts its layers, slices or faces. */
static void on_copy_image(wb_call *c)
{
    GLuint names[2];
    GLenum targets[2];
    part parts[2];
    for (int i = 0; i < 2; i++) { // source, destination
        names[i] = va_arg(c->arguments, GLuint);
        targets[i] = va_arg(c->arguments, GLenum);
        parts[i] = one_level(va_arg(c->arguments, GLint));
        for (int axis = 0; axis < 3; axis++) parts[i].layer = va_arg(c->arguments, GLint);
    }
    for (int axis = 0; axis < 3; axis++)
        parts[0].layers = parts[1].layers = va_arg(c->arguments, GLsizei);
    for (int i = 0; i < 2; i++)
        if (targets[i] != GL_RENDERBUFFER)
            use_texture(names[i], parts[i], WB_USAGE_TEXTURE_UPDATE, i == 0 ? WB_READS : WB_WRITES);
}

/* ---- Objects, passes, the rest ---- */

static void on_generate(wb_call *c)
{
    GLsizei count = va_arg(c->arguments, GLsizei);
    const GLuint *names = va_arg(c->arguments, const GLuint *);
    for (GLsizei i = 0; i < count; i++) wb_rules_forget((wb_kind)c->detail, names[i]);
}

static void on_deleting(wb_call *c)
{
    GLsizei count = va_arg(c->arguments, GLsizei);
    const GLuint *names = va_arg(c->arguments, const GLuint *);
    for (GLsizei i = 0; i < count; i++) wb_rules_deleting((wb_kind)c->detail, names[i]);
}

static void on_deleted(wb_call *c)
{
    wb_kind kind = (wb_kind)c->detail;
    GLsizei count = va_arg(c->arguments, GLsizei);
    const GLuint *names = va_arg(c->arguments, const GLuint *);
    for (GLsizei i = 0; i < count; i++)
        wb_rules_deleted(kind, names[i], wb_object_remains(kind, names[i]));
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

/* What the call before it touches counts only now, when it is known whether OpenGL has refused it.
 */
static void on_done(wb_call *c)
{
    wb_rules_command(c->name);
}

static void on_finish(wb_call *c)
{
    (void)c;
    wb_rules_everything_done();
}

/* ---- The watched calls ---- */

enum { UPDATE = WB_WRITES | WB_REPLACES, READ_BACK = WB_READS | WB_WAITS };

static const wb_calls_row rows[] = {
    {"glBlitFramebuffer", on_blit, on_done, 0},
    {"glBufferData", on_buffer_data, on_done, 0},
    {"glBufferSubData", on_buffer_sub_data, on_done, UPDATE},
    {"glClear", on_clear, on_done, 0},
    {"glClearBufferData", on_clear_buffer_data, on_done, 0},
    {"glClearBufferSubData", on_clear_buffer_sub_data, on_done, 0},
    {"glClearBuffer[fiu]*", on_clear_one, on_done, 0},
    {"glCopyBufferSubData", on_copy_buffer_sub_data, on_done, 0},
    {"glCopyImageSubData", on_copy_image, on_done, 0},
    {"glDeleteBuffers", on_deleting, on_deleted, WB_KIND_BUFFER},
    {"glDeleteTextures", on_deleting, on_deleted, WB_KIND_TEXTURE},
    {"glDispatchCompute", on_dispatch, on_done, 0},
    {"glDispatchComputeIndirect", on_dispatch, on_done, 0},
    {"glDrawArrays*", on_draw, on_done, 0},
    {"glDrawElements*", on_draw, on_done, 0},
    {"glDrawRangeElements*", on_draw, on_done, 0},
    {"glDrawTransformFeedback*", on_draw, on_done, 0},
    {"glMultiDraw*", on_draw, on_done, 0},
    {"glFinish", NULL, on_finish, 0},
    {"glGenBuffers", NULL, on_generate, WB_KIND_BUFFER},
    {"glGenTextures", NULL, on_generate, WB_KIND_TEXTURE},
    {"glGenerateMipmap", on_generate_mipmap, on_done, 0},
    {"glGetBufferSubData", on_buffer_sub_data, on_done, READ_BACK},
    {"glGet*TexImage", on_texture_read, on_done, 0},
    {"glCopyTex*Image?D", on_copy_to_texture, on_done, 0},
    {"gl*Tex*Image?D", on_texture_write, on_done, 0},
    {"glTexStorage?D*", on_texture_storage, on_done, 0},
    {"glTexImage?DMultisample", on_texture_storage, on_done, 0},
    {"glMapBuffer", on_map_buffer, on_done, 0},
    {"glMapBufferRange", on_map_buffer_range, on_done, 0},
    {"glPopDebugGroup", on_pop, NULL, 0},
    {"glPushDebugGroup", on_push, NULL, 0},
    {"glReadPixels", on_read_pixels, on_done, 0},
    {0},
};

/* ---- Errors, begin, end ---- */

// Which limit of the device a refused dispatch has gone beyond, or "".
static void find_limit(wb_call *c, char *text, size_t size)
{
    va_list groups;
    *text = '\0';
    if (strcmp(c->name, "glDispatchCompute") != 0) return;
    va_copy(groups, c->arguments);
    for (GLuint axis = 0; axis < 3; axis++) {
        GLint most = 0;
        glad_glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, axis, &most);
        if (va_arg(groups, GLuint) > (GLuint)most)
            snprintf(text, size, "\nthis device takes %d groups in %c at most", most, "xyz"[axis]);
    }
    va_end(groups);
}

static void on_error(wb_call *c, GLenum error)
{
    if (error == GL_CONTEXT_LOST) return; // no call's fault; gl/errors.h reports it once
    char text[1024], where[192], limit[64];
    wb_rules_refused();
    find_limit(c, limit, sizeof limit);
    wb_call_text(c->name, c->arguments, text, sizeof text);
    wb_rules_report(WB_ERROR, WB_GL_ERROR, c->name, wb_errors_name(error), "%s %s raised %s%s",
                    text, wb_rules_where(where, sizeof where), wb_errors_name(error), limit);
}

static GLbitfield on_barrier(GLbitfield asked, GLbitfield left)
{
    (void)asked;
    return wb_rules_barrier(left);
}

static const wb_calls_listener listener = {.rows = rows, .error = on_error, .barrier = on_barrier};

void wb_barriers_begin(void)
{
    if (watch.is_on) return;
    watch.is_on = true;
    wb_dispatch_begin();
    wb_rules_begin();
    wb_calls_listen(WB_CALLS_BARRIERS, &listener);
}

int wb_barriers_end(void)
{
    if (!watch.is_on) return 0;
    watch.is_on = false;
    wb_calls_listen(WB_CALLS_BARRIERS, NULL);
    int count = wb_rules_end();
    wb_dispatch_free(&watch.dispatch);
    wb_map_free(&watch.not_followed);
    wb_dispatch_end();
    return count;
}
