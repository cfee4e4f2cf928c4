#include "watch/object.h"

#include "base/memory.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static struct {
    wb_map by_name; // of wb_object; programs choose the names that they delete, so any may come
    wb_map remains; // of GLuint: what wb_object_remains() says, by the names from before
    GLuint last_remains;
    uint64_t newest;
} objects = {.by_name = {.item_size = sizeof(wb_object)}, .remains = {.item_size = sizeof(GLuint)}};

static const struct {
    GLenum identifier; // for glGetObjectLabel
    const char *word;
} kinds[WB_KIND_COUNT] = {
    [WB_KIND_BUFFER] = {GL_BUFFER, "buffer"},
    [WB_KIND_TEXTURE] = {GL_TEXTURE, "texture"},
    [WB_KIND_PROGRAM] = {GL_PROGRAM, "program"},
    [WB_KIND_SHADER] = {GL_SHADER, "shader"},
    [WB_KIND_FRAMEBUFFER] = {GL_FRAMEBUFFER, "framebuffer"},
    [WB_KIND_RENDERBUFFER] = {GL_RENDERBUFFER, "renderbuffer"},
    [WB_KIND_VERTEX_ARRAY] = {GL_VERTEX_ARRAY, "vertex array"},
    [WB_KIND_QUERY] = {GL_QUERY, "query"},
    [WB_KIND_SAMPLER] = {GL_SAMPLER, "sampler"},
};

static uint64_t key_of(wb_kind kind, GLuint name)
{
    return (uint64_t)kind << 32 | name;
}

const wb_object *wb_object_find(wb_kind kind, GLuint name)
{
    return wb_map_find(&objects.by_name, key_of(kind, name));
}

static int compare_objects(const void *a, const void *b)
{
    const wb_object *x = a, *y = b;
    uint64_t left = key_of(x->kind, x->name), right = key_of(y->kind, y->name);
    return (left > right) - (left < right);
}

wb_object *wb_object_list(int *count)
{
    uint32_t place = 0;
    const wb_object *object;
    wb_object *list = wb_or_end(calloc((size_t)objects.by_name.count + 1, sizeof *list));
    for (*count = 0; (object = wb_map_next(&objects.by_name, &place, NULL)) != NULL; ++*count)
        list[*count] = *object;
    qsort(list, (size_t)*count, sizeof *list, compare_objects);
    return list;
}

uint64_t wb_object_newest(void)
{
    return objects.newest;
}

int64_t wb_object_buffer_size(GLuint buffer)
{
    const wb_object *known = wb_object_find(WB_KIND_BUFFER, buffer);
    if (known != NULL && known->stored > 0) return known->size_bytes;
    GLint bound = 0;
    GLint64 size_bytes = 0;
    glad_glGetIntegerv(GL_COPY_READ_BUFFER_BINDING, &bound);
    glad_glBindBuffer(GL_COPY_READ_BUFFER, buffer);
    glad_glGetBufferParameteri64v(GL_COPY_READ_BUFFER, GL_BUFFER_SIZE, &size_bytes);
    glad_glBindBuffer(GL_COPY_READ_BUFFER, (GLuint)bound);
    return size_bytes;
}

const char *wb_object_word(wb_kind kind)
{
    return kinds[kind].word;
}

// A name that was generated and never bound is not an object yet, and has no label to ask for.
static GLboolean is_object(wb_kind kind, GLuint name)
{
    switch (kind) {
    case WB_KIND_BUFFER: return glad_glIsBuffer(name);
    case WB_KIND_TEXTURE: return glad_glIsTexture(name);
    case WB_KIND_PROGRAM: return glad_glIsProgram(name);
    case WB_KIND_SHADER: return glad_glIsShader(name);
    case WB_KIND_FRAMEBUFFER: return glad_glIsFramebuffer(name);
    case WB_KIND_RENDERBUFFER: return glad_glIsRenderbuffer(name);
    case WB_KIND_VERTEX_ARRAY: return glad_glIsVertexArray(name);
    case WB_KIND_QUERY: return glad_glIsQuery(name);
    case WB_KIND_SAMPLER: return glad_glIsSampler(name);
    default: return GL_FALSE;
    }
}

const char *wb_object_label(wb_kind kind, GLuint name, char *text, size_t size)
{
    text[0] = '\0';
    if (is_object(kind, name))
        glad_glGetObjectLabel(kinds[kind].identifier, name, (GLsizei)size, NULL, text);
    if (text[0] == '\0') snprintf(text, size, "%s %u", kinds[kind].word, name);
    return text;
}

void wb_object_created(wb_kind kind, GLuint name)
{
    if (name == 0) return;
    wb_object *object = wb_map_add(&objects.by_name, key_of(kind, name));
    *object = (wb_object){.kind = kind, .name = name, .created = ++objects.newest};
    wb_map_remove(&objects.remains, key_of(kind, name));
}

// OpenGL 4.3 core, 5.1.3: it stays as long as it is attached to a texture, or one is a view of it.
void wb_object_deleted(wb_kind kind, GLuint name)
{
    enum { FIRST_REMAINS = 0x40000000 }; // drivers give names from 1 on
    wb_object *o;
    wb_map_remove(&objects.by_name, key_of(kind, name));
    for (uint32_t place = 0; (o = wb_map_next(&objects.by_name, &place, NULL)) != NULL;) {
        wb_kind shown = o->buffer != 0 ? WB_KIND_BUFFER : WB_KIND_TEXTURE;
        if (name == 0 || o->shows != name || shown != kind) continue;
        GLuint *remains = wb_map_add(&objects.remains, key_of(kind, name));
        if (*remains == 0) *remains = FIRST_REMAINS + objects.last_remains++;
        o->shows = *remains;
    }
}

GLuint wb_object_remains(wb_kind kind, GLuint name)
{
    const GLuint *remains = wb_map_find(&objects.remains, key_of(kind, name));
    return remains != NULL ? *remains : 0;
}

void wb_object_got_storage(wb_kind kind, GLuint name, int64_t size_bytes, GLenum target,
                           GLuint buffer)
{
    wb_object *object = wb_map_find(&objects.by_name, key_of(kind, name));
    if (object == NULL) return;
    object->size_bytes = size_bytes;
    object->target = target;
    object->buffer = buffer;
    object->shows = buffer;
    object->texels_offset = object->texels_bytes = 0;
    object->stored++;
}

void wb_object_got_texels(GLuint texture, GLuint buffer, int64_t offset, int64_t size_bytes)
{
    wb_object_got_storage(WB_KIND_TEXTURE, texture, 0, GL_TEXTURE_BUFFER, buffer);
    wb_object *object = wb_map_find(&objects.by_name, key_of(WB_KIND_TEXTURE, texture));
    if (object == NULL) return;
    object->texels_offset = offset;
    object->texels_bytes = size_bytes;
}

void wb_object_got_view(GLuint texture, GLenum target, GLuint original, int first_level, int levels,
                        int first_layer, int layers)
{
    wb_object_got_storage(WB_KIND_TEXTURE, texture, 0, target, 0);
    wb_object *object = wb_map_find(&objects.by_name, key_of(WB_KIND_TEXTURE, texture));
    const wb_object *of = wb_object_find(WB_KIND_TEXTURE, original);
    if (object == NULL) return;
    bool of_view = of != NULL && of->shows != 0;
    object->shows = of_view ? of->shows : original;
    object->first_level = first_level + (of_view ? of->first_level : 0);
    object->first_layer = first_layer + (of_view ? of->first_layer : 0);
    object->levels = levels;
    object->layers = layers;
}

void wb_object_forget_all(void)
{
    wb_map_free(&objects.by_name);
    wb_map_free(&objects.remains);
    objects.newest = 0;
}
