#include "watch/capture.h"

#include "base/memory.h"
#include "gl/bound.h"
#include "gl/read_back.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool refuse(wb_capture *c, const char *what, const char *name)
{
    snprintf(c->reason, sizeof c->reason, "%s%s%s", what, *name != '\0' ? " " : "", name);
    return false;
}

/* ---- Reading back ---- */

enum { FACES = 6 };

// Of a cube map the faces are asked for one by one.
static GLenum first_target(GLenum target)
{
    return target == GL_TEXTURE_CUBE_MAP ? GL_TEXTURE_CUBE_MAP_POSITIVE_X : target;
}

static size_t level_size(const wb_capture_memory *m, GLint level, size_t texel, GLint size[3])
{
    static const GLenum wanted[] = {GL_TEXTURE_WIDTH, GL_TEXTURE_HEIGHT, GL_TEXTURE_DEPTH};
    for (int i = 0; i < 3; i++) {
        size[i] = 0;
        glad_glGetTexLevelParameteriv(first_target(m->target), level, wanted[i], &size[i]);
    }
    if (m->target == GL_TEXTURE_CUBE_MAP) size[2] = FACES;
    return texel * (size_t)size[0] * (size_t)size[1] * (size_t)size[2];
}

// NVIDIA's driver (580.159) crashes in glGetTexImage of a texture whose storage nothing has filled
// yet, but not while the texture is a framebuffer's. (It would crash neither in glReadPixels, which
// there reads 7 MB/s.) 0: it cannot be a framebuffer's.
static GLuint make_framebuffer(const wb_capture_memory *m)
{
    bool is_plain = m->texel.kind == WB_TEXEL_UNORM || m->texel.kind == WB_TEXEL_FLOAT ||
                    m->texel.kind == WB_TEXEL_INT || m->texel.kind == WB_TEXEL_UINT;
    GLuint framebuffer = 0;
    bool is_volume = m->target == GL_TEXTURE_3D;
    if ((m->target != GL_TEXTURE_2D && !is_volume) || !is_plain) return 0;
    glad_glGenFramebuffers(1, &framebuffer);
    glad_glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    if (is_volume)
        glad_glFramebufferTextureLayer(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, m->texture, 0, 0);
    else
        glad_glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, m->target,
                                    m->texture, 0);
    return framebuffer;
}

// Of the texture that is bound.
static void read_levels(const wb_capture_memory *m, uint8_t *data)
{
    static const GLenum pack[] = {GL_PACK_ALIGNMENT,   GL_PACK_ROW_LENGTH,   GL_PACK_SKIP_ROWS,
                                  GL_PACK_SKIP_PIXELS, GL_PACK_IMAGE_HEIGHT, GL_PACK_SKIP_IMAGES};
    enum { PACKS = sizeof pack / sizeof pack[0] };
    GLint old[PACKS], size[3];
    GLuint buffer = wb_bound_buffer(GL_PIXEL_PACK_BUFFER),
           read = (GLuint)wb_bound_get(GL_READ_FRAMEBUFFER_BINDING),
           framebuffer = make_framebuffer(m);
    glad_glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    for (int i = 0; i < PACKS; i++) {
        old[i] = wb_bound_get(pack[i]);
        glad_glPixelStorei(pack[i], i == 0 ? 1 : 0);
    }
    int faces = m->target == GL_TEXTURE_CUBE_MAP ? FACES : 1;
    for (GLint n = 0; n < m->levels; n++) {
        size_t bytes = level_size(m, n, m->texel_size, size) / (size_t)faces;
        for (int face = 0; face < faces; face++, data += bytes)
            glad_glGetTexImage(first_target(m->target) + (GLenum)face, n, m->format, m->type, data);
    }
    for (int i = 0; i < PACKS; i++) glad_glPixelStorei(pack[i], old[i]);
    glad_glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
    glad_glBindFramebuffer(GL_READ_FRAMEBUFFER, read);
    if (framebuffer != 0) glad_glDeleteFramebuffers(1, &framebuffer);
}

static void read_memory(const wb_capture_memory *m, uint8_t *data)
{
    if (m->texture == 0) {
        wb_read_back_unheard(m->buffer, m->offset, (int64_t)m->size, data);
        return;
    }
    GLuint bound = wb_bound_texture(m->target);
    glad_glBindTexture(m->target, m->texture);
    read_levels(m, data);
    glad_glBindTexture(m->target, bound);
}

static void make_visible(void)
{
    glad_glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT);
}

/* ---- Buffers ---- */

static int add_memory(wb_capture *c)
{
    c->memory = wb_grow(c->memory, &c->memory_capacity, c->memory_count + 1, sizeof *c->memory);
    c->memory[c->memory_count] = (wb_capture_memory){.label = ""};
    return c->memory_count++;
}

// What lies at byte `at` of the buffer or texture.
static wb_machine_resource *add_resource(wb_capture *c, int memory, int64_t at)
{
    int count = c->dispatch.resource_count++;
    c->resources = wb_grow(c->resources, &c->resource_capacity, count + 1, sizeof *c->resources);
    c->memory_of = wb_grow(c->memory_of, &c->memory_of_capacity, count + 1, sizeof *c->memory_of);
    c->starts = wb_grow(c->starts, &c->start_capacity, count + 1, sizeof *c->starts);
    c->memory_of[count] = memory;
    c->starts[count] = at;
    c->resources[count] = (wb_machine_resource){0};
    return &c->resources[count];
}

// The bindings of a buffer share one memory, from the first byte that one of them shows to the
// last.
static int memory_of_buffer(wb_capture *c, GLuint buffer, const char *label, int64_t offset,
                            int64_t size_bytes, int access)
{
    int i = 0;
    while (i < c->memory_count && (c->memory[i].texture != 0 || c->memory[i].buffer != buffer)) i++;
    if (i == c->memory_count) {
        i = add_memory(c);
        c->memory[i].buffer = buffer;
        c->memory[i].label = label;
        c->memory[i].offset = offset;
    }
    wb_capture_memory *m = &c->memory[i];
    int64_t end = m->offset + (int64_t)m->size, own_end = offset + size_bytes;
    if (offset < m->offset) m->offset = offset;
    m->size = (size_t)((own_end > end ? own_end : end) - m->offset);
    m->is_read = m->is_read || (access & WB_READS) != 0;
    m->is_written = m->is_written || (access & WB_WRITES) != 0;
    return i;
}

// The binding that a block has in the module: it may have got another one there, if it names none.
static int binding_of_block(const wb_module *module, wb_space space, const wb_resource *resource)
{
    for (int i = 0; i < module->variable_count; i++)
        if (module->variables[i].space == space &&
            strcmp(module->variables[i].block, resource->name) == 0)
            return module->variables[i].binding + resource->element;
    return resource->binding;
}

static void add_buffer(wb_capture *c, const wb_dispatch_buffer *b)
{
    if (b->buffer == 0 || b->size_bytes <= 0) return; // the machine says so
    wb_space space = b->resource.kind == WB_UNIFORM_BLOCK ? WB_SPACE_UNIFORM : WB_SPACE_STORAGE;
    int memory =
        memory_of_buffer(c, b->buffer, b->label, b->offset, b->size_bytes, b->resource.access);
    wb_machine_resource *r = add_resource(c, memory, b->offset);
    r->space = space;
    r->binding = b->resource.kind == WB_ATOMIC_COUNTERS
                     ? WB_FIRST_COUNTERS + b->resource.binding
                     : binding_of_block(&c->kernel->module, space, &b->resource);
    r->size = (size_t)b->size_bytes;
    r->label = b->label;
}

/* ---- Images and textures ---- */

typedef struct format_row {
    GLenum internal, format, type;
    wb_texel_format texel;
} format_row;

static const format_row formats[] = {
    {GL_R8, GL_RED, GL_UNSIGNED_BYTE, {WB_TEXEL_UNORM, 1, 8}},
    {GL_RG8, GL_RG, GL_UNSIGNED_BYTE, {WB_TEXEL_UNORM, 2, 8}},
    {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, {WB_TEXEL_UNORM, 4, 8}},
    {GL_R16, GL_RED, GL_UNSIGNED_SHORT, {WB_TEXEL_UNORM, 1, 16}},
    {GL_RG16, GL_RG, GL_UNSIGNED_SHORT, {WB_TEXEL_UNORM, 2, 16}},
    {GL_RGBA16, GL_RGBA, GL_UNSIGNED_SHORT, {WB_TEXEL_UNORM, 4, 16}},
    {GL_R8_SNORM, GL_RED, GL_BYTE, {WB_TEXEL_SNORM, 1, 8}},
    {GL_RG8_SNORM, GL_RG, GL_BYTE, {WB_TEXEL_SNORM, 2, 8}},
    {GL_RGBA8_SNORM, GL_RGBA, GL_BYTE, {WB_TEXEL_SNORM, 4, 8}},
    {GL_R16_SNORM, GL_RED, GL_SHORT, {WB_TEXEL_SNORM, 1, 16}},
    {GL_RG16_SNORM, GL_RG, GL_SHORT, {WB_TEXEL_SNORM, 2, 16}},
    {GL_RGBA16_SNORM, GL_RGBA, GL_SHORT, {WB_TEXEL_SNORM, 4, 16}},
    {GL_R16F, GL_RED, GL_HALF_FLOAT, {WB_TEXEL_FLOAT, 1, 16}},
    {GL_RG16F, GL_RG, GL_HALF_FLOAT, {WB_TEXEL_FLOAT, 2, 16}},
    {GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT, {WB_TEXEL_FLOAT, 4, 16}},
    {GL_R32F, GL_RED, GL_FLOAT, {WB_TEXEL_FLOAT, 1, 32}},
    {GL_RG32F, GL_RG, GL_FLOAT, {WB_TEXEL_FLOAT, 2, 32}},
    {GL_RGBA32F, GL_RGBA, GL_FLOAT, {WB_TEXEL_FLOAT, 4, 32}},
    {GL_R8I, GL_RED_INTEGER, GL_BYTE, {WB_TEXEL_INT, 1, 8}},
    {GL_RG8I, GL_RG_INTEGER, GL_BYTE, {WB_TEXEL_INT, 2, 8}},
    {GL_RG16I, GL_RG_INTEGER, GL_SHORT, {WB_TEXEL_INT, 2, 16}},
    {GL_RGBA16I, GL_RGBA_INTEGER, GL_SHORT, {WB_TEXEL_INT, 4, 16}},
    {GL_R16I, GL_RED_INTEGER, GL_SHORT, {WB_TEXEL_INT, 1, 16}},
    {GL_R32I, GL_RED_INTEGER, GL_INT, {WB_TEXEL_INT, 1, 32}},
    {GL_RG32I, GL_RG_INTEGER, GL_INT, {WB_TEXEL_INT, 2, 32}},
    {GL_RGBA8I, GL_RGBA_INTEGER, GL_BYTE, {WB_TEXEL_INT, 4, 8}},
    {GL_RGBA32I, GL_RGBA_INTEGER, GL_INT, {WB_TEXEL_INT, 4, 32}},
    {GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE, {WB_TEXEL_UINT, 1, 8}},
    {GL_RG8UI, GL_RG_INTEGER, GL_UNSIGNED_BYTE, {WB_TEXEL_UINT, 2, 8}},
    {GL_RG16UI, GL_RG_INTEGER, GL_UNSIGNED_SHORT, {WB_TEXEL_UINT, 2, 16}},
    {GL_RGBA16UI, GL_RGBA_INTEGER, GL_UNSIGNED_SHORT, {WB_TEXEL_UINT, 4, 16}},
    {GL_R16UI, GL_RED_INTEGER, GL_UNSIGNED_SHORT, {WB_TEXEL_UINT, 1, 16}},
    {GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, {WB_TEXEL_UINT, 1, 32}},
    {GL_RG32UI, GL_RG_INTEGER, GL_UNSIGNED_INT, {WB_TEXEL_UINT, 2, 32}},
    {GL_RGBA8UI, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, {WB_TEXEL_UINT, 4, 8}},
    {GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT, {WB_TEXEL_UINT, 4, 32}},
    {GL_R11F_G11F_B10F, GL_RGB, GL_UNSIGNED_INT_10F_11F_11F_REV, {WB_TEXEL_SMALL_FLOATS, 1, 32}},
    {GL_RGB10_A2, GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV, {WB_TEXEL_SMALL_UNORM, 1, 32}},
    {GL_RGB10_A2UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT_2_10_10_10_REV, {WB_TEXEL_SMALL_UINT, 1, 32}},
    // Three channels, read with a fourth of 1: no image has such a format, so none is written
    {GL_RGB8, GL_RGBA, GL_UNSIGNED_BYTE, {WB_TEXEL_UNORM, 4, 8}},
    {GL_RGB16F, GL_RGBA, GL_HALF_FLOAT, {WB_TEXEL_FLOAT, 4, 16}},
    {GL_RGB32F, GL_RGBA, GL_FLOAT, {WB_TEXEL_FLOAT, 4, 32}},
    {GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT, GL_FLOAT, {WB_TEXEL_FLOAT, 1, 32}},
    {GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT, {WB_TEXEL_FLOAT, 1, 32}},
    {GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_FLOAT, {WB_TEXEL_FLOAT, 1, 32}},
};

static const format_row *find_format(GLenum internal)
{
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
        if (formats[i].internal == internal) return &formats[i];
    return NULL;
}

const wb_texel_format *wb_capture_format(GLenum internal)
{
    const format_row *row = find_format(internal);
    return row != NULL ? &row->texel : NULL;
}

static bool has_target(GLenum target)
{
    return target == GL_TEXTURE_1D || target == GL_TEXTURE_2D || target == GL_TEXTURE_3D ||
           target == GL_TEXTURE_1D_ARRAY || target == GL_TEXTURE_2D_ARRAY ||
           target == GL_TEXTURE_RECTANGLE || target == GL_TEXTURE_CUBE_MAP ||
           target == GL_TEXTURE_CUBE_MAP_ARRAY;
}

static wb_wrap wrap_of(GLint wrap)
{
    switch (wrap) {
    case GL_REPEAT: return WB_WRAP_REPEAT;
    case GL_MIRRORED_REPEAT: return WB_WRAP_MIRROR;
    case GL_CLAMP_TO_BORDER: return WB_WRAP_BORDER;
    default: return WB_WRAP_CLAMP;
    }
}

static wb_mip mip_of(GLint filter)
{
    switch (filter) {
    case GL_NEAREST_MIPMAP_NEAREST:
    case GL_LINEAR_MIPMAP_NEAREST: return WB_MIP_NEAREST;
    case GL_NEAREST_MIPMAP_LINEAR:
    case GL_LINEAR_MIPMAP_LINEAR: return WB_MIP_LINEAR;
    default: return WB_MIP_NONE;
    }
}

static GLint sampling(const wb_dispatch_texture *t, GLenum what)
{
    GLint value = 0;
    if (t->sampler != 0)
        glad_glGetSamplerParameteriv(t->sampler, what, &value);
    else
        glad_glGetTexParameteriv(t->target, what, &value);
    return value;
}

// How it is sampled, by its sampler object or by the texture that is bound.
static bool describe_sampling(wb_capture *c, const wb_dispatch_texture *t, wb_machine_resource *r)
{
    static const GLenum wraps[] = {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_TEXTURE_WRAP_R};
    static const GLenum swizzles[] = {GL_TEXTURE_SWIZZLE_R, GL_TEXTURE_SWIZZLE_G,
                                      GL_TEXTURE_SWIZZLE_B, GL_TEXTURE_SWIZZLE_A};
    for (int i = 0; i < 3; i++) r->wrap[i] = wrap_of(sampling(t, wraps[i]));
    GLint small = sampling(t, GL_TEXTURE_MIN_FILTER), swizzle = 0;
    r->linear = sampling(t, GL_TEXTURE_MAG_FILTER) == GL_LINEAR;
    r->linear_small =
        small == GL_LINEAR || small == GL_LINEAR_MIPMAP_NEAREST || small == GL_LINEAR_MIPMAP_LINEAR;
    r->mip = mip_of(small);
    if (sampling(t, GL_TEXTURE_COMPARE_MODE) == GL_COMPARE_REF_TO_TEXTURE)
        r->compare = sampling(t, GL_TEXTURE_COMPARE_FUNC) - GL_NEVER + 1;
    if (t->sampler != 0)
        glad_glGetSamplerParameterfv(t->sampler, GL_TEXTURE_BORDER_COLOR, r->border);
    else
        glad_glGetTexParameterfv(t->target, GL_TEXTURE_BORDER_COLOR, r->border);
    for (int i = 0; i < 4; i++) {
        glad_glGetTexParameteriv(t->target, swizzles[i], &swizzle);
        if (swizzle != GL_RED + i) return refuse(c, "swizzled is the texture", t->resource.name);
    }
    bool is_cube = t->target == GL_TEXTURE_CUBE_MAP || t->target == GL_TEXTURE_CUBE_MAP_ARRAY;
    if (is_cube && (r->linear || r->linear_small) && glad_glIsEnabled(GL_TEXTURE_CUBE_MAP_SEAMLESS))
        return refuse(c, "filtered across a cube's edges is", t->resource.name);
    bool has_levels = r->mip != WB_MIP_NONE && r->levels > 1;
    if (has_levels &&
        (sampling(t, GL_TEXTURE_MIN_LOD) > 0 || sampling(t, GL_TEXTURE_MAX_LOD) < r->levels - 1 ||
         sampling(t, GL_TEXTURE_LOD_BIAS) != 0))
        return refuse(c, "its levels of detail are limited, or shifted:", t->resource.name);
    return true;
}

// That have storage.
static GLint count_levels(GLenum target)
{
    enum { MOST_LEVELS = 24 };
    GLint size = 0, levels = 1;
    if (target == GL_TEXTURE_RECTANGLE) return 1;
    for (; levels < MOST_LEVELS; levels++) {
        size = 0; // stays so if the driver refuses the question
        glad_glGetTexLevelParameteriv(first_target(target), levels, GL_TEXTURE_WIDTH, &size);
        if (size <= 0) break;
    }
    return levels;
}

// All levels of a texture are one memory, whichever way it is bound.
static bool memory_of_texture(wb_capture *c, const wb_dispatch_texture *t, int *memory)
{
    const wb_object *object = wb_object_find(WB_KIND_TEXTURE, t->texture);
    bool is_view = object != NULL && object->buffer == 0 && object->shows != 0;
    GLuint original = is_view ? object->shows : t->texture;
    bool is_image = t->resource.kind == WB_IMAGE;
    bool reads = !is_image || (t->resource.access & WB_READS) != 0;
    bool writes = is_image && (t->resource.access & WB_WRITES) != 0;
    GLint internal = 0, size[3];
    for (*memory = 0; *memory < c->memory_count; ++*memory) {
        wb_capture_memory *known = &c->memory[*memory];
        if (known->texture == t->texture) {
            known->is_read = known->is_read || reads;
            known->is_written = known->is_written || writes;
            return true;
        }
        if (known->texture != 0 && known->original == original && (writes || known->is_written))
            return refuse(c, "written is one of two views of the same texture:", t->resource.name);
    }
    glad_glGetTexLevelParameteriv(first_target(t->target), 0, GL_TEXTURE_INTERNAL_FORMAT,
                                  &internal);
    const format_row *row = find_format((GLenum)internal);
    if (row == NULL) return refuse(c, "there is no copying the format of", t->resource.name);
    *memory = add_memory(c);
    wb_capture_memory *m = &c->memory[*memory];
    m->texture = t->texture;
    m->original = original;
    m->label = t->label;
    m->target = t->target;
    m->is_read = reads;
    m->is_written = writes;
    m->format = row->format;
    m->type = row->type;
    m->texel = row->texel;
    m->texel_size = wb_texel_bytes(&row->texel);
    m->levels = count_levels(t->target);
    for (GLint n = 0; n < m->levels; n++) m->size += level_size(m, n, m->texel_size, size);
    return true;
}

// The level that comes first, and in which its texels are then counted.
static bool describe_texture(wb_capture *c, const wb_dispatch_texture *t, bool is_image)
{
    int memory;
    GLint size[3];
    if (!memory_of_texture(c, t, &memory)) return false;
    const wb_capture_memory m = c->memory[memory];
    wb_texel_format format = m.texel;
    if (is_image) { // its texels may be read as others of the same size
        const format_row *row = find_format(t->format);
        if (row == NULL || wb_texel_bytes(&row->texel) != m.texel_size)
            return refuse(c, "there is no copying the format of", t->resource.name);
        format = row->texel;
    }
    if (t->level >= m.levels) return refuse(c, "there is no such level of", t->resource.name);
    size_t start = 0;
    for (GLint n = 0; n < t->level; n++) start += level_size(&m, n, m.texel_size, size);
    size_t bytes = level_size(&m, t->level, m.texel_size, size);
    bool has_rows = t->target == GL_TEXTURE_1D_ARRAY; // for layers
    if (is_image && !t->layered && (has_rows ? size[1] : size[2]) > 1) {
        int *layers = has_rows ? &size[1] : &size[2];
        bytes /= (size_t)*layers;
        start += bytes * (size_t)(t->layer < *layers ? t->layer : 0);
        *layers = 1;
    }
    wb_machine_resource *r = add_resource(c, memory, (int64_t)start);
    r->space = is_image ? WB_SPACE_IMAGE : WB_SPACE_TEXTURE;
    r->format = format;
    r->width = size[0];
    r->height = size[1];
    r->depth = size[2];
    r->levels = is_image ? 1 : m.levels - t->level;
    if (!is_image && t->last_level < m.levels) r->levels = t->last_level - t->level + 1;
    r->size = is_image ? bytes : m.size - start;
    r->label = t->label;
    return is_image || describe_sampling(c, t, r);
}

// A buffer whose words are texels.
static bool describe_texels(wb_capture *c, const wb_dispatch_texture *t, bool is_image)
{
    const wb_object *object = wb_object_find(WB_KIND_TEXTURE, t->texture);
    GLint internal = (GLint)t->format;
    if (object == NULL || t->buffer == 0)
        return refuse(c, "no buffer is known of the texture", t->resource.name);
    int64_t offset = object->texels_offset, size_bytes = object->texels_bytes;
    int64_t behind = wb_object_buffer_size(t->buffer) - offset;
    if (size_bytes == 0 || size_bytes > behind) size_bytes = behind;
    if (size_bytes <= 0)
        return refuse(c, "too short is the buffer of the texture", t->resource.name);
    if (!is_image)
        glad_glGetTexLevelParameteriv(t->target, 0, GL_TEXTURE_INTERNAL_FORMAT, &internal);
    const format_row *row = find_format((GLenum)internal);
    if (row == NULL) return refuse(c, "there is no copying the format of", t->resource.name);
    int memory = memory_of_buffer(c, t->buffer, t->label, offset, size_bytes,
                                  is_image ? t->resource.access : WB_READS);
    wb_machine_resource *r = add_resource(c, memory, offset);
    r->space = is_image ? WB_SPACE_IMAGE : WB_SPACE_TEXTURE;
    r->format = row->texel;
    r->width = (int)(size_bytes / wb_texel_bytes(&row->texel));
    r->height = r->depth = r->levels = 1;
    r->size = (size_t)size_bytes;
    r->label = t->label;
    return true;
}

static int binding_of_texture(const wb_module *module, const wb_dispatch_texture *t)
{
    for (int i = 0; i < module->variable_count; i++)
        if (module->variables[i].space >= WB_SPACE_IMAGE &&
            strcmp(module->variables[i].name, t->resource.name) == 0)
            return module->variables[i].binding + t->element;
    return t->unit;
}

static bool add_texture(wb_capture *c, const wb_dispatch_texture *t)
{
    bool is_image = t->resource.kind == WB_IMAGE;
    if (t->texture == 0) return true; // the machine says so
    bool is_buffer = t->target == GL_TEXTURE_BUFFER;
    if (!is_buffer && !has_target(t->target))
        return refuse(c, "there is no copying a texture of the kind of", t->resource.name);
    GLuint bound = wb_bound_texture(t->target);
    glad_glBindTexture(t->target, t->texture);
    bool good = is_buffer ? describe_texels(c, t, is_image) : describe_texture(c, t, is_image);
    glad_glBindTexture(t->target, bound);
    if (!good) return false;
    c->resources[c->dispatch.resource_count - 1].binding =
        binding_of_texture(&c->kernel->module, t);
    return true;
}

/* ---- Uniforms ---- */

// The machine takes all elements of an array in a row. Its locations are its own: without a
// layout(location), the driver's are others.
static void add_uniforms(wb_capture *c, const wb_dispatch *d)
{
    int capacity = 0, count = 0;
    c->values = wb_grow(NULL, &capacity, d->value_count + 1, sizeof *c->values);
    if (d->value_count > 0)
        memcpy(c->values, d->values, (size_t)d->value_count * sizeof *c->values);
    c->uniforms =
        wb_grow(c->uniforms, &c->uniform_capacity, d->uniform_count + 1, sizeof *c->uniforms);
    for (int i = 0; i < d->uniform_count; i++) {
        const wb_dispatch_uniform *u = &d->uniforms[i];
        int words = u->resource.count * u->numbers * (u->number == GL_DOUBLE ? 2 : 1);
        int location = wb_module_uniform_location(&c->kernel->module, u->resource.name);
        if (location < 0) continue; // the compiler has left it out
        c->uniforms[count++] = (wb_machine_uniform){location, c->values + u->first, (uint32_t)words,
                                                    (uint32_t)u->resource.count};
    }
    c->dispatch.uniform_count = count;
}

/* ---- All of it ---- */

static bool describe(wb_capture *c, const wb_dispatch *d)
{
    for (int i = 0; i < d->buffer_count; i++) add_buffer(c, &d->buffers[i]);
    for (int i = 0; i < d->texture_count; i++)
        if (!add_texture(c, &d->textures[i])) return false;
    add_uniforms(c, d);
    for (int i = 0; i < 3; i++) c->dispatch.groups[i] = d->groups[i];
    return true;
}

static bool allocate(wb_capture *c, bool once)
{
    for (int i = 0; i < c->memory_count; i++) {
        wb_capture_memory *m = &c->memory[i];
        m->before = once ? calloc(m->size + 8, 1) : malloc(m->size + 8);
        m->work = once ? m->before : malloc(m->size + 8);
        if (m->before == NULL || m->work == NULL)
            return refuse(c, "there is no memory for", m->label);
    }
    return true;
}

// Where each resource lies in its memory.
static void place_resources(wb_capture *c)
{
    for (int i = 0; i < c->dispatch.resource_count; i++) {
        const wb_capture_memory *m = &c->memory[c->memory_of[i]];
        c->resources[i].data = m->work + (c->starts[i] - m->offset);
    }
    c->dispatch.resources = c->resources;
    c->dispatch.uniforms = c->uniforms;
}

static bool take(wb_capture *c, const wb_dispatch *d, const wb_kernel *kernel, bool once)
{
    *c = (wb_capture){.kernel = kernel};
    if (!d->knows_groups) return refuse(c, "the numbers of its groups are not known", "");
    if (!describe(c, d) || !allocate(c, once)) return false;
    make_visible();
    for (int i = 0; i < c->memory_count; i++)
        if (c->memory[i].is_read || !once) read_memory(&c->memory[i], c->memory[i].before);
    place_resources(c);
    if (!once) wb_capture_rewind(c);
    return true;
}

bool wb_capture_take(wb_capture *c, const wb_dispatch *d, const wb_kernel *kernel)
{
    return take(c, d, kernel, false);
}

bool wb_capture_take_once(wb_capture *c, const wb_dispatch *d, const wb_kernel *kernel)
{
    return take(c, d, kernel, true);
}

void wb_capture_take_result(wb_capture *c)
{
    make_visible();
    for (int i = 0; i < c->memory_count; i++) {
        wb_capture_memory *m = &c->memory[i];
        if (!m->is_written) continue;
        if (m->after == NULL) m->after = malloc(m->size + 8);
        if (m->after != NULL) read_memory(m, m->after);
    }
}

void wb_capture_rewind(wb_capture *c)
{
    for (int i = 0; i < c->memory_count; i++)
        memcpy(c->memory[i].work, c->memory[i].before, c->memory[i].size);
}

void wb_capture_free(wb_capture *c)
{
    for (int i = 0; i < c->memory_count; i++) {
        if (c->memory[i].work != c->memory[i].before) free(c->memory[i].work);
        free(c->memory[i].before);
        free(c->memory[i].after);
    }
    free(c->memory);
    free(c->resources);
    free(c->memory_of);
    free(c->starts);
    free(c->uniforms);
    free(c->values);
    *c = (wb_capture){0};
}
