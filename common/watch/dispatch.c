#include "watch/dispatch.h"

#include "base/memory.h"
#include "gl/bound.h"
#include "gl/pass.h"
#include "gl/read_back.h"

#include <stdlib.h>
#include <string.h>

static struct {
    int users;
    wb_texts texts;
} dispatch;

/* ---- What there is ---- */

static void on_generate(wb_call *c)
{
    GLsizei count = va_arg(c->arguments, GLsizei);
    const GLuint *names = va_arg(c->arguments, const GLuint *);
    for (GLsizei i = 0; i < count; i++) wb_object_created((wb_kind)c->detail, names[i]);
}

// A program may delete names that were never given out: OpenGL ignores them.
static void on_delete(wb_call *c)
{
    GLsizei count = va_arg(c->arguments, GLsizei);
    const GLuint *names = va_arg(c->arguments, const GLuint *);
    for (GLsizei i = 0; i < count; i++) wb_object_deleted((wb_kind)c->detail, names[i]);
}

static void on_create(wb_call *c)
{
    wb_object_created((wb_kind)c->detail, *(const GLuint *)c->result);
}

static void on_create_linked(wb_call *c)
{
    GLuint program = *(const GLuint *)c->result;
    GLenum stage = va_arg(c->arguments, GLenum);
    GLsizei count = va_arg(c->arguments, GLsizei);
    wb_object_created(WB_KIND_PROGRAM, program);
    if (program == 0) return; // refused
    wb_interface_linked_from(program, stage, count, va_arg(c->arguments, const GLchar *const *));
}

static void on_create_shader(wb_call *c)
{
    on_create(c);
    wb_interface_shader_made(*(const GLuint *)c->result);
}

static void on_compile(wb_call *c)
{
    wb_interface_compiled(va_arg(c->arguments, GLuint));
}

static void on_delete_shader(wb_call *c)
{
    wb_object_deleted(WB_KIND_SHADER, va_arg(c->arguments, GLuint));
}

static void on_delete_program(wb_call *c)
{
    GLuint program = va_arg(c->arguments, GLuint);
    wb_object_deleted(WB_KIND_PROGRAM, program);
    wb_interface_deleted(program);
}

static void before_link(wb_call *c)
{
    wb_interface_linking(va_arg(c->arguments, GLuint));
}

static void on_link(wb_call *c)
{
    wb_interface_linked(va_arg(c->arguments, GLuint));
}

// Whatever shaders are attached, it does not come from them.
static void on_binary(wb_call *c)
{
    wb_interface_linked_from(va_arg(c->arguments, GLuint), GL_NONE, 0, NULL);
}

static void on_block_binding(wb_call *c)
{
    wb_interface_changed(va_arg(c->arguments, GLuint));
}

static void on_buffer_data(wb_call *c)
{
    GLenum target = va_arg(c->arguments, GLenum);
    GLuint buffer = wb_bound_buffer(target);
    if (buffer == 0) return;
    GLint64 size_bytes = 0; // what the driver gave, should it have refused
    glad_glGetBufferParameteri64v(target, GL_BUFFER_SIZE, &size_bytes);
    wb_object_got_storage(WB_KIND_BUFFER, buffer, size_bytes, GL_NONE, 0);
}

static void on_texture_storage(wb_call *c)
{
    GLenum target = va_arg(c->arguments, GLenum);
    GLuint texture = wb_bound_texture(target);
    if (target >= GL_TEXTURE_CUBE_MAP_POSITIVE_X && target <= GL_TEXTURE_CUBE_MAP_NEGATIVE_Z)
        target = GL_TEXTURE_CUBE_MAP;
    if (texture != 0) wb_object_got_storage(WB_KIND_TEXTURE, texture, 0, target, 0);
}

enum { RANGE = 1 };

static void on_texture_buffer(wb_call *c)
{
    GLuint texture = wb_bound_texture(va_arg(c->arguments, GLenum));
    (void)va_arg(c->arguments, GLenum); // internal format
    GLuint buffer = va_arg(c->arguments, GLuint);
    if (texture == 0) return;
    int64_t offset = 0, size_bytes = 0;
    if (c->detail == RANGE) {
        offset = va_arg(c->arguments, GLintptr);
        size_bytes = va_arg(c->arguments, GLsizeiptr);
    }
    wb_object_got_texels(texture, buffer, offset, size_bytes);
}

static void on_texture_view(wb_call *c)
{
    GLuint texture = va_arg(c->arguments, GLuint);
    GLenum target = va_arg(c->arguments, GLenum);
    GLuint original = va_arg(c->arguments, GLuint);
    (void)va_arg(c->arguments, GLenum); // internal format
    int first_and_count[4];             // levels, layers
    for (int i = 0; i < 4; i++) first_and_count[i] = (int)va_arg(c->arguments, GLuint);
    wb_object_got_view(texture, target, original, first_and_count[0], first_and_count[1],
                       first_and_count[2], first_and_count[3]);
}

static const wb_calls_row rows[] = {
    {"glBufferData", NULL, on_buffer_data, 0},
    {"glCompileShader", NULL, on_compile, 0},
    {"glCreateProgram", NULL, on_create, WB_KIND_PROGRAM},
    {"glCreateShader", NULL, on_create_shader, WB_KIND_SHADER},
    {"glCreateShaderProgramv", NULL, on_create_linked, 0},
    {"glDeleteBuffers", NULL, on_delete, WB_KIND_BUFFER},
    {"glDeleteFramebuffers", NULL, on_delete, WB_KIND_FRAMEBUFFER},
    {"glDeleteProgram", NULL, on_delete_program, 0},
    {"glDeleteQueries", NULL, on_delete, WB_KIND_QUERY},
    {"glDeleteRenderbuffers", NULL, on_delete, WB_KIND_RENDERBUFFER},
    {"glDeleteSamplers", NULL, on_delete, WB_KIND_SAMPLER},
    {"glDeleteShader", NULL, on_delete_shader, 0},
    {"glDeleteTextures", NULL, on_delete, WB_KIND_TEXTURE},
    {"glDeleteVertexArrays", NULL, on_delete, WB_KIND_VERTEX_ARRAY},
    {"glGenBuffers", NULL, on_generate, WB_KIND_BUFFER},
    {"glGenFramebuffers", NULL, on_generate, WB_KIND_FRAMEBUFFER},
    {"glGenQueries", NULL, on_generate, WB_KIND_QUERY},
    {"glGenRenderbuffers", NULL, on_generate, WB_KIND_RENDERBUFFER},
    {"glGenSamplers", NULL, on_generate, WB_KIND_SAMPLER},
    {"glGenTextures", NULL, on_generate, WB_KIND_TEXTURE},
    {"glGenVertexArrays", NULL, on_generate, WB_KIND_VERTEX_ARRAY},
    {"glLinkProgram", before_link, on_link, 0},
    {"glProgramBinary", NULL, on_binary, 0},
    {"glShaderStorageBlockBinding", NULL, on_block_binding, 0},
    {"glTexBuffer", NULL, on_texture_buffer, 0},
    {"glTexBufferRange", NULL, on_texture_buffer, RANGE},
    {"gl*TexImage?D*", NULL, on_texture_storage, 0},
    {"glTexStorage?D*", NULL, on_texture_storage, 0},
    {"glTextureView", NULL, on_texture_view, 0},
    {"glUniformBlockBinding", NULL, on_block_binding, 0},
    {0},
};

static const wb_calls_listener listener = {.rows = rows};

void wb_dispatch_begin(void)
{
    if (dispatch.users++ == 0) wb_calls_listen(WB_CALLS_KNOWLEDGE, &listener);
}

void wb_dispatch_end(void)
{
    if (--dispatch.users > 0) return;
    wb_calls_listen(WB_CALLS_KNOWLEDGE, NULL);
    wb_interface_forget_all();
    wb_object_forget_all();
    wb_texts_free(&dispatch.texts);
}

/* ---- What is bound ---- */

// The label of an object, "" without one or if it was not asked for.
static const char *label_of(GLenum identifier, GLuint name, int wanted)
{
    char label[WB_LABEL_SIZE] = "";
    if (name == 0 || !(wanted & WB_DISPATCH_LABELS)) return "";
    glad_glGetObjectLabel(identifier, name, sizeof label, NULL, label);
    return wb_texts_keep(&dispatch.texts, label);
}

static const wb_bound_set *set_of(wb_resource_kind kind)
{
    return kind == WB_STORAGE_BLOCK   ? &wb_bound_storage
           : kind == WB_UNIFORM_BLOCK ? &wb_bound_uniforms
                                      : &wb_bound_counters;
}

static void add_buffer(wb_dispatch *d, const wb_resource *resource, int wanted)
{
    d->buffers = wb_grow(d->buffers, &d->buffer_capacity, d->buffer_count + 1, sizeof *d->buffers);
    wb_bound_range range = wb_bound_range_at(set_of(resource->kind), (GLuint)resource->binding);
    wb_dispatch_buffer *b = &d->buffers[d->buffer_count++];
    *b = (wb_dispatch_buffer){.resource = *resource, .buffer = range.buffer, .label = ""};
    if (b->buffer == 0) return;
    int64_t behind_bytes = wb_object_buffer_size(b->buffer) - range.offset;
    b->whole = range.size_bytes == 0;
    b->offset = range.offset;
    b->size_bytes = b->whole || range.size_bytes > behind_bytes ? behind_bytes : range.size_bytes;
    b->label = label_of(GL_BUFFER, b->buffer, wanted);
}

static wb_dispatch_texture *add_texture(wb_dispatch *d, GLuint program, const wb_resource *resource,
                                        int element)
{
    d->textures =
        wb_grow(d->textures, &d->texture_capacity, d->texture_count + 1, sizeof *d->textures);
    wb_dispatch_texture *t = &d->textures[d->texture_count++];
    *t = (wb_dispatch_texture){.resource = *resource, .element = element};
    glad_glGetUniformiv(program, resource->location + element, &t->unit);
    return t;
}

static void complete_texture(wb_dispatch_texture *t, GLuint texture, int wanted)
{
    const wb_object *object = wb_object_find(WB_KIND_TEXTURE, texture);
    t->texture = texture;
    t->label = label_of(GL_TEXTURE, texture, wanted);
    if (object == NULL) return;
    t->buffer = object->buffer;
    if (t->target == GL_NONE) t->target = object->target;
}

enum { MOST_LEVELS = 1000 }; // what GL_TEXTURE_MAX_LEVEL starts with

// The active unit has to be the sampler's for a moment.
static void add_sampler(wb_dispatch *d, GLuint program, const wb_resource *resource, int wanted)
{
    GLenum active = (GLenum)wb_bound_get(GL_ACTIVE_TEXTURE);
    for (int i = 0; i < resource->count; i++) {
        wb_dispatch_texture *t = add_texture(d, program, resource, i);
        glad_glActiveTexture(GL_TEXTURE0 + (GLenum)t->unit);
        t->target = wb_interface_texture_target(resource->type);
        t->sampler = (GLuint)wb_bound_get(GL_SAMPLER_BINDING);
        t->last_level = MOST_LEVELS;
        if (t->target != GL_TEXTURE_BUFFER && t->target != GL_NONE) {
            glad_glGetTexParameteriv(t->target, GL_TEXTURE_BASE_LEVEL, &t->level);
            glad_glGetTexParameteriv(t->target, GL_TEXTURE_MAX_LEVEL, &t->last_level);
        }
        complete_texture(t, wb_bound_texture(t->target), wanted);
    }
    glad_glActiveTexture(active);
}

static void add_image(wb_dispatch *d, GLuint program, const wb_resource *resource, int wanted)
{
    for (int i = 0; i < resource->count; i++) {
        wb_dispatch_texture *t = add_texture(d, program, resource, i);
        wb_bound_image image = wb_bound_image_at((GLuint)t->unit);
        t->level = t->last_level = image.level;
        t->layered = image.layered;
        t->layer = image.layer;
        t->format = image.format;
        if (image.access == GL_READ_ONLY) t->resource.access &= ~(WB_WRITES | WB_GUESSED);
        if (image.access == GL_WRITE_ONLY) t->resource.access &= ~(WB_READS | WB_GUESSED);
        complete_texture(t, image.texture, wanted);
    }
}

static GLint ask_attribute(GLuint location, GLenum what)
{
    GLint value = 0;
    glad_glGetVertexAttribiv(location, what, &value);
    return value;
}

// Of one vertex, as it lies in the buffer.
static int attribute_bytes(GLuint location)
{
    GLint numbers = ask_attribute(location, GL_VERTEX_ATTRIB_ARRAY_SIZE);
    if (numbers == GL_BGRA) numbers = 4;
    switch (ask_attribute(location, GL_VERTEX_ATTRIB_ARRAY_TYPE)) {
    case GL_BYTE:
    case GL_UNSIGNED_BYTE: return numbers;
    case GL_SHORT:
    case GL_UNSIGNED_SHORT:
    case GL_HALF_FLOAT: return 2 * numbers;
    case GL_DOUBLE: return 8 * numbers;
    case GL_INT_2_10_10_10_REV:
    case GL_UNSIGNED_INT_2_10_10_10_REV: return 4;
    default: return 4 * numbers;
    }
}

static void add_location(wb_dispatch *d, const wb_resource *resource, GLuint location)
{
    if (!ask_attribute(location, GL_VERTEX_ATTRIB_ARRAY_ENABLED)) return;
    d->attributes = wb_grow(d->attributes, &d->attribute_capacity, d->attribute_count + 1,
                            sizeof *d->attributes);
    wb_dispatch_attribute *a = &d->attributes[d->attribute_count++];
    *a = (wb_dispatch_attribute){.resource = *resource, .size_bytes = attribute_bytes(location)};
    a->buffer = (GLuint)ask_attribute(location, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING);
    GLuint binding = (GLuint)ask_attribute(location, GL_VERTEX_ATTRIB_BINDING);
    GLint64 offset = 0;
    GLint stride = 0, divisor = 0;
    glad_glGetInteger64i_v(GL_VERTEX_BINDING_OFFSET, binding, &offset);
    glad_glGetIntegeri_v(GL_VERTEX_BINDING_STRIDE, binding, &stride);
    glad_glGetIntegeri_v(GL_VERTEX_BINDING_DIVISOR, binding, &divisor);
    a->offset = offset + ask_attribute(location, GL_VERTEX_ATTRIB_RELATIVE_OFFSET);
    a->stride = stride;
    a->divisor = divisor;
}

// An array or a matrix takes one location after the other.
static void add_attribute(wb_dispatch *d, const wb_resource *resource)
{
    for (int i = 0; i < resource->count; i++)
        add_location(d, resource, (GLuint)(resource->location + i));
}

static void read_values(GLuint program, GLint location, GLenum number, uint32_t *values)
{
    switch (number) {
    case GL_FLOAT: glad_glGetUniformfv(program, location, (GLfloat *)values); break;
    case GL_DOUBLE: {
        GLdouble doubles[16] = {0}; // values need not lie on a multiple of 8
        glad_glGetUniformdv(program, location, doubles);
        memcpy(values, doubles, sizeof doubles);
        break;
    }
    case GL_UNSIGNED_INT: glad_glGetUniformuiv(program, location, values); break;
    default: glad_glGetUniformiv(program, location, (GLint *)values);
    }
}

static void add_uniform(wb_dispatch *d, GLuint program, const wb_resource *resource)
{
    enum { MOST = 32 }; // words of one element: a dmat4
    d->uniforms =
        wb_grow(d->uniforms, &d->uniform_capacity, d->uniform_count + 1, sizeof *d->uniforms);
    wb_dispatch_uniform *u = &d->uniforms[d->uniform_count++];
    *u = (wb_dispatch_uniform){.resource = *resource, .first = (size_t)d->value_count};
    u->numbers = wb_interface_numbers(resource->type, &u->number);
    int words = u->numbers * (u->number == GL_DOUBLE ? 2 : 1);
    for (int i = 0; i < resource->count; i++) {
        uint32_t values[MOST];
        read_values(program, resource->location + i, u->number, values);
        d->values =
            wb_grow(d->values, &d->value_capacity, d->value_count + words, sizeof *d->values);
        memcpy(d->values + d->value_count, values, (size_t)words * sizeof *values);
        d->value_count += words;
    }
}

// False also of a program that is in use as it was linked before, and was linked in vain since.
static bool is_linked_now(GLuint program)
{
    GLint is_linked = 0;
    glad_glGetProgramiv(program, GL_LINK_STATUS, &is_linked);
    return is_linked != 0;
}

static void add_resources(wb_dispatch *d, GLuint program, int wanted)
{
    const wb_interface *interface = wb_interface_of(program);
    bool is_linked = is_linked_now(program);
    for (int i = 0; i < interface->count; i++) {
        const wb_resource *resource = &interface->resources[i];
        bool is_uniform = resource->kind == WB_SAMPLER || resource->kind == WB_IMAGE ||
                          resource->kind == WB_UNIFORM;
        if (is_uniform && !is_linked) continue; // what it had before cannot be asked for
        switch (resource->kind) {
        case WB_STORAGE_BLOCK:
        case WB_UNIFORM_BLOCK:
        case WB_ATOMIC_COUNTERS: add_buffer(d, resource, wanted); break;
        case WB_SAMPLER: add_sampler(d, program, resource, wanted); break;
        case WB_IMAGE: add_image(d, program, resource, wanted); break;
        case WB_ATTRIBUTE: add_attribute(d, resource); break;
        case WB_UNIFORM:
            if (wanted & WB_DISPATCH_UNIFORMS) add_uniform(d, program, resource);
            break;
        }
    }
}

/* ---- The dispatch itself ---- */

static void read_groups(wb_dispatch *d)
{
    int64_t size_bytes = d->commands != 0 ? wb_object_buffer_size(d->commands) : 0;
    if (d->commands_offset < 0 || d->commands_offset + (int64_t)sizeof d->groups > size_bytes)
        return;                                         // OpenGL will refuse it
    glad_glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // the next call reads the groups
    wb_read_back_unheard(d->commands, d->commands_offset, sizeof d->groups, d->groups);
    d->knows_groups = true;
}

static void take_groups(wb_dispatch *d, wb_call *call, int wanted)
{
    if (strcmp(call->name, "glDispatchCompute") == 0) {
        for (int i = 0; i < 3; i++) d->groups[i] = va_arg(call->arguments, GLuint);
        d->knows_groups = true;
    } else {
        d->is_indirect = true;
        d->commands = wb_bound_buffer(GL_DISPATCH_INDIRECT_BUFFER);
        d->commands_offset = va_arg(call->arguments, GLintptr);
        if (wanted & WB_DISPATCH_GROUPS) read_groups(d);
    }
}

static int index_bytes(GLenum type)
{
    return type == GL_UNSIGNED_BYTE ? 1 : type == GL_UNSIGNED_SHORT ? 2 : 4;
}

static void take_commands(wb_dispatch *d, wb_call *call)
{
    d->is_indirect = true;
    if (d->indices != 0) (void)va_arg(call->arguments, GLenum); // type
    d->commands = wb_bound_buffer(GL_DRAW_INDIRECT_BUFFER);
    d->commands_offset = (intptr_t)va_arg(call->arguments, const void *);
    d->commands_bytes = (d->indices != 0 ? 5 : 4) * (int64_t)sizeof(GLuint);
    if (strstr(call->name, "Multi") == NULL) return;
    int64_t count = va_arg(call->arguments, GLsizei), stride = va_arg(call->arguments, GLsizei);
    if (stride == 0) stride = d->commands_bytes; // one behind the other
    d->commands_bytes = count > 0 ? (count - 1) * stride + d->commands_bytes : 0;
}

// Draws with indices, those of several instances, and those that read their commands from a buffer,
// are known by their names.
static void take_draw(wb_dispatch *d, wb_call *call)
{
    bool has_indices = strstr(call->name, "Elements") != NULL;
    (void)va_arg(call->arguments, GLenum); // mode
    if (has_indices) d->indices = wb_bound_buffer(GL_ELEMENT_ARRAY_BUFFER);
    if (strstr(call->name, "Indirect") != NULL) {
        take_commands(d, call);
        return;
    }
    if (strstr(call->name, "Multi") != NULL || strstr(call->name, "Feedback") != NULL) return;
    if (strstr(call->name, "Range") != NULL)
        for (int i = 0; i < 2; i++) (void)va_arg(call->arguments, GLuint); // start, end
    d->knows_counts = true;
    d->instances = 1;
    if (!has_indices) d->first_vertex = va_arg(call->arguments, GLint);
    d->vertices = va_arg(call->arguments, GLsizei);
    if (has_indices) {
        d->indices_bytes = d->vertices * index_bytes(va_arg(call->arguments, GLenum));
        d->indices_offset = (intptr_t)va_arg(call->arguments, const void *);
    }
    if (strstr(call->name, "Instanced") != NULL) d->instances = va_arg(call->arguments, GLsizei);
    if (strstr(call->name, "BaseVertexBaseInstance") != NULL) (void)va_arg(call->arguments, GLint);
    if (strstr(call->name, "BaseInstance") != NULL)
        d->first_instance = va_arg(call->arguments, GLuint);
}

void wb_dispatch_clear(wb_dispatch *d)
{
    *d = (wb_dispatch){
        .kernel = "",
        .buffers = d->buffers,
        .buffer_capacity = d->buffer_capacity,
        .textures = d->textures,
        .texture_capacity = d->texture_capacity,
        .uniforms = d->uniforms,
        .uniform_capacity = d->uniform_capacity,
        .attributes = d->attributes,
        .attribute_capacity = d->attribute_capacity,
        .values = d->values,
        .value_capacity = d->value_capacity,
    };
}

// The stages of the bound pipeline, which counts if no program is in use. Returns how many.
static int pipeline_programs(bool is_compute, GLuint programs[5])
{
    static const GLenum stages[] = {GL_VERTEX_SHADER,          GL_TESS_CONTROL_SHADER,
                                    GL_TESS_EVALUATION_SHADER, GL_GEOMETRY_SHADER,
                                    GL_FRAGMENT_SHADER,        GL_COMPUTE_SHADER};
    enum { DRAWS = 5 };
    GLuint pipeline = (GLuint)wb_bound_get(GL_PROGRAM_PIPELINE_BINDING);
    int count = 0;
    if (pipeline == 0) return 0;
    for (int i = is_compute ? DRAWS : 0; i < (is_compute ? DRAWS + 1 : DRAWS); i++) {
        GLint program = 0;
        glad_glGetProgramPipelineiv(pipeline, stages[i], &program);
        bool known = program == 0 || (count > 0 && programs[count - 1] == (GLuint)program);
        if (!known) programs[count++] = (GLuint)program;
    }
    return count;
}

void wb_dispatch_describe(wb_dispatch *d, wb_call *call, int wanted)
{
    wb_dispatch_clear(d);
    d->call = call->name;
    d->pass = wb_texts_keep(&dispatch.texts, wb_pass_name());
    d->program = (GLuint)wb_bound_get(GL_CURRENT_PROGRAM);
    d->is_compute = strncmp(call->name, "glDispatch", strlen("glDispatch")) == 0;
    if (d->is_compute)
        take_groups(d, call, wanted);
    else
        take_draw(d, call);
    GLuint programs[5] = {d->program};
    int count = d->program != 0 ? 1 : pipeline_programs(d->is_compute, programs);
    d->program = programs[0];
    if (count == 0) return;
    d->kernel = label_of(GL_PROGRAM, d->program, wanted);
    if (d->is_compute && !wb_interface_of(d->program)->draws && is_linked_now(d->program)) {
        GLint size[3] = {0};
        glad_glGetProgramiv(d->program, GL_COMPUTE_WORK_GROUP_SIZE, size);
        for (int i = 0; i < 3; i++) d->local_size[i] = (GLuint)size[i];
    }
    for (int i = 0; i < count; i++) add_resources(d, programs[i], wanted);
}

void wb_dispatch_free(wb_dispatch *d)
{
    free(d->buffers);
    free(d->textures);
    free(d->uniforms);
    free(d->attributes);
    free(d->values);
    *d = (wb_dispatch){0};
}
