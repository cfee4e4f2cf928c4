#include "gl/bound.h"

#include <string.h>

GLint wb_bound_get(GLenum what)
{
    GLint value = 0;
    glad_glGetIntegerv(what, &value);
    return value;
}

bool wb_bound_has_extension(const char *name)
{
    GLint count = wb_bound_get(GL_NUM_EXTENSIONS);
    for (GLint i = 0; i < count; i++)
        if (strcmp((const char *)glad_glGetStringi(GL_EXTENSIONS, (GLuint)i), name) == 0)
            return true;
    return false;
}

static GLint get_at(GLenum what, GLuint index)
{
    GLint value = 0;
    glad_glGetIntegeri_v(what, index, &value);
    return value;
}

static int64_t get_64_at(GLenum what, GLuint index)
{
    GLint64 value = 0;
    glad_glGetInteger64i_v(what, index, &value);
    return value;
}

/* ---- Targets ---- */

typedef struct target_row {
    GLenum target, binding;
} target_row;

static const target_row buffer_targets[] = {
    {GL_ARRAY_BUFFER, GL_ARRAY_BUFFER_BINDING},
    {GL_ATOMIC_COUNTER_BUFFER, GL_ATOMIC_COUNTER_BUFFER_BINDING},
    {GL_COPY_READ_BUFFER, GL_COPY_READ_BUFFER_BINDING},
    {GL_COPY_WRITE_BUFFER, GL_COPY_WRITE_BUFFER_BINDING},
    {GL_DISPATCH_INDIRECT_BUFFER, GL_DISPATCH_INDIRECT_BUFFER_BINDING},
    {GL_DRAW_INDIRECT_BUFFER, GL_DRAW_INDIRECT_BUFFER_BINDING},
    {GL_ELEMENT_ARRAY_BUFFER, GL_ELEMENT_ARRAY_BUFFER_BINDING},
    {GL_PIXEL_PACK_BUFFER, GL_PIXEL_PACK_BUFFER_BINDING},
    {GL_PIXEL_UNPACK_BUFFER, GL_PIXEL_UNPACK_BUFFER_BINDING},
    {GL_SHADER_STORAGE_BUFFER, GL_SHADER_STORAGE_BUFFER_BINDING},
    {GL_TEXTURE_BUFFER, GL_TEXTURE_BUFFER}, // the query of its binding
    {GL_TRANSFORM_FEEDBACK_BUFFER, GL_TRANSFORM_FEEDBACK_BUFFER_BINDING},
    {GL_UNIFORM_BUFFER, GL_UNIFORM_BUFFER_BINDING},
    {GL_NONE, GL_NONE},
};

static const target_row texture_targets[] = {
    {GL_TEXTURE_1D, GL_TEXTURE_BINDING_1D},
    {GL_TEXTURE_2D, GL_TEXTURE_BINDING_2D},
    {GL_TEXTURE_3D, GL_TEXTURE_BINDING_3D},
    {GL_TEXTURE_1D_ARRAY, GL_TEXTURE_BINDING_1D_ARRAY},
    {GL_TEXTURE_2D_ARRAY, GL_TEXTURE_BINDING_2D_ARRAY},
    {GL_TEXTURE_CUBE_MAP, GL_TEXTURE_BINDING_CUBE_MAP},
    {GL_TEXTURE_CUBE_MAP_ARRAY, GL_TEXTURE_BINDING_CUBE_MAP_ARRAY},
    {GL_TEXTURE_RECTANGLE, GL_TEXTURE_BINDING_RECTANGLE},
    {GL_TEXTURE_BUFFER, GL_TEXTURE_BINDING_BUFFER},
    {GL_TEXTURE_2D_MULTISAMPLE, GL_TEXTURE_BINDING_2D_MULTISAMPLE},
    {GL_TEXTURE_2D_MULTISAMPLE_ARRAY, GL_TEXTURE_BINDING_2D_MULTISAMPLE_ARRAY},
    {GL_NONE, GL_NONE},
};

static GLuint bound_at(const target_row *rows, GLenum target)
{
    while (rows->target != target && rows->target != GL_NONE) rows++;
    return rows->target != GL_NONE ? (GLuint)wb_bound_get(rows->binding) : 0;
}

GLuint wb_bound_buffer(GLenum target)
{
    return bound_at(buffer_targets, target);
}

GLuint wb_bound_texture(GLenum target)
{
    if (target >= GL_TEXTURE_CUBE_MAP_POSITIVE_X && target <= GL_TEXTURE_CUBE_MAP_NEGATIVE_Z)
        target = GL_TEXTURE_CUBE_MAP;
    return bound_at(texture_targets, target);
}

GLenum wb_bound_texture_target(int index, GLenum *binding)
{
    *binding = texture_targets[index].binding;
    return texture_targets[index].target;
}

GLenum wb_bound_buffer_target(int index, GLenum *binding)
{
    *binding = buffer_targets[index].binding;
    return buffer_targets[index].target;
}

/* ---- Numbered bindings ---- */

const wb_bound_set wb_bound_storage = {
    GL_SHADER_STORAGE_BUFFER, GL_SHADER_STORAGE_BUFFER_BINDING, GL_SHADER_STORAGE_BUFFER_START,
    GL_SHADER_STORAGE_BUFFER_SIZE, GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS};

const wb_bound_set wb_bound_uniforms = {GL_UNIFORM_BUFFER, GL_UNIFORM_BUFFER_BINDING,
                                        GL_UNIFORM_BUFFER_START, GL_UNIFORM_BUFFER_SIZE,
                                        GL_MAX_UNIFORM_BUFFER_BINDINGS};

const wb_bound_set wb_bound_counters = {
    GL_ATOMIC_COUNTER_BUFFER, GL_ATOMIC_COUNTER_BUFFER_BINDING, GL_ATOMIC_COUNTER_BUFFER_START,
    GL_ATOMIC_COUNTER_BUFFER_SIZE, GL_MAX_ATOMIC_COUNTER_BUFFER_BINDINGS};

const wb_bound_set wb_bound_feedback = {
    GL_TRANSFORM_FEEDBACK_BUFFER, GL_TRANSFORM_FEEDBACK_BUFFER_BINDING,
    GL_TRANSFORM_FEEDBACK_BUFFER_START, GL_TRANSFORM_FEEDBACK_BUFFER_SIZE,
    GL_MAX_TRANSFORM_FEEDBACK_BUFFERS};

wb_bound_range wb_bound_range_at(const wb_bound_set *set, GLuint index)
{
    wb_bound_range range = {.buffer = (GLuint)get_at(set->binding, index)};
    if (range.buffer == 0) return range;
    range.offset = get_64_at(set->start, index);
    range.size_bytes = get_64_at(set->size, index);
    return range;
}

wb_bound_image wb_bound_image_at(GLuint unit)
{
    return (wb_bound_image){
        .texture = (GLuint)get_at(GL_IMAGE_BINDING_NAME, unit),
        .level = get_at(GL_IMAGE_BINDING_LEVEL, unit),
        .layer = get_at(GL_IMAGE_BINDING_LAYER, unit),
        .layered = get_at(GL_IMAGE_BINDING_LAYERED, unit) != 0,
        .access = (GLenum)get_at(GL_IMAGE_BINDING_ACCESS, unit),
        .format = (GLenum)get_at(GL_IMAGE_BINDING_FORMAT, unit),
    };
}
