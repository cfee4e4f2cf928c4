#include "gl/hazard_program.h"
#include "gl/hazard_rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    wb_program *at; // by name
    int capacity;
} programs;

// ---- qualifiers, from the source -----------------------------------------------------------

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
        c += strspn(c, " \t\r\n\f\v");
        if (*c == '#' || (c[0] == '/' && c[1] == '/'))
            c = skip_line(c);
        else if (c[0] == '/' && c[1] == '*')
            c = skip_to(c + 2, "*/");
        else
            return c;
    }
}

/* The next word, or one other character; "" at the end. Long words are cut. */
static const char *next_token(const char *c, char token[TOKEN_SIZE])
{
    static const char word[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    c = skip_blanks(c);
    size_t length = strspn(c, word);
    if (length == 0 && *c != '\0') length = 1;
    snprintf(token, TOKEN_SIZE, "%.*s", (int)length, c);
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
    if (!d->is_writeonly) flags |= WB_USE_READS;
    if (!d->is_readonly) flags |= WB_USE_WRITES;
    if (!d->is_writeonly && !d->is_readonly) flags |= WB_USE_GUESSED;
    return flags;
}

int wb_source_qualifiers(const char *source, const char *name, bool is_image)
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
static int qualifiers(GLuint program, const char *name, bool is_image)
{
    GLuint shaders[8];
    GLsizei count = 0;
    int flags = 0;
    glad_glGetAttachedShaders(program, 8, &count, shaders);
    for (int i = 0; i < count; i++) {
        GLint size = 0;
        glad_glGetShaderiv(shaders[i], GL_SHADER_SOURCE_LENGTH, &size);
        char *source = calloc((size_t)size + 1, 1);
        if (source == NULL) continue;
        glad_glGetShaderSource(shaders[i], size + 1, NULL, source);
        flags |= wb_source_qualifiers(source, name, is_image);
        free(source);
    }
    return flags != 0 ? flags : WB_USE_READS | WB_USE_WRITES | WB_USE_GUESSED;
}

// ---- introspection -------------------------------------------------------------------------

/* Adds resource `index` of one of the program's interfaces, with its name. */
static wb_resource *add(wb_program *p, wb_resource_kind kind, GLuint program, GLenum interface,
                        GLuint index)
{
    p->resources = wb_rules_grow(p->resources, &p->capacity, p->count + 1, sizeof *p->resources);
    wb_resource *resource = &p->resources[p->count++];
    *resource = (wb_resource){.kind = kind, .count = 1};
    glad_glGetProgramResourceName(program, interface, index, (GLsizei)sizeof resource->name, NULL,
                                  resource->name);
    char *bracket = strchr(resource->name, '['); // arrays of blocks come one by one as name[i]
    if (bracket != NULL) *bracket = '\0';
    return resource;
}

static GLuint active_resources(GLuint program, GLenum interface)
{
    GLint count = 0;
    glad_glGetProgramInterfaceiv(program, interface, GL_ACTIVE_RESOURCES, &count);
    return (GLuint)count;
}

static void add_blocks(wb_program *p, GLuint program, GLenum interface)
{
    static const GLenum wanted[] = {GL_BUFFER_BINDING, GL_BUFFER_DATA_SIZE};
    bool is_storage = interface == GL_SHADER_STORAGE_BLOCK;
    GLuint count = active_resources(program, interface);
    for (GLuint i = 0; i < count; i++) {
        GLint values[2] = {0};
        glad_glGetProgramResourceiv(program, interface, i, 2, wanted, 2, NULL, values);
        wb_resource *block =
            add(p, is_storage ? WB_RESOURCE_STORAGE_BLOCK : WB_RESOURCE_UNIFORM_BLOCK, program,
                interface, i);
        block->place = values[0];
        block->size_bytes = values[1];
        block->flags = is_storage ? qualifiers(program, block->name, false) : WB_USE_READS;
    }
}

static bool is_image_enum(GLenum type)
{
    return type >= GL_IMAGE_1D && type <= GL_UNSIGNED_INT_IMAGE_2D_MULTISAMPLE_ARRAY; // contiguous
}

/* The binding of a texture unit that a sampler of this type reads; 0 if it is no sampler. */
static GLenum sampler_binding(GLenum type)
{
    static const struct {
        GLenum types[4], binding;
    } rows[] = {
        {{GL_SAMPLER_1D, GL_INT_SAMPLER_1D, GL_UNSIGNED_INT_SAMPLER_1D, GL_SAMPLER_1D_SHADOW},
         GL_TEXTURE_BINDING_1D},
        {{GL_SAMPLER_2D, GL_INT_SAMPLER_2D, GL_UNSIGNED_INT_SAMPLER_2D, GL_SAMPLER_2D_SHADOW},
         GL_TEXTURE_BINDING_2D},
        {{GL_SAMPLER_3D, GL_INT_SAMPLER_3D, GL_UNSIGNED_INT_SAMPLER_3D}, GL_TEXTURE_BINDING_3D},
        {{GL_SAMPLER_CUBE, GL_INT_SAMPLER_CUBE, GL_UNSIGNED_INT_SAMPLER_CUBE,
          GL_SAMPLER_CUBE_SHADOW},
         GL_TEXTURE_BINDING_CUBE_MAP},
        {{GL_SAMPLER_2D_RECT, GL_INT_SAMPLER_2D_RECT, GL_UNSIGNED_INT_SAMPLER_2D_RECT,
          GL_SAMPLER_2D_RECT_SHADOW},
         GL_TEXTURE_BINDING_RECTANGLE},
        {{GL_SAMPLER_1D_ARRAY, GL_INT_SAMPLER_1D_ARRAY, GL_UNSIGNED_INT_SAMPLER_1D_ARRAY,
          GL_SAMPLER_1D_ARRAY_SHADOW},
         GL_TEXTURE_BINDING_1D_ARRAY},
        {{GL_SAMPLER_2D_ARRAY, GL_INT_SAMPLER_2D_ARRAY, GL_UNSIGNED_INT_SAMPLER_2D_ARRAY,
          GL_SAMPLER_2D_ARRAY_SHADOW},
         GL_TEXTURE_BINDING_2D_ARRAY},
        {{GL_SAMPLER_CUBE_MAP_ARRAY, GL_INT_SAMPLER_CUBE_MAP_ARRAY,
          GL_UNSIGNED_INT_SAMPLER_CUBE_MAP_ARRAY, GL_SAMPLER_CUBE_MAP_ARRAY_SHADOW},
         GL_TEXTURE_BINDING_CUBE_MAP_ARRAY},
        {{GL_SAMPLER_2D_MULTISAMPLE, GL_INT_SAMPLER_2D_MULTISAMPLE,
          GL_UNSIGNED_INT_SAMPLER_2D_MULTISAMPLE},
         GL_TEXTURE_BINDING_2D_MULTISAMPLE},
        {{GL_SAMPLER_2D_MULTISAMPLE_ARRAY, GL_INT_SAMPLER_2D_MULTISAMPLE_ARRAY,
          GL_UNSIGNED_INT_SAMPLER_2D_MULTISAMPLE_ARRAY},
         GL_TEXTURE_BINDING_2D_MULTISAMPLE_ARRAY},
        {{GL_SAMPLER_BUFFER, GL_INT_SAMPLER_BUFFER, GL_UNSIGNED_INT_SAMPLER_BUFFER},
         GL_TEXTURE_BINDING_BUFFER},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (int j = 0; j < 4; j++)
            if (rows[i].types[j] == type) return rows[i].binding;
    return 0;
}

static void add_samplers_and_images(wb_program *p, GLuint program)
{
    static const GLenum wanted[] = {GL_TYPE, GL_LOCATION, GL_ARRAY_SIZE};
    GLuint count = active_resources(program, GL_UNIFORM);
    for (GLuint i = 0; i < count; i++) {
        GLint values[3] = {0};
        glad_glGetProgramResourceiv(program, GL_UNIFORM, i, 3, wanted, 3, NULL, values);
        GLenum type = (GLenum)values[0];
        GLenum binding = sampler_binding(type);
        if (!is_image_enum(type) && binding == 0) continue;
        wb_resource *resource =
            add(p, is_image_enum(type) ? WB_RESOURCE_IMAGE : WB_RESOURCE_SAMPLER, program,
                GL_UNIFORM, i);
        resource->texture_binding = binding;
        resource->place = values[1];
        resource->count = values[2];
        resource->flags =
            is_image_enum(type) ? qualifiers(program, resource->name, true) : WB_USE_READS;
    }
}

static void add_attributes(wb_program *p, GLuint program)
{
    static const GLenum wanted[] = {GL_LOCATION};
    GLuint count = active_resources(program, GL_PROGRAM_INPUT);
    for (GLuint i = 0; i < count; i++) {
        GLint location = -1;
        glad_glGetProgramResourceiv(program, GL_PROGRAM_INPUT, i, 1, wanted, 1, NULL, &location);
        if (location < 0) continue; // gl_VertexID and its like
        add(p, WB_RESOURCE_ATTRIBUTE, program, GL_PROGRAM_INPUT, i)->place = location;
    }
}

const wb_program *wb_program_resources(GLuint program)
{
    programs.at =
        wb_rules_grow(programs.at, &programs.capacity, (int)program + 1, sizeof *programs.at);
    wb_program *p = &programs.at[program];
    if (p->known) return p;
    p->known = true;
    GLint is_linked = 0;
    glad_glGetProgramiv(program, GL_LINK_STATUS, &is_linked);
    if (!is_linked) return p;
    add_blocks(p, program, GL_SHADER_STORAGE_BLOCK);
    add_blocks(p, program, GL_UNIFORM_BLOCK);
    add_samplers_and_images(p, program);
    add_attributes(p, program);
    return p;
}

void wb_program_forget(GLuint program)
{
    if (program >= (GLuint)programs.capacity) return;
    free(programs.at[program].resources);
    programs.at[program] = (wb_program){0};
}

void wb_program_forget_all(void)
{
    for (int i = 0; i < programs.capacity; i++) wb_program_forget((GLuint)i);
    free(programs.at);
    programs.at = NULL;
    programs.capacity = 0;
}
