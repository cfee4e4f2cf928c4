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

static size_t level_size(const wb_capture_memory *m, GLint level, size_t texel, GLint size[3])
{
    static const GLenum wanted[] = {GL_TEXTURE_WIDTH, GL_TEXTURE_HEIGHT, GL_TEXTURE_DEPTH};
    for (int i = 0; i < 3; i++) {
        size[i] = 0;
        glad_glGetTexLevelParameteriv(m->target, level, wanted[i], &size[i]);
    }
    return texel * (size_t)size[0] * (size_t)size[1] * (size_t)size[2];
}

// Of the texture that is bound.
static void read_levels(const wb_capture_memory *m, uint8_t *data)
{
    static const GLenum pack[] = {GL_PACK_ALIGNMENT,   GL_PACK_ROW_LENGTH,   GL_PACK_SKIP_ROWS,
                                  GL_PACK_SKIP_PIXELS, GL_PACK_IMAGE_HEIGHT, GL_PACK_SKIP_IMAGES};
    enum { PACKS = sizeof pack / sizeof pack[0] };
    GLint old[PACKS], size[3], whole[3];
    GLuint buffer = wb_bound_buffer(GL_PIXEL_PACK_BUFFER);
    glad_glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    for (int i = 0; i < PACKS; i++) {
        old[i] = wb_bound_get(pack[i]);
        glad_glPixelStorei(pack[i], i == 0 ? 1 : 0);
    }
    size_t texel = m->level_size, first = level_size(m, m->level, 1, whole);
    texel = first > 0 ? texel / first : 0;
    for (GLint n = 0; n < m->levels; n++) {
        glad_glGetTexImage(m->target, m->level + n, m->format, m->type, data);
        data += level_size(m, m->level + n, texel, size);
    }
    for (int i = 0; i < PACKS; i++) glad_glPixelStorei(pack[i], old[i]);
    glad_glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
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

static wb_machine_resource *add_resource(wb_capture *c, int memory)
{
    int count = c->dispatch.resource_count++;
    c->resources = wb_grow(c->resources, &c->resource_capacity, count + 1, sizeof *c->resources);
    c->memory_of = wb_grow(c->memory_of, &c->memory_of_capacity, count + 1, sizeof *c->memory_of);
    c->memory_of[count] = memory;
    c->resources[count] = (wb_machine_resource){0};
    return &c->resources[count];
}

// The bindings of a buffer share one memory, from the first byte that one of them shows to the
// last.
static int memory_of_buffer(wb_capture *c, const wb_dispatch_buffer *b)
{
    int i = 0;
    while (i < c->memory_count && c->memory[i].buffer != b->buffer) i++;
    if (i == c->memory_count) {
        i = add_memory(c);
        c->memory[i].buffer = b->buffer;
        c->memory[i].label = b->label;
        c->memory[i].offset = b->offset;
    }
    wb_capture_memory *m = &c->memory[i];
    int64_t end = m->offset + (int64_t)m->size, own_end = b->offset + b->size_bytes;
    if (b->offset < m->offset) m->offset = b->offset;
    m->size = (size_t)((own_end > end ? own_end : end) - m->offset);
    m->is_written = m->is_written || (b->resource.access & WB_WRITES) != 0;
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

static bool add_buffer(wb_capture *c, const wb_dispatch_buffer *b)
{
    if (b->resource.kind == WB_ATOMIC_COUNTERS)
        return refuse(c, "it has a buffer of atomic counters", "");
    if (b->buffer == 0 || b->size_bytes <= 0) return true; // the machine says so
    wb_space space = b->resource.kind == WB_STORAGE_BLOCK ? WB_SPACE_STORAGE : WB_SPACE_UNIFORM;
    wb_machine_resource *r = add_resource(c, memory_of_buffer(c, b));
    r->space = space;
    r->binding = binding_of_block(&c->kernel->module, space, &b->resource);
    r->size = (size_t)b->size_bytes;
    r->label = b->label;
    return true;
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
    {GL_R16F, GL_RED, GL_HALF_FLOAT, {WB_TEXEL_FLOAT, 1, 16}},
    {GL_RG16F, GL_RG, GL_HALF_FLOAT, {WB_TEXEL_FLOAT, 2, 16}},
    {GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT, {WB_TEXEL_FLOAT, 4, 16}},
    {GL_R32F, GL_RED, GL_FLOAT, {WB_TEXEL_FLOAT, 1, 32}},
    {GL_RG32F, GL_RG, GL_FLOAT, {WB_TEXEL_FLOAT, 2, 32}},
    {GL_RGBA32F, GL_RGBA, GL_FLOAT, {WB_TEXEL_FLOAT, 4, 32}},
    {GL_R8I, GL_RED_INTEGER, GL_BYTE, {WB_TEXEL_INT, 1, 8}},
    {GL_R16I, GL_RED_INTEGER, GL_SHORT, {WB_TEXEL_INT, 1, 16}},
    {GL_R32I, GL_RED_INTEGER, GL_INT, {WB_TEXEL_INT, 1, 32}},
    {GL_RG32I, GL_RG_INTEGER, GL_INT, {WB_TEXEL_INT, 2, 32}},
    {GL_RGBA8I, GL_RGBA_INTEGER, GL_BYTE, {WB_TEXEL_INT, 4, 8}},
    {GL_RGBA32I, GL_RGBA_INTEGER, GL_INT, {WB_TEXEL_INT, 4, 32}},
    {GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE, {WB_TEXEL_UINT, 1, 8}},
    {GL_R16UI, GL_RED_INTEGER, GL_UNSIGNED_SHORT, {WB_TEXEL_UINT, 1, 16}},
    {GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, {WB_TEXEL_UINT, 1, 32}},
    {GL_RG32UI, GL_RG_INTEGER, GL_UNSIGNED_INT, {WB_TEXEL_UINT, 2, 32}},
    {GL_RGBA8UI, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, {WB_TEXEL_UINT, 4, 8}},
    {GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT, {WB_TEXEL_UINT, 4, 32}},
    {GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT, {WB_TEXEL_FLOAT, 1, 32}},
    {GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_FLOAT, {WB_TEXEL_FLOAT, 1, 32}},
};

static const format_row *find_format(GLenum internal)
{
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
        if (formats[i].internal == internal) return &formats[i];
    return NULL;
}

static bool has_target(GLenum target)
{
    return target == GL_TEXTURE_1D || target == GL_TEXTURE_2D || target == GL_TEXTURE_3D ||
           target == GL_TEXTURE_1D_ARRAY || target == GL_TEXTURE_2D_ARRAY ||
           target == GL_TEXTURE_RECTANGLE;
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

// How it is sampled, by its sampler object or by the texture that is bound.
static void describe_sampling(const wb_dispatch_texture *t, wb_machine_resource *r)
{
    GLint wrap = GL_REPEAT, filter = GL_NEAREST;
    if (t->sampler != 0) {
        glad_glGetSamplerParameteriv(t->sampler, GL_TEXTURE_WRAP_S, &wrap);
        glad_glGetSamplerParameteriv(t->sampler, GL_TEXTURE_MAG_FILTER, &filter);
        glad_glGetSamplerParameterfv(t->sampler, GL_TEXTURE_BORDER_COLOR, r->border);
    } else {
        glad_glGetTexParameteriv(t->target, GL_TEXTURE_WRAP_S, &wrap);
        glad_glGetTexParameteriv(t->target, GL_TEXTURE_MAG_FILTER, &filter);
        glad_glGetTexParameterfv(t->target, GL_TEXTURE_BORDER_COLOR, r->border);
    }
    r->wrap = wrap_of(wrap);
    r->linear = filter == GL_LINEAR;
}

static GLint count_levels(GLenum target)
{
    GLint last = 0, size = 0, levels = 1;
    glad_glGetTexParameteriv(target, GL_TEXTURE_MAX_LEVEL, &last);
    for (; levels <= last; levels++) {
        glad_glGetTexLevelParameteriv(target, levels, GL_TEXTURE_WIDTH, &size);
        if (size <= 0) break;
    }
    return levels;
}

// Of the texture that is bound: its memory and how it lies there.
static bool describe_texture(wb_capture *c, const wb_dispatch_texture *t, bool is_image)
{
    GLint internal = (GLint)t->format, size[3];
    if (!is_image)
        glad_glGetTexLevelParameteriv(t->target, 0, GL_TEXTURE_INTERNAL_FORMAT, &internal);
    const format_row *row = find_format((GLenum)internal);
    if (row == NULL) return refuse(c, "there is no copying the format of", t->resource.name);
    int memory = add_memory(c);
    wb_capture_memory *m = &c->memory[memory];
    m->texture = t->texture;
    m->label = t->label;
    m->target = t->target;
    m->is_written = is_image && (t->resource.access & WB_WRITES) != 0;
    m->format = row->format;
    m->type = row->type;
    m->level = is_image ? t->level : 0;
    m->levels = is_image ? 1 : count_levels(t->target);
    size_t texel = (size_t)(row->texel.channels * row->texel.bits / 8);
    for (GLint n = 0; n < m->levels; n++) m->size += level_size(m, m->level + n, texel, size);
    m->level_size = level_size(m, m->level, texel, size);
    wb_machine_resource *r = add_resource(c, memory);
    r->space = is_image ? WB_SPACE_IMAGE : WB_SPACE_TEXTURE;
    r->format = row->texel;
    r->width = size[0];
    r->height = size[1];
    r->depth = size[2];
    r->levels = m->levels;
    r->size = m->size;
    r->label = t->label;
    if (!is_image) describe_sampling(t, r);
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
    if (!has_target(t->target) || (is_image && !t->layered && t->layer > 0))
        return refuse(c, "there is no copying a texture of the kind of", t->resource.name);
    GLuint bound = wb_bound_texture(t->target);
    glad_glBindTexture(t->target, t->texture);
    bool good = describe_texture(c, t, is_image);
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
    for (int i = 0; i < d->buffer_count; i++)
        if (!add_buffer(c, &d->buffers[i])) return false;
    for (int i = 0; i < d->texture_count; i++)
        if (!add_texture(c, &d->textures[i])) return false;
    add_uniforms(c, d);
    for (int i = 0; i < 3; i++) c->dispatch.groups[i] = d->groups[i];
    return true;
}

static bool allocate(wb_capture *c)
{
    for (int i = 0; i < c->memory_count; i++) {
        wb_capture_memory *m = &c->memory[i];
        m->before = malloc(m->size + 8);
        m->work = malloc(m->size + 8);
        if (m->before == NULL || m->work == NULL)
            return refuse(c, "there is no memory for", m->label);
    }
    return true;
}

// Where each resource lies in its memory.
static void place_resources(wb_capture *c, const wb_dispatch *d)
{
    int next = 0; // resources stand in the order of the buffers, then textures, that are bound
    for (int i = 0; i < c->dispatch.resource_count; i++)
        c->resources[i].data = c->memory[c->memory_of[i]].work;
    for (int i = 0; i < d->buffer_count; i++) {
        const wb_dispatch_buffer *b = &d->buffers[i];
        if (b->buffer == 0 || b->size_bytes <= 0) continue;
        const wb_capture_memory *m = &c->memory[c->memory_of[next]];
        c->resources[next++].data = m->work + (b->offset - m->offset);
    }
    c->dispatch.resources = c->resources;
    c->dispatch.uniforms = c->uniforms;
}

bool wb_capture_take(wb_capture *c, const wb_dispatch *d, const wb_kernel *kernel)
{
    *c = (wb_capture){.kernel = kernel};
    if (!d->knows_groups) return refuse(c, "the numbers of its groups are not known", "");
    if (!describe(c, d) || !allocate(c)) return false;
    make_visible();
    for (int i = 0; i < c->memory_count; i++) read_memory(&c->memory[i], c->memory[i].before);
    place_resources(c, d);
    wb_capture_rewind(c);
    return true;
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
        free(c->memory[i].before);
        free(c->memory[i].work);
        free(c->memory[i].after);
    }
    free(c->memory);
    free(c->resources);
    free(c->memory_of);
    free(c->uniforms);
    free(c->values);
    *c = (wb_capture){0};
}
