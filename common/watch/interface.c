#include "watch/interface.h"

#include "base/memory.h"
#include "machine/front.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Of expanding a text.
typedef enum wb_need { NOT_KNOWN, NOT_NEEDED, NEEDED, NOT_POSSIBLE, DONE } wb_need;

typedef struct wb_source_text {
    GLenum stage;
    char *text;     // that was compiled
    char *expanded; // without its #if and macros; NULL: not needed, or not possible
    wb_need need;
} wb_source_text;

typedef struct entry {
    wb_interface shown;
    wb_resource *resources;
    int count, capacity;
    bool is_known;         // its resources have been asked for
    bool is_condemned;     // deleted, but perhaps still in use
    wb_source_text *texts; // of its shaders
    int text_count, text_capacity;
} entry;

static struct {
    wb_map programs; // of entry *: the entries stay where they are
    wb_map compiled; // of char *: of each shader the source, as it was compiled last
    wb_texts names;
} interfaces = {.programs = {.item_size = sizeof(entry *)},
                .compiled = {.item_size = sizeof(char *)}};

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
    const wb_texel_format *format;
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

// What stands in round brackets: of a layout perhaps a format.
static const char *read_brackets(const char *c, declaration *d)
{
    char token[TOKEN_SIZE];
    for (c = next_token(c, token); token[0] != '\0' && token[0] != ')'; c = next_token(c, token)) {
        const wb_texel_format *format = wb_texel_format_named(token);
        if (format != NULL) d->format = format;
        if (token[0] == '(') c = skip_brackets(c, '(', ')');
    }
    return c;
}

static int flags_of(const declaration *d)
{
    int flags = 0;
    if (!d->is_writeonly) flags |= WB_READS;
    if (!d->is_readonly) flags |= WB_WRITES;
    if (!d->is_writeonly && !d->is_readonly) flags |= WB_GUESSED;
    return flags;
}

// What the members of a block say, up to its '}': the one of that name, or all together.
static int flags_of_members(const char *c, const declaration *block, const char *member)
{
    int flags = 0;
    declaration d = *block;
    char token[TOKEN_SIZE];
    for (c = next_token(c, token); token[0] != '\0' && token[0] != '}'; c = next_token(c, token)) {
        bool ends = token[0] == ',' || token[0] == ';';
        if (ends && (member == NULL || strcmp(d.last_word, member) == 0)) flags |= flags_of(&d);
        if (token[0] == '[')
            c = skip_brackets(c, '[', ']');
        else if (token[0] == '(')
            c = skip_brackets(c, '(', ')');
        else if (token[0] == ';')
            d = *block;
        else if (!ends)
            read_word(&d, token);
    }
    return flags;
}

int wb_interface_qualifiers(const char *source, const char *name, const char *member, bool is_image,
                            const wb_texel_format **format)
{
    int flags = 0;
    declaration d = {0};
    const wb_texel_format *found = NULL;
    char token[TOKEN_SIZE];
    for (const char *c = next_token(source, token); token[0] != '\0'; c = next_token(c, token)) {
        bool is_name = strcmp(d.last_word, name) == 0;
        switch (token[0]) {
        case '(': c = read_brackets(c, &d); break;
        case '[': c = skip_brackets(c, '[', ']'); break;
        case '{':
            if (!is_image && d.is_block && is_name) {
                int said = flags_of_members(c, &d, member);
                flags |= said != 0 ? said : flags_of(&d);
            }
            c = skip_brackets(c, '{', '}');
            d = (declaration){0};
            break;
        case ',':
        case ';':
            if (is_image && d.is_image && is_name) {
                found = flags == 0 || found == d.format ? d.format : NULL;
                flags |= flags_of(&d);
            }
            if (token[0] == ';') d = (declaration){0};
            break;
        default: read_word(&d, token);
        }
    }
    if (format != NULL) *format = found;
    return flags;
}

/* ---- #if and macros ---- */

/* Whether a line of the preprocessor's may decide about qualifiers; *is_known becomes false if it
 * asks about what only the driver knows. */
static bool decides(const char *line, bool *is_known)
{
    static const char *const words[] = {"readonly", "writeonly", "buffer", "uniform", "image"};
    char text[512];
    snprintf(text, sizeof text, "%.*s", (int)(skip_line(line) - line), line);
    const char *word = text + 1 + strspn(text + 1, " \t");
    bool is_if = strncmp(word, "if", 2) == 0 || strncmp(word, "elif", 4) == 0;
    bool defines = strncmp(word, "define", 6) == 0;
    if (is_if && (strstr(word, "GL_") != NULL || strstr(word, "__") != NULL)) *is_known = false;
    for (size_t i = 0; defines && i < sizeof words / sizeof *words; i++)
        if (strstr(word, words[i]) != NULL) return true;
    return is_if;
}

static wb_need need_of(const char *source)
{
    bool needs = false, is_known = true;
    for (const char *c = source; *c != '\0'; c += *c == '\n') {
        c += strspn(c, " \t");
        if (*c == '#') needs = decides(c, &is_known) || needs;
        c = skip_line(c);
    }
    return !is_known ? NOT_POSSIBLE : needs ? NEEDED : NOT_NEEDED;
}

static void expand(wb_source_text *t)
{
    t->need = DONE;
    const char *stage = t->stage == GL_COMPUTE_SHADER           ? "comp"
                        : t->stage == GL_VERTEX_SHADER          ? "vert"
                        : t->stage == GL_FRAGMENT_SHADER        ? "frag"
                        : t->stage == GL_GEOMETRY_SHADER        ? "geom"
                        : t->stage == GL_TESS_EVALUATION_SHADER ? "tese"
                                                                : "tesc";
    wb_front_output output;
    if (wb_front_expand(t->text, stage, &output) == WB_FRONT_GOOD)
        t->expanded = wb_or_end(strdup((const char *)output.words));
    wb_front_free(&output);
}

static const char *text_to_read(wb_source_text *t)
{
    if (t->need == NOT_KNOWN) t->need = need_of(t->text);
    if (t->need == NEEDED) expand(t);
    return t->expanded != NULL ? t->expanded : t->text;
}

static int said_in_all(entry *e, const char *name, const char *member,
                       const wb_texel_format **format)
{
    int access = 0;
    for (int i = 0; i < e->text_count; i++) {
        const wb_texel_format *said = NULL;
        int here = wb_interface_qualifiers(text_to_read(&e->texts[i]), name, member, format != NULL,
                                           &said);
        if (format != NULL && here != 0) *format = said; // shaders that share it agree in it
        access |= here;
    }
    return access;
}

/* What all shaders of the program say together, and of an image the format. A name that stands in
 * none is a macro's work. */
static int qualifiers(entry *e, const char *name, const char *member,
                      const wb_texel_format **format)
{
    int access = said_in_all(e, name, member, format);
    for (int i = 0; i < e->text_count && access == 0; i++)
        if (e->texts[i].need == NOT_NEEDED) e->texts[i].need = NEEDED;
    if (access == 0) access = said_in_all(e, name, member, format);
    return access != 0 ? access : WB_READS | WB_WRITES | WB_GUESSED;
}

/* ---- Blocks that are declared and never used ---- */

// Whether the word stands in the text, in macros too, outside of comments and of `begin` to `end`.
static bool has_word(const char *text, const char *word, const char *begin, const char *end)
{
    size_t size = strlen(word);
    for (const char *c = text; *c != '\0';) {
        size_t length = 0;
        while (is_word_char(c[length])) length++;
        if (length == size && strncmp(c, word, size) == 0 && (c < begin || c >= end)) return true;
        if (length > 0)
            c += length;
        else if (c[0] == '/' && c[1] == '/')
            c = skip_line(c);
        else if (c[0] == '/' && c[1] == '*')
            c = skip_to(c + 2, "*/");
        else
            c++;
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
static bool is_never_used(entry *e, const char *name)
{
    bool declares = false, only = true;
    for (int i = 0; i < e->text_count; i++)
        only = only_declares(text_to_read(&e->texts[i]), name, &declares) && only;
    return declares && only;
}

/* ---- Sources ---- */

// For the caller to free; NULL if it has none.
static char *source_of(GLuint shader)
{
    GLint size = 0;
    glad_glGetShaderiv(shader, GL_SHADER_SOURCE_LENGTH, &size); // with the NUL
    if (size <= 0) return NULL;
    char *text = wb_or_end(calloc((size_t)size, 1));
    glad_glGetShaderSource(shader, size, NULL, text);
    return text;
}

void wb_interface_shader_made(GLuint shader)
{
    char **kept = wb_map_find(&interfaces.compiled, shader);
    if (kept == NULL) return;
    free(*kept); // of another one, which had that name
    wb_map_remove(&interfaces.compiled, shader);
}

void wb_interface_compiled(GLuint shader)
{
    wb_interface_shader_made(shader);
    char *text = source_of(shader);
    if (text != NULL) *(char **)wb_map_add(&interfaces.compiled, shader) = text;
}

static void keep_text(entry *e, GLenum stage, char *text)
{
    e->shown.draws = stage != GL_COMPUTE_SHADER;
    if (text == NULL) return;
    e->texts = wb_grow(e->texts, &e->text_capacity, e->text_count + 1, sizeof *e->texts);
    e->texts[e->text_count++] = (wb_source_text){.stage = stage, .text = text};
    e->shown.source = text;
}

static void keep_sources(entry *e, GLuint program)
{
    GLint count = 0, stage = 0;
    glad_glGetProgramiv(program, GL_ATTACHED_SHADERS, &count);
    GLuint *shaders = wb_or_end(calloc((size_t)count + 1, sizeof *shaders));
    glad_glGetAttachedShaders(program, count, &count, shaders);
    for (int i = 0; i < count; i++) {
        char **compiled = wb_map_find(&interfaces.compiled, shaders[i]);
        glad_glGetShaderiv(shaders[i], GL_SHADER_TYPE, &stage);
        keep_text(e, (GLenum)stage,
                  compiled != NULL ? wb_or_end(strdup(*compiled)) : source_of(shaders[i]));
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

// What a block or a buffer of counters consists of: indices of buffer variables or uniforms, for
// the caller to free.
static GLint *variables_of(GLuint program, GLenum interface, GLuint block, GLint *count)
{
    static const GLenum count_of = GL_NUM_ACTIVE_VARIABLES, list_of = GL_ACTIVE_VARIABLES;
    *count = 0;
    glad_glGetProgramResourceiv(program, interface, block, 1, &count_of, 1, NULL, count);
    GLint *variables = wb_or_end(calloc((size_t)*count + 1, sizeof *variables));
    glad_glGetProgramResourceiv(program, interface, block, 1, &list_of, *count, NULL, variables);
    return variables;
}

// By their starts; of neighbours that are alike, one.
static void add_part(wb_resource *block, wb_block_part part)
{
    int i = block->part_count++;
    for (; i > 0 && block->parts[i - 1].begin > part.begin; i--)
        block->parts[i] = block->parts[i - 1];
    block->parts[i] = part;
}

// The member of a block that a buffer variable is in: of "Cells.list[0].x", `list`.
static const char *member_of(GLuint program, GLuint variable, const char *block)
{
    int element;
    const char *name = name_of(program, GL_BUFFER_VARIABLE, variable, &element);
    size_t length = strlen(block);
    if (strncmp(name, block, length) == 0 && name[length] == '.') name += length + 1;
    char member[TOKEN_SIZE];
    snprintf(member, sizeof member, "%.*s", (int)strcspn(name, ".["), name);
    return wb_texts_keep(&interfaces.names, member);
}

// Each part of a storage block goes to the next one whose members are qualified otherwise.
static void join_parts(wb_resource *block)
{
    int kept = 0;
    for (int i = 0; i < block->part_count; i++) {
        if (kept > 0 && block->parts[kept - 1].access == block->parts[i].access) continue;
        if (kept > 0) block->parts[kept - 1].end = block->parts[i].begin;
        block->parts[kept++] = block->parts[i];
    }
    block->part_count = kept;
    block->parts[0].begin = 0;
    block->parts[kept - 1].end = block->is_sized ? block->size_bytes : INT64_MAX;
}

static void add_storage_parts(entry *e, GLuint program, GLuint index, wb_resource *block)
{
    static const GLenum wanted[] = {GL_OFFSET, GL_ARRAY_SIZE, GL_TOP_LEVEL_ARRAY_SIZE};
    GLint count;
    GLint *variables = variables_of(program, GL_SHADER_STORAGE_BLOCK, index, &count);
    block->parts = wb_or_end(calloc((size_t)count + 1, sizeof *block->parts));
    block->access = 0;
    block->is_sized = count > 0;
    for (GLint i = 0; i < count; i++) {
        GLint values[3] = {0, 1, 1};
        GLuint variable = (GLuint)variables[i];
        glad_glGetProgramResourceiv(program, GL_BUFFER_VARIABLE, variable, 3, wanted, 3, NULL,
                                    values);
        // One that ends with an array without a size is as long as its buffer
        block->is_sized = block->is_sized && values[1] != 0 && values[2] != 0;
        const char *member = member_of(program, variable, block->name);
        int access = qualifiers(e, block->name, member, NULL);
        add_part(block, (wb_block_part){values[0], 0, access});
        block->access |= access;
    }
    if (count == 0) {
        block->access = qualifiers(e, block->name, NULL, NULL);
        add_part(block, (wb_block_part){0, 0, block->access});
    }
    join_parts(block);
    free(variables);
}

static void add_counter_parts(GLuint program, GLuint index, wb_resource *counters)
{
    static const GLenum wanted[] = {GL_OFFSET, GL_ARRAY_SIZE};
    GLint count;
    GLint *variables = variables_of(program, GL_ATOMIC_COUNTER_BUFFER, index, &count);
    counters->parts = wb_or_end(calloc((size_t)count + 1, sizeof *counters->parts));
    for (GLint i = 0; i < count; i++) {
        GLint values[2] = {0, 1};
        glad_glGetProgramResourceiv(program, GL_UNIFORM, (GLuint)variables[i], 2, wanted, 2, NULL,
                                    values);
        add_part(counters,
                 (wb_block_part){values[0], values[0] + 4 * values[1], WB_READS | WB_WRITES});
    }
    free(variables);
}

static void add_block_parts(entry *e, GLuint program, GLuint index, wb_resource *block)
{
    block->is_sized = true;
    if (block->kind == WB_STORAGE_BLOCK) {
        add_storage_parts(e, program, index, block);
    } else if (block->kind == WB_ATOMIC_COUNTERS) {
        block->access = WB_READS | WB_WRITES;
        add_counter_parts(program, index, block);
    } else {
        block->parts = wb_or_end(calloc(1, sizeof *block->parts));
        add_part(block, (wb_block_part){0, block->size_bytes, WB_READS});
    }
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
        // Some drivers call a block active that is only declared.
        if (kind != WB_ATOMIC_COUNTERS && is_never_used(e, block->name))
            e->count--;
        else
            add_block_parts(e, program, i, block);
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
        if (is_image) uniform->access = qualifiers(e, uniform->name, NULL, &uniform->format);
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

static void forget_resources(entry *e)
{
    for (int i = 0; i < e->count; i++) free(e->resources[i].parts);
    e->count = 0;
    e->is_known = false;
}

static void empty(entry *e)
{
    forget_resources(e);
    free(e->resources);
    for (int i = 0; i < e->text_count; i++) {
        free(e->texts[i].text);
        free(e->texts[i].expanded);
    }
    free(e->texts);
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

static entry *find_emptied(GLuint program)
{
    forget_condemned();
    entry *e = find_or_add(program);
    empty(e);
    return e;
}

static bool is_in_use(GLuint program)
{
    GLint used = 0;
    glad_glGetIntegerv(GL_CURRENT_PROGRAM, &used);
    return program != 0 && (GLuint)used == program;
}

void wb_interface_linking(GLuint program)
{
    if (is_in_use(program)) (void)wb_interface_of(program);
}

// OpenGL 4.3 core, 7.3: what is in use stays so if it cannot be linked anew.
void wb_interface_linked(GLuint program)
{
    GLint is_linked = 0;
    glad_glGetProgramiv(program, GL_LINK_STATUS, &is_linked);
    if (is_linked || !is_in_use(program)) keep_sources(find_emptied(program), program);
}

void wb_interface_linked_from(GLuint program, GLenum stage, GLsizei count,
                              const GLchar *const *strings)
{
    size_t size = 1;
    entry *e = find_emptied(program);
    for (GLsizei i = 0; i < count; i++) size += strlen(strings[i]);
    char *text = count > 0 ? wb_or_end(calloc(size, 1)) : NULL;
    for (GLsizei i = 0; i < count; i++) strcat(text, strings[i]);
    if (text != NULL) keep_text(e, stage, text);
}

void wb_interface_changed(GLuint program)
{
    entry *e = find(program);
    if (e != NULL) forget_resources(e);
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
    char **text;
    for (uint32_t place = 0; (text = wb_map_next(&interfaces.compiled, &place, NULL)) != NULL;)
        free(*text);
    wb_map_free(&interfaces.programs);
    wb_map_free(&interfaces.compiled);
    wb_texts_free(&interfaces.names);
}
