// Reads a capture out of memory. It may come from anywhere, so every length is checked.
#include "machine/capture_file.h"

#include "base/memory.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LINE = 4096, MAX_THINGS = 4096 };

/* What a capture that was read has allocated: freed with it. */
typedef struct contents {
    wb_kernel kernel;
    wb_source source;
    wb_texts names;
    wb_file_memory *memory;
    wb_machine_resource *resources;
    wb_machine_uniform *uniforms;
    uint8_t **blocks; // of memory, texts and words
    int memory_capacity, resource_capacity, uniform_capacity, block_count, block_capacity;
    int file_capacity, place_capacity;
    size_t memory_size; // of all
    bool has_text, has_lines;
} contents;

typedef struct reader {
    wb_capture_file *capture;
    contents *own;
    const uint8_t *at, *end;
    wb_module_error *error;
    char line[MAX_LINE];
    char (*arrays)[40]; // their names, in the order of the head
    int array_count, array_capacity;
} reader;

static bool fail(reader *r, const char *format, ...) WB_PRINTF_LIKE(2, 3);

static bool fail(reader *r, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(r->error->text, sizeof r->error->text, format, arguments);
    va_end(arguments);
    return false;
}

static void *keep(reader *r, void *block)
{
    contents *own = r->own;
    own->blocks =
        wb_grow(own->blocks, &own->block_capacity, own->block_count + 1, sizeof *own->blocks);
    return own->blocks[own->block_count++] = wb_or_end(block);
}

/* ---- Lines of the head ---- */

static bool next_line(reader *r)
{
    size_t left = (size_t)(r->end - r->at), length = 0;
    while (length < left && r->at[length] != '\n') length++;
    if (length == left || length >= MAX_LINE || memchr(r->at, '\0', length) != NULL)
        return fail(r, "this is no capture, or it is damaged: its head does not end");
    memcpy(r->line, r->at, length);
    r->line[length] = '\0';
    r->at += length + 1;
    return true;
}

// What stands behind " key=" in the line; NULL, with a message, if it is not there.
static const char *value_of(reader *r, const char *key)
{
    char wanted[24];
    int length = snprintf(wanted, sizeof wanted, " %s=", key);
    const char *at = strstr(r->line, wanted), *name = strstr(r->line, " name=");
    if (at != NULL && (name == NULL || at <= name)) return at + length;
    fail(r, "it is damaged: no %s in \"%.60s\"", key, r->line);
    return NULL;
}

static bool read_number(reader *r, const char *key, long long least, long long most,
                        long long *number)
{
    const char *text = value_of(r, key);
    char *end;
    if (text == NULL) return false;
    *number = strtoll(text, &end, 10); // too large a number becomes the largest
    if (end == text || (*end != ' ' && *end != '\0') || *number < least || *number > most)
        return fail(r, "it is damaged: %s in \"%.60s\" is no number from %lld to %lld", key,
                    r->line, least, most);
    return true;
}

static bool read_int(reader *r, const char *key, int least, int most, int *number)
{
    long long value;
    if (!read_number(r, key, least, most, &value)) return false;
    *number = (int)value;
    return true;
}

static bool read_bool(reader *r, const char *key, bool *flag)
{
    int value;
    if (!read_int(r, key, 0, 1, &value)) return false;
    *flag = value != 0;
    return true;
}

// One of the words, which end with an empty one.
static bool read_word(reader *r, const char *key, const char *const *words, int *index)
{
    const char *text = value_of(r, key);
    if (text == NULL) return false;
    size_t length = strcspn(text, " ");
    for (*index = 0; words[*index] != NULL; ++*index)
        if (strlen(words[*index]) == length && strncmp(words[*index], text, length) == 0)
            return true;
    return fail(r, "it is damaged: an unknown %s in \"%.60s\"", key, r->line);
}

static bool read_name(reader *r, const char **name)
{
    const char *text = value_of(r, "name");
    if (text != NULL) *name = wb_texts_keep(&r->own->names, text);
    return text != NULL;
}

static bool is_too_many(reader *r, int count)
{
    if (count < MAX_THINGS) return false;
    fail(r, "it is damaged: its head names more than %d things of a kind", MAX_THINGS);
    return true;
}

/* ---- What the lines say ---- */

static bool take_version(reader *r)
{
    long long version;
    if (!read_number(r, "version", 1, 1000000, &version)) return false;
    return version == 1 ||
           fail(r, "it is of version %lld of the format; this program reads version 1", version);
}

static bool take_kernel(reader *r)
{
    return read_name(r, &r->own->kernel.name);
}

static bool take_lesson(reader *r)
{
    return read_name(r, &r->capture->lesson);
}

static bool take_pass(reader *r)
{
    return read_name(r, &r->capture->pass);
}

static bool take_call(reader *r)
{
    return read_name(r, &r->capture->call);
}

static bool take_dispatch(reader *r)
{
    static const char *const keys[] = {"x", "y", "z"};
    for (int i = 0; i < 3; i++) {
        long long count;
        if (!read_number(r, keys[i], 0, UINT32_MAX, &count)) return false;
        r->capture->dispatch.groups[i] = (uint32_t)count;
    }
    return true;
}

static bool take_machine(reader *r)
{
    return read_int(r, "subgroup", 0, 1024, &r->capture->subgroup) &&
           read_bool(r, "fma", &r->capture->fuse_fma);
}

// A file is included from one that came before it, so that the way up ends.
static bool take_file(reader *r)
{
    wb_source *source = &r->own->source;
    wb_source_line at;
    const char *name;
    int count = source->file_count;
    if (is_too_many(r, count) || !read_int(r, "from", -1, count - 1, &at.file) ||
        !read_int(r, "line", 0, INT32_MAX, &at.number) || !read_name(r, &name))
        return false;
    if ((count == 0) != (at.file < 0))
        return fail(r, "it is damaged: which file includes %.60s?", name);
    source->files =
        wb_grow(source->files, &r->own->file_capacity, count + 1, sizeof *source->files);
    source->included_at = wb_grow(source->included_at, &r->own->place_capacity, count + 1,
                                  sizeof *source->included_at);
    source->files[count] = (char *)name;
    source->included_at[count] = at;
    source->file_count++;
    return true;
}

// All together no more than what is left of the file, or it cannot be true.
static bool take_memory(reader *r)
{
    wb_file_memory m = {0};
    long long size;
    int count = r->capture->memory_count;
    long long most = r->end - r->at - (long long)r->own->memory_size;
    if (is_too_many(r, count) || !read_number(r, "bytes", 0, most, &size) ||
        !read_bool(r, "written", &m.written) || !read_name(r, &m.label))
        return false;
    m.size = (size_t)size;
    r->own->memory_size += m.size;
    m.data = keep(r, calloc(m.size + 8, 1)); // a word of an image may begin at its last byte
    r->own->memory =
        wb_grow(r->own->memory, &r->own->memory_capacity, count + 1, sizeof *r->own->memory);
    r->own->memory[r->capture->memory_count++] = m;
    return true;
}

static bool take_texels(reader *r, wb_machine_resource *resource)
{
    static const char *const kinds[] = {"float",     "unorm",    "snorm",      "int", "uint",
                                        "r11g11b10", "rgb10_a2", "rgb10_a2ui", NULL};
    int kind;
    if (!read_word(r, "texels", kinds, &kind)) return false;
    resource->format.kind = (wb_texel_kind)kind;
    return read_int(r, "channels", 1, 4, &resource->format.channels) &&
           read_int(r, "bits", 8, 32, &resource->format.bits) &&
           read_int(r, "width", 1, 1 << 28, &resource->width) &&
           read_int(r, "height", 1, 1 << 20, &resource->height) &&
           read_int(r, "depth", 1, 1 << 16, &resource->depth) &&
           read_int(r, "levels", 1, 24, &resource->levels);
}

static bool take_sampling(reader *r, wb_machine_resource *resource)
{
    static const char *const wraps[] = {"repeat", "clamp", "mirror", "border", NULL};
    static const char *const keys[] = {"border0", "border1", "border2", "border3"};
    static const char *const dimensions[] = {"wrap", "wrap1", "wrap2"};
    int wrap, mip = WB_MIP_NEAREST;
    bool is_old = strstr(r->line, " wrap1=") == NULL; // a file from before these were in it
    if (!read_bool(r, "linear", &resource->linear)) return false;
    resource->linear_small = resource->linear;
    for (int d = 0; d < 3; d++) {
        if (!read_word(r, dimensions[is_old ? 0 : d], wraps, &wrap)) return false;
        resource->wrap[d] = (wb_wrap)wrap;
    }
    if (!is_old &&
        (!read_bool(r, "small", &resource->linear_small) || !read_int(r, "mip", 0, 2, &mip) ||
         !read_int(r, "compare", 0, 8, &resource->compare)))
        return false;
    resource->mip = (wb_mip)mip;
    for (int i = 0; i < 4; i++) {
        const char *text = value_of(r, keys[i]);
        if (text == NULL) return false;
        resource->border[i] = strtof(text, NULL);
    }
    return true;
}

static bool take_resource(reader *r, wb_space space)
{
    wb_machine_resource resource = {.space = space};
    int memory, count = r->capture->dispatch.resource_count;
    long long offset, size;
    if (is_too_many(r, count) || !read_int(r, "binding", 0, 1 << 20, &resource.binding) ||
        !read_int(r, "memory", 0, r->capture->memory_count - 1, &memory))
        return false;
    const wb_file_memory *m = &r->own->memory[memory];
    if (!read_number(r, "offset", 0, (long long)m->size, &offset) ||
        !read_number(r, "bytes", 0, (long long)m->size - offset, &size) ||
        !read_name(r, &resource.label))
        return false;
    if (offset % 4 != 0) return fail(r, "it is damaged: an offset of %lld bytes", offset);
    if (space >= WB_SPACE_IMAGE && !take_texels(r, &resource)) return false;
    if (space == WB_SPACE_TEXTURE && !take_sampling(r, &resource)) return false;
    resource.data = m->data + offset;
    resource.size = (size_t)size;
    r->own->resources = wb_grow(r->own->resources, &r->own->resource_capacity, count + 1,
                                sizeof *r->own->resources);
    r->own->resources[r->capture->dispatch.resource_count++] = resource;
    return true;
}

static bool take_storage(reader *r)
{
    return take_resource(r, WB_SPACE_STORAGE);
}

static bool take_block(reader *r)
{
    return take_resource(r, WB_SPACE_UNIFORM);
}

static bool take_image(reader *r)
{
    return take_resource(r, WB_SPACE_IMAGE);
}

static bool take_texture(reader *r)
{
    return take_resource(r, WB_SPACE_TEXTURE);
}

static bool take_uniform(reader *r)
{
    int location, elements, count = r->capture->dispatch.uniform_count;
    if (is_too_many(r, count) || !read_int(r, "location", 0, 1 << 20, &location) ||
        !read_int(r, "elements", 1, 1 << 20, &elements))
        return false;
    r->own->uniforms =
        wb_grow(r->own->uniforms, &r->own->uniform_capacity, count + 1, sizeof *r->own->uniforms);
    r->own->uniforms[r->capture->dispatch.uniform_count++] =
        (wb_machine_uniform){.location = location, .elements = (uint32_t)elements};
    return true;
}

static bool take_array(reader *r)
{
    const char *name = r->line + strlen("array ");
    int count = r->array_count;
    if (is_too_many(r, count)) return false;
    if (strlen(name) >= sizeof *r->arrays) return fail(r, "it is damaged: \"%.60s\"", r->line);
    r->arrays = wb_grow(r->arrays, &r->array_capacity, count + 1, sizeof *r->arrays);
    strcpy(r->arrays[r->array_count++], name);
    return true;
}

static bool read_head(reader *r)
{
    static const struct {
        const char *word;
        bool (*take)(reader *r);
    } rows[] = {
        {"kernel ", take_kernel},       {"lesson ", take_lesson}, {"pass ", take_pass},
        {"call ", take_call},           {"file ", take_file},     {"dispatch ", take_dispatch},
        {"machine ", take_machine},     {"memory ", take_memory}, {"storage ", take_storage},
        {"uniform-block ", take_block}, {"image ", take_image},   {"texture ", take_texture},
        {"uniform ", take_uniform},     {"array ", take_array},
    };
    enum { ROWS = sizeof rows / sizeof *rows };
    static const char first[] = "workbench-capture ";
    if ((size_t)(r->end - r->at) < sizeof first || memcmp(r->at, first, sizeof first - 1) != 0)
        return fail(r, "this is no capture: it does not begin with \"workbench-capture\"");
    if (!next_line(r) || !take_version(r)) return false;
    for (;;) {
        int row = 0;
        if (!next_line(r)) return false;
        if (r->line[0] == '\0') return true;
        while (row < ROWS && strncmp(r->line, rows[row].word, strlen(rows[row].word)) != 0) row++;
        if (row == ROWS) return fail(r, "it is damaged: what is \"%.60s\"?", r->line);
        if (!rows[row].take(r)) return false;
    }
}

/* ---- Arrays ---- */

typedef struct array {
    const char *name;
    char type[8];
    unsigned long long count, columns; // columns: 1 of one dimension
    const uint8_t *data;
    size_t size;
} array;

// The header of a .npy, a Python dictionary in text.
static bool read_header(reader *r, const char *text, array *a)
{
    const char *type = strstr(text, "'descr': '"), *shape = strstr(text, "'shape': (");
    size_t width;
    if (type == NULL || shape == NULL || strstr(text, "'fortran_order': False") == NULL)
        return fail(r, "it is damaged: the array %s has no header as NumPy writes it", a->name);
    type += strlen("'descr': '");
    snprintf(a->type, sizeof a->type, "%.*s", (int)strcspn(type, "'"), type);
    width = strcmp(a->type, "|u1") == 0 ? 1 : 4;
    if (width == 4 && strcmp(a->type, "<u4") != 0 && strcmp(a->type, "<i4") != 0)
        return fail(r, "it is damaged: the array %s is of an unknown type", a->name);
    char *end;
    a->count = strtoull(shape + strlen("'shape': ("), &end, 10);
    a->columns = *end == ',' && end[1] != ')' ? strtoull(end + 1, &end, 10) : 1;
    unsigned long long left = (unsigned long long)(r->end - r->at);
    if (a->columns < 1 || a->columns > 2 || a->count > left / (width * a->columns))
        return fail(r, "it is damaged: the array %s does not fit into the file", a->name);
    a->size = (size_t)(a->count * a->columns * width);
    return true;
}

static bool read_array(reader *r, array *a)
{
    static const uint8_t magic[8] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};
    char text[1024];
    size_t left = (size_t)(r->end - r->at);
    size_t length = left >= 10 ? (size_t)(r->at[8] | r->at[9] << 8) : 0;
    if (left < 10 || memcmp(r->at, magic, sizeof magic) != 0 || length >= sizeof text ||
        length > left - 10)
        return fail(r, "it is damaged: there is no array %s in it", a->name);
    memcpy(text, r->at + 10, length);
    text[length] = '\0';
    r->at += 10 + length;
    if (!read_header(r, text, a)) return false;
    a->data = r->at;
    r->at += a->size;
    return true;
}

static bool is_of_type(reader *r, const array *a, const char *type, unsigned long long columns)
{
    return (strcmp(a->type, type) == 0 && a->columns == columns) ||
           fail(r, "it is damaged: the array %s is not of the type %s", a->name, type);
}

static bool take_text(reader *r, const array *a)
{
    if (!is_of_type(r, a, "|u1", 1)) return false;
    if (a->size > 0 && memchr(a->data, '\0', a->size) != NULL)
        return fail(r, "it is damaged: a zero byte in the kernel's text");
    char *text = keep(r, malloc(a->size + 1));
    memcpy(text, a->data, a->size);
    text[a->size] = '\0';
    r->own->kernel.text = r->own->source.text = text;
    r->own->has_text = true;
    return true;
}

static bool take_spirv(reader *r, const array *a)
{
    wb_module_error error;
    if (!is_of_type(r, a, "<u4", 1)) return false;
    if (r->own->kernel.runs) return fail(r, "it is damaged: it has two kernels");
    uint32_t *words = wb_or_end(malloc(a->size + 4));
    memcpy(words, a->data, a->size);
    r->own->kernel.runs = wb_module_load(&r->own->kernel.module, words, (size_t)a->count, &error);
    free(words);
    return r->own->kernel.runs || fail(r, "its kernel does not run in the machine: %s", error.text);
}

static bool take_lines(reader *r, const array *a)
{
    wb_source *source = &r->own->source;
    if (!is_of_type(r, a, "<i4", 2)) return false;
    if (a->count > INT32_MAX || r->own->has_lines) return fail(r, "it is damaged: its lines");
    source->lines = keep(r, malloc(a->size + 8));
    memcpy(source->lines, a->data, a->size);
    source->line_count = (int)a->count;
    for (int i = 0; i < source->line_count; i++)
        if (source->lines[i].file < -1 || source->lines[i].file >= source->file_count)
            return fail(r, "it is damaged: line %d of the kernel comes from no file", i + 1);
    r->own->has_lines = true;
    return true;
}

static bool take_memory_array(reader *r, const array *a, int index)
{
    if (index >= r->capture->memory_count)
        return fail(r, "it is damaged: its head has no memory %d", index);
    wb_file_memory *m = &r->own->memory[index];
    if (!is_of_type(r, a, "|u1", 1)) return false;
    if (a->size != m->size) return fail(r, "it is damaged: the size of memory %d", index);
    memcpy(m->data, a->data, a->size);
    return true;
}

static bool take_undefined(reader *r, const array *a, int index)
{
    if (index >= r->capture->dispatch.resource_count)
        return fail(r, "it is damaged: its head has no resource %d", index);
    wb_machine_resource *resource = &r->own->resources[index];
    if (!is_of_type(r, a, "|u1", 1)) return false;
    if (a->size != resource->size / 4)
        return fail(r, "it is damaged: the size of undefined %d", index);
    uint8_t *undefined = keep(r, malloc(a->size + 1));
    memcpy(undefined, a->data, a->size);
    resource->undefined = undefined;
    return true;
}

static bool take_words(reader *r, const array *a, int index)
{
    if (index >= r->capture->dispatch.uniform_count)
        return fail(r, "it is damaged: its head has no uniform %d", index);
    wb_machine_uniform *uniform = &r->own->uniforms[index];
    if (!is_of_type(r, a, "<u4", 1)) return false;
    if (a->count == 0 || a->count > 1 << 24 || a->count % uniform->elements != 0)
        return fail(r, "it is damaged: the size of uniform %d", index);
    uint32_t *words = keep(r, malloc(a->size));
    memcpy(words, a->data, a->size);
    uniform->words = words;
    uniform->count = (uint32_t)a->count;
    return true;
}

static bool take(reader *r, const array *a)
{
    static const struct {
        const char *format;
        bool (*take)(reader *r, const array *a, int index);
    } rows[] = {{"memory %4d%n", take_memory_array},
                {"undefined %4d%n", take_undefined},
                {"uniform %4d%n", take_words}};
    if (strcmp(a->name, "text") == 0) return take_text(r, a);
    if (strcmp(a->name, "spirv") == 0) return take_spirv(r, a);
    if (strcmp(a->name, "lines") == 0) return take_lines(r, a);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int index, length = 0;
        if (sscanf(a->name, rows[i].format, &index, &length) == 1 && a->name[length] == '\0' &&
            length > 0 && index >= 0)
            return rows[i].take(r, a, index);
    }
    return fail(r, "it is damaged: what is the array %s?", a->name);
}

/* ---- All of it ---- */

static bool is_complete(reader *r)
{
    const wb_machine_dispatch *d = &r->capture->dispatch;
    if (!r->own->has_text || !r->own->kernel.runs || !r->own->has_lines ||
        r->capture->pass == NULL || r->own->kernel.name == NULL)
        return fail(r, "it is damaged: the kernel, its text, its lines or its pass are not in it");
    for (int i = 0; i < d->uniform_count; i++)
        if (r->own->uniforms[i].words == NULL)
            return fail(r, "it is damaged: there is no array uniform %d in it", i);
    return r->at == r->end || fail(r, "it is damaged: there is more behind its end");
}

static bool read_all(reader *r)
{
    if (!read_head(r)) return false;
    for (int i = 0; i < r->array_count; i++) {
        array a = {.name = r->arrays[i]};
        if (!read_array(r, &a) || !take(r, &a)) return false;
    }
    return is_complete(r);
}

bool wb_capture_file_read(wb_capture_file *c, const void *bytes, size_t size,
                          wb_module_error *error)
{
    int capacity = 0;
    contents *own = wb_grow(NULL, &capacity, 1, sizeof *own);
    *c = (wb_capture_file){.kernel = &own->kernel, .lesson = "", .call = "", .own = own};
    *error = (wb_module_error){0};
    reader *r = wb_or_end(calloc(1, sizeof *r));
    *r = (reader){.capture = c, .own = own, .at = bytes, .error = error};
    r->end = r->at + size;
    bool good = read_all(r);
    free(r->arrays);
    free(r);
    c->memory = own->memory;
    c->dispatch.resources = own->resources;
    c->dispatch.uniforms = own->uniforms;
    if (own->source.file_count > 0) own->kernel.source = &own->source;
    if (!good) wb_capture_file_free(c);
    return good;
}

void wb_capture_file_free(wb_capture_file *c)
{
    contents *own = c->own;
    if (own != NULL) {
        for (int i = 0; i < own->block_count; i++) free(own->blocks[i]);
        wb_module_free(&own->kernel.module);
        wb_texts_free(&own->names);
        free(own->source.files);
        free(own->source.included_at);
        free(own->blocks);
        free(own->memory);
        free(own->resources);
        free(own->uniforms);
        free(own);
    }
    *c = (wb_capture_file){0};
}
