#include "watch/interface.h"

#include "base/memory.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct entry {
    wb_interface shown;
    wb_resource *resources;
    int count, capacity;
    bool is_known;     // its resources have been asked for
    bool is_condemned; // deleted, but perhaps still in use
    char *sources;     // of all shaders, each ended by a NUL
    size_t sources_bytes;
} entry;

static struct {
    wb_map programs; // of entry *: the entries stay where they are
    wb_texts names;
} interfaces = {.programs = {.item_size = sizeof(entry *)}};

/* ---- Qualifiers, from the source ---- */

enum { TOKEN_SIZE = 64 };

static const char *skip_line(const char *c)
{
    while (*c != '\0' && *c != '\n') c += (c[0] == '\\' && c[1] != '\0') ? 2 : 1;
    return c;
}

static const char *skip_to(const char *c, const char *end)
{
    const char *found = strstr(c, end);
    return found != NULL ? found + strlen(end) : c + strlen(c);
}

/* White space, comments and preprocessor lines. Both sides of an #if are read: their qualifiers add
 * up, which errs on the safe side. */
static const char *skip_blanks(const char *c)
{
    for (;;) {
        while (isspace((unsigned char)*c)) c++;
        if (*c == '#' || (c[0] == '/' && c[1] == '/'))
            c = skip_line(c);
        else if (c[0] == '/' && c[1] == '*')
            c = skip_to(c + 2, "*/");
        else
            return c;
    }
}

static bool is_word_char(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The next word, or one other character; "" at the end. Long words are cut. Every program that is
 * linked is read by this several times, so it is without strspn() and snprintf(), which are slow.
 */
static const char *next_token(const char *c, char token[TOKEN_SIZE])
{
    c = skip_blanks(c);
    size_t length = 0;
    while (is_word_char(c[length])) length++;
    if (length == 0 && *c != '\0') length = 1;
    size_t kept = length < TOKEN_SIZE ? length : TOKEN_SIZE - 1;
    memcpy(token, c, kept);
    token[kept] = '\0';
    return c + length;
}

/* From behind an opening bracket to behind the closing one. */
static const char *skip_brackets(const char *c, char open, char close)
{
    char token[TOKEN_SIZE];
    for (int depth = 1; depth > 0;) {
        c = next_token(c, token);
        if (token[0] == '\0') break;
        if (token[0] == open) depth++;
        if (token[0] == close) depth--;
    }
    return c;
}

static bool is_image_type(const char *word)
{
    if (word[0] == 'i' && word[1] == 'i') word++; // iimage2D
    if (word[0] == 'u') word++;                   // uimage2D
    return strncmp(word, "image", strlen("image")) == 0;
}

typedef struct declaration {
    bool is_block, is_uniform, is_image, is_readonly, is_writeonly;
    char last_word[TOKEN_SIZE]; // the name, when a '{', ',' or ';' follows
} declaration;

static void read_word(declaration *d, const char *word)
{
    if (strcmp(word, "buffer") == 0)
        d->is_block = true;
    else if (strcmp(word, "uniform") == 0)
        d->is_uniform = true;
    else if (strcmp(word, "readonly") == 0)
        d->is_readonly = true;
    else if (strcmp(word, "writeonly") == 0)
        d->is_writeonly = true;
    else if (d->is_uniform && !d->is_image && is_image_type(word))
        d->is_image = true;
    else
        snprintf(d->last_word, sizeof d->last_word, "%s", word);
}

static int flags_of(const declaration *d)
{
    int flags = 0;
    if (!d->is_writeonly) flags |= WB_READS;
    if (!d->is_readonly) flags |= WB_WRITES;
    if (!d->is_writeonly && !d->is_readonly) flags |= WB_GUESSED;
    return flags;
}

int wb_interface_qualifiers(const char *source, const char *name, bool is_image)
{
    int flags = 0;
    declaration d = {0};
    char token[TOKEN_SIZE];
    for (const char *c = next_token(source, token); token[0] != '\0'; c = next_token(c, token)) {
        bool is_name = strcmp(d.last_word, name) == 0;
        switch (token[0]) {
        case '(': c = skip_brackets(c, '(', ')'); break;
        case '[': c = skip_brackets(c, '[', ']'); break;
        case '{':
            if (!is_image && d.is_block && is_name) flags |= flags_of(&d);
            c = skip_brackets(c, '{', '}');
            d = (declaration){0};
            break;
        case ',':
        case ';':
            if (is_image && d.is_image && is_name) flags |= flags_of(&d);
            if (token[0] == ';') d = (declaration){0};
            break;
        default: read_word(&d, token);
        }
    }
    return flags;
}

/* What all shaders of the program say together. */
static int qualifiers(const entry *e, const char *name, bool is_image)
{
    int access = 0;
    for (size_t at = 0; at < e->sources_bytes; at += strlen(e->sources + at) + 1)
        access |= wb_interface_qualifiers(e->sources + at, name, is_image);
    return access != 0 ? access : WB_READS | WB_WRITES | WB_GUESSED;
}

/* ---- Blocks that are declared and never used ---- */

// Whether the word stands in the text, in comments and macros too, outside of `begin` to `end`.
static bool has_word(const char *text, const char *word, const char *begin, const char *end)
{
    size_t length = strlen(word);
    for (const char *c = strstr(text, word); c != NULL; c = strstr(c + 1, word)) {
        bool whole = (c == text || !is_word_char(c[-1])) && !is_word_char(c[length]);
        if (whole && (c < begin || c >= end)) return true;
    }
    return false;
}

// Whether the source uses a member of the block, whose declaration goes from `begin`, behind the
// '{', to `end`, or the name of its instance.
static bool uses_member(const char *source, const char *begin, const char *end)
{
    char token[TOKEN_SIZE], last[TOKEN_SIZE] = "";
    for (const char *c = next_token(begin, token); c <= end && token[0] != '\0';
         c = next_token(c, token)) {
        bool ends = token[0] == ';' || token[0] == ',' || token[0] == '[';
        if (ends && last[0] != '\0' && has_word(source, last, begin, end)) return true;
        if (token[0] == '[') c = skip_brackets(c, '[', ']');
        snprintf(last, sizeof last, "%s", is_word_char(token[0]) ? token : "");
    }
    return false;
}

// Whether the source uses nothing of the block; `declares` becomes true if it declares it.
static bool only_declares(const char *source, const char *name, bool *declares)
{
    char token[TOKEN_SIZE], last[TOKEN_SIZE] = "";
    bool only = true;
    for (const char *c = next_token(source, token); token[0] != '\0'; c = next_token(c, token)) {
        if (token[0] == '{' && strcmp(last, name) == 0) {
            const char *end = skip_brackets(c, '{', '}'); // then perhaps a name, up to the ';'
            end += strcspn(end, ";");
            *declares = true;
            only = only && !uses_member(source, c, *end != '\0' ? end + 1 : end);
            c = end;
        }
        memcpy(last, token, sizeof last);
    }
    return only;
}

// False also where that cannot be said.
static bool is_never_used(const entry *e, const char *name)
{
    bool declares = false, only = true;
    for (size_t at = 0; at < e->sources_bytes; at += strlen(e->sources + at) + 1)
        only = only_declares(e->sources + at, name, &declares) && only;
    return declares && only;
}

static void append_source(entry *e, GLuint shader)
{
    GLint size = 0, type = 0;
    glad_glGetShaderiv(shader, GL_SHADER_TYPE, &type);
    e->shown.draws = type != GL_COMPUTE_SHADER;
    glad_glGetShaderiv(shader, GL_SHADER_SOURCE_LENGTH, &size); // with the NUL
    if (size <= 0) return;
    int capacity = (int)e->sources_bytes;
    e->sources = wb_grow(e->sources, &capacity, capacity + size, 1);
    glad_glGetShaderSource(shader, size, NULL, e->sources + e->sources_bytes);
    e->sources_bytes += (size_t)size;
}

static void keep_sources(entry *e, GLuint program)
{
    GLint count = 0;
    glad_glGetProgramiv(program, GL_ATTACHED_SHADERS, &count);
    GLuint *shaders = wb_or_end(calloc((size_t)count + 1, sizeof *shaders));
    glad_glGetAttachedShaders(program, count, &count, shaders);
    for (int i = 0; i < count; i++) {
        size_t start = e->sources_bytes;
        append_source(e, shaders[i]);
        if (e->sources_bytes > start) e->shown.source = e->sources + start;
    }
    free(shaders);
}

/* ---- Types ---- */

static bool is_image_type_enum(GLenum type)
{
    return type >= GL_IMAGE_1D && type <= GL_UNSIGNED_INT_IMAGE_2D_MULTISAMPLE_ARRAY; // contiguous
}

GLenum wb_interface_texture_target(GLenum type)
{
#define ROW(name, shadow, target)                                                                  \
    {                                                                                              \
        {GL_SAMPLER_##name, GL_INT_SAMPLER_##name, GL_UNSIGNED_INT_SAMPLER_##name, shadow}, target \
    }
    static const struct {
        GLenum types[4], target;
    } rows[] = {
        ROW(1D, GL_SAMPLER_1D_SHADOW, GL_TEXTURE_1D),
        ROW(2D, GL_SAMPLER_2D_SHADOW, GL_TEXTURE_2D),
        ROW(3D, GL_NONE, GL_TEXTURE_3D),
        ROW(CUBE, GL_SAMPLER_CUBE_SHADOW, GL_TEXTURE_CUBE_MAP),
        ROW(2D_RECT, GL_SAMPLER_2D_RECT_SHADOW, GL_TEXTURE_RECTANGLE),
        ROW(1D_ARRAY, GL_SAMPLER_1D_ARRAY_SHADOW, GL_TEXTURE_1D_ARRAY),
        ROW(2D_ARRAY, GL_SAMPLER_2D_ARRAY_SHADOW, GL_TEXTURE_2D_ARRAY),
        ROW(CUBE_MAP_ARRAY, GL_SAMPLER_CUBE_MAP_ARRAY_SHADOW, GL_TEXTURE_CUBE_MAP_ARRAY),
        ROW(2D_MULTISAMPLE, GL_NONE, GL_TEXTURE_2D_MULTISAMPLE),
        ROW(2D_MULTISAMPLE_ARRAY, GL_NONE, GL_TEXTURE_2D_MULTISAMPLE_ARRAY),
        ROW(BUFFER, GL_NONE, GL_TEXTURE_BUFFER),
    };
#undef ROW
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (int j = 0; j < 4; j++)
            if (rows[i].types[j] == type) return rows[i].target;
    return GL_NONE;
}

static const struct {
    GLenum type, of_doubles;
    int columns, rows;
} matrices[] = {
    {GL_FLOAT_MAT2, GL_DOUBLE_MAT2, 2, 2},     {GL_FLOAT_MAT3, GL_DOUBLE_MAT3, 3, 3},
    {GL_FLOAT_MAT4, GL_DOUBLE_MAT4, 4, 4},     {GL_FLOAT_MAT2x3, GL_DOUBLE_MAT2x3, 2, 3},
    {GL_FLOAT_MAT2x4, GL_DOUBLE_MAT2x4, 2, 4}, {GL_FLOAT_MAT3x2, GL_DOUBLE_MAT3x2, 3, 2},
    {GL_FLOAT_MAT3x4, GL_DOUBLE_MAT3x4, 3, 4}, {GL_FLOAT_MAT4x2, GL_DOUBLE_MAT4x2, 4, 2},
    {GL_FLOAT_MAT4x3, GL_DOUBLE_MAT4x3, 4, 3},
};
enum { MATRICES = sizeof matrices / sizeof matrices[0] };

// A matrix takes a location for each column.
static int columns_of(GLenum type)
{
    for (int i = 0; i < MATRICES; i++)
        if (matrices[i].type == type || matrices[i].of_doubles == type) return matrices[i].columns;
    return 1;
}

int wb_interface_numbers(GLenum type, GLenum *number)
{
    static const struct {
        GLenum number, types[4]; // of 1 to 4 numbers
    } vectors[] = {
        {GL_FLOAT, {GL_FLOAT, GL_FLOAT_VEC2, GL_FLOAT_VEC3, GL_FLOAT_VEC4}},
        {GL_INT, {GL_INT, GL_INT_VEC2, GL_INT_VEC3, GL_INT_VEC4}},
        {GL_UNSIGNED_INT,
         {GL_UNSIGNED_INT, GL_UNSIGNED_INT_VEC2, GL_UNSIGNED_INT_VEC3, GL_UNSIGNED_INT_VEC4}},
        {GL_UNSIGNED_INT, {GL_BOOL, GL_BOOL_VEC2, GL_BOOL_VEC3, GL_BOOL_VEC4}},
        {GL_DOUBLE, {GL_DOUBLE, GL_DOUBLE_VEC2, GL_DOUBLE_VEC3, GL_DOUBLE_VEC4}},
    };
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++)
        for (int k = 0; k < 4; k++) {
            *number = vectors[i].number;
            if (vectors[i].types[k] == type) return k + 1;
        }
    for (int i = 0; i < MATRICES; i++) {
        *number = matrices[i].type == type ? GL_FLOAT : GL_DOUBLE;
        if (matrices[i].type == type || matrices[i].of_doubles == type)
            return matrices[i].columns * matrices[i].rows;
    }
    *number = GL_INT; // the unit of a sampler or an image
    return 1;
}

/* ---- Introspection ---- */

static GLuint active_resources(GLuint program, GLenum interface)
{
    GLint count = 0;
    glad_glGetProgramInterfaceiv(program, interface, GL_ACTIVE_RESOURCES, &count);
    return (GLuint)count;
}

// The name of resource `index` of one of the program's interfaces, without the bracket at its end,
// whose number comes into `element`: arrays of blocks come one by one as name[i], those of others
// as name[0]. Brackets further in stay, for "levels[2].offset" is not "levels[1].offset".
static const char *name_of(GLuint program, GLenum interface, GLuint index, int *element)
{
    static const GLenum wanted = GL_NAME_LENGTH;
    GLint size = 0;
    glad_glGetProgramResourceiv(program, interface, index, 1, &wanted, 1, NULL, &size);
    char *name = wb_or_end(calloc((size_t)size + 1, 1));
    glad_glGetProgramResourceName(program, interface, index, size + 1, NULL, name);
    size_t length = strlen(name);
    char *bracket = length > 0 && name[length - 1] == ']' ? strrchr(name, '[') : NULL;
    *element = bracket != NULL ? atoi(bracket + 1) : 0;
    if (bracket != NULL) *bracket = '\0';
    const char *kept = wb_texts_keep(&interfaces.names, name);
    free(name);
    return kept;
}

static wb_resource *add(entry *e, wb_resource_kind kind)
{
    e->resources = wb_grow(e->resources, &e->capacity, e->count + 1, sizeof *e->resources);
    wb_resource *resource = &e->resources[e->count++];
    *resource = (wb_resource){
        .kind = kind, .name = "", .binding = -1, .location = -1, .count = 1, .access = WB_READS};
    return resource;
}

// Whether the block ends with an array without a size, so that it is as long as its buffer.
static bool ends_open(GLuint program, GLuint block)
{
    static const GLenum count_of = GL_NUM_ACTIVE_VARIABLES, list_of = GL_ACTIVE_VARIABLES;
    static const GLenum wanted[] = {GL_ARRAY_SIZE, GL_TOP_LEVEL_ARRAY_SIZE};
    GLint count = 0;
    glad_glGetProgramResourceiv(program, GL_SHADER_STORAGE_BLOCK, block, 1, &count_of, 1, NULL,
                                &count);
    GLint *variables = wb_or_end(calloc((size_t)count + 1, sizeof *variables));
    glad_glGetProgramResourceiv(program, GL_SHADER_STORAGE_BLOCK, block, 1, &list_of, count, NULL,
                                variables);
    bool open = count == 0;
    for (int i = 0; i < count; i++) {
        GLint sizes[2] = {1, 1};
        glad_glGetProgramResourceiv(program, GL_BUFFER_VARIABLE, (GLuint)variables[i], 2, wanted, 2,
                                    NULL, sizes);
        open = open || sizes[0] == 0 || sizes[1] == 0;
    }
    free(variables);
    return open;
}

static void add_blocks(entry *e, GLuint program, GLenum interface, wb_resource_kind kind)
{
    static const GLenum wanted[] = {GL_BUFFER_BINDING, GL_BUFFER_DATA_SIZE};
    GLuint count = active_resources(program, interface);
    for (GLuint i = 0; i < count; i++) {
        GLint values[2] = {0};
        glad_glGetProgramResourceiv(program, interface, i, 2, wanted, 2, NULL, values);
        wb_resource *block = add(e, kind);
        block->binding = values[0];
        block->size_bytes = values[1];
        if (kind != WB_ATOMIC_COUNTERS)
            block->name = name_of(program, interface, i, &block->element);
        block->is_sized = kind != WB_STORAGE_BLOCK || !ends_open(program, i);
        if (kind == WB_ATOMIC_COUNTERS) block->access = WB_READS | WB_WRITES;
        if (kind == WB_STORAGE_BLOCK) block->access = qualifiers(e, block->name, false);
        // Some drivers call a block active that is only declared.
        if (kind != WB_ATOMIC_COUNTERS && is_never_used(e, block->name)) e->count--;
    }
}

// Those of the default block; members of blocks and atomic counters have no location.
static void add_uniforms(entry *e, GLuint program)
{
    static const GLenum wanted[] = {GL_TYPE, GL_LOCATION, GL_ARRAY_SIZE};
    GLuint count = active_resources(program, GL_UNIFORM);
    for (GLuint i = 0; i < count; i++) {
        GLint values[3] = {0};
        int element;
        glad_glGetProgramResourceiv(program, GL_UNIFORM, i, 3, wanted, 3, NULL, values);
        if (values[1] < 0) continue;
        GLenum type = (GLenum)values[0];
        bool is_image = is_image_type_enum(type);
        bool is_sampler = wb_interface_texture_target(type) != GL_NONE;
        wb_resource *uniform = add(e, is_image ? WB_IMAGE : is_sampler ? WB_SAMPLER : WB_UNIFORM);
        uniform->name = name_of(program, GL_UNIFORM, i, &element);
        uniform->type = type;
        uniform->location = values[1];
        uniform->count = values[2];
        if (is_image) uniform->access = qualifiers(e, uniform->name, true);
    }
}

static void add_attributes(entry *e, GLuint program)
{
    static const GLenum wanted[] = {GL_LOCATION, GL_TYPE, GL_ARRAY_SIZE,
                                    GL_REFERENCED_BY_VERTEX_SHADER};
    GLuint count = active_resources(program, GL_PROGRAM_INPUT);
    for (GLuint i = 0; i < count; i++) {
        GLint values[4] = {-1, 0, 1, 0};
        int element;
        glad_glGetProgramResourceiv(program, GL_PROGRAM_INPUT, i, 4, wanted, 4, NULL, values);
        if (values[3] == 0) continue; // comes from another stage
        if (values[0] < 0) continue;  // gl_VertexID and its like
        wb_resource *attribute = add(e, WB_ATTRIBUTE);
        attribute->name = name_of(program, GL_PROGRAM_INPUT, i, &element);
        attribute->location = values[0];
        attribute->type = (GLenum)values[1];
        attribute->count = values[2] * columns_of(attribute->type);
    }
}

static void ask(entry *e, GLuint program)
{
    GLint is_linked = 0;
    e->is_known = true;
    glad_glGetProgramiv(program, GL_LINK_STATUS, &is_linked);
    if (!is_linked) return;
    add_blocks(e, program, GL_SHADER_STORAGE_BLOCK, WB_STORAGE_BLOCK);
    add_blocks(e, program, GL_UNIFORM_BLOCK, WB_UNIFORM_BLOCK);
    add_blocks(e, program, GL_ATOMIC_COUNTER_BUFFER, WB_ATOMIC_COUNTERS);
    add_uniforms(e, program);
    add_attributes(e, program);
}

/* ---- What is known ---- */

static void empty(entry *e)
{
    free(e->resources);
    free(e->sources);
    *e = (entry){0};
}

static entry *find(GLuint program)
{
    entry **found = wb_map_find(&interfaces.programs, program);
    return found != NULL ? *found : NULL;
}

static entry *find_or_add(GLuint program)
{
    entry **found = wb_map_add(&interfaces.programs, program);
    if (*found == NULL) *found = wb_or_end(calloc(1, sizeof **found));
    return *found;
}

const wb_interface *wb_interface_of(GLuint program)
{
    entry *e = find_or_add(program);
    if (!e->is_known) ask(e, program);
    e->shown.resources = e->resources;
    e->shown.count = e->count;
    return &e->shown;
}

static void forget(GLuint program)
{
    entry *e = find(program);
    if (e == NULL) return;
    empty(e);
    free(e);
    wb_map_remove(&interfaces.programs, program);
}

// A program that is deleted while it is in use stays until another one is used.
static void forget_condemned(void)
{
    entry **e;
    uint64_t program;
    for (uint32_t place = 0; (e = wb_map_next(&interfaces.programs, &place, &program)) != NULL;) {
        if (!(*e)->is_condemned || glad_glIsProgram((GLuint)program)) continue;
        forget((GLuint)program);
        place = 0; // the others may have moved
    }
}

void wb_interface_linked(GLuint program)
{
    forget_condemned();
    entry *e = find_or_add(program);
    empty(e);
    keep_sources(e, program);
}

void wb_interface_changed(GLuint program)
{
    entry *e = find(program);
    if (e == NULL) return;
    e->is_known = false;
    e->count = 0;
}

void wb_interface_deleted(GLuint program)
{
    entry *e = find(program);
    if (e != NULL) e->is_condemned = true;
    forget_condemned();
}

void wb_interface_forget_all(void)
{
    entry **e;
    for (uint32_t place = 0; (e = wb_map_next(&interfaces.programs, &place, NULL)) != NULL;) {
        empty(*e);
        free(*e);
    }
    wb_map_free(&interfaces.programs);
    wb_texts_free(&interfaces.names);
}
