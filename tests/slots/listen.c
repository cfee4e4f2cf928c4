/* Linked with a lesson in place of three functions of gl/draw.h: listens to the lesson's calls, and
 * says on stderr, in a line that begins with "slots:", where C and a linked program name things
 * differently, and in one that begins with "words:", which words of the picture cannot be read:
 *
 * - C sets a uniform at a location that the program does not have: that is an error of OpenGL;
 * - a dispatch or a draw uses a uniform that C has not set since the program was linked;
 * - a dispatch or a draw uses a block for which C has bound nothing;
 *
 * - they leave the picture;
 * - others stand over them.
 *
 * Each fault is told once. */
#include "base/memory.h"
#include "gl/draw.h"
#include "watch/calls.h"
#include "watch/dispatch.h"

#include <stdio.h>
#include <string.h>

bool __real_wb_draw_init(void); // the linker's names, by --wrap
bool __wrap_wb_draw_init(void);
void __real_wb_draw_begin(int width, int height);
void __wrap_wb_draw_begin(int width, int height);
float __real_wb_draw_text(float x, float y, float size, wb_colour colour, const char *format, ...)
    WB_PRINTF_LIKE(5, 6);
float __wrap_wb_draw_text(float x, float y, float size, wb_colour colour, const char *format, ...)
    WB_PRINTF_LIKE(5, 6);

/* Locations of a program to which a call has given values. */
typedef struct slot {
    GLuint program;
    GLint location, count;
} slot;

static slot *set;
static int set_count, set_capacity;
static wb_dispatch dispatch;
static char *told[1000];
static int told_count;

static void tell_once(const char *line)
{
    for (int i = 0; i < told_count; i++)
        if (strcmp(told[i], line) == 0) return;
    fprintf(stderr, "%s\n", line);
    if (told_count < 1000) told[told_count++] = strdup(line);
}

static void tell(const char *program, const char *what, const char *name, int number)
{
    char line[400];
    snprintf(line, sizeof line, "slots: %s: %s: %s %d", program, what, name, number);
    tell_once(line);
}

static void label_of(GLuint program, char *label, GLsizei size)
{
    glad_glGetObjectLabel(GL_PROGRAM, program, size, NULL, label);
}

/* ---- What is set ---- */

static void take(GLuint program, GLint location, GLint count)
{
    if (location < 0 || program == 0) return;
    set = wb_grow(set, &set_capacity, set_count + 1, sizeof *set);
    set[set_count++] = (slot){program, location, count};
}

static void on_uniform(wb_call *call)
{
    GLint program = 0;
    glad_glGetIntegerv(GL_CURRENT_PROGRAM, &program);
    GLint location = va_arg(call->arguments, GLint);
    take((GLuint)program, location, call->detail != 0 ? va_arg(call->arguments, GLsizei) : 1);
}

static void on_program_uniform(wb_call *call)
{
    GLuint program = va_arg(call->arguments, GLuint);
    take(program, va_arg(call->arguments, GLint), 1);
}

static void on_end_of_program(wb_call *call)
{
    GLuint program = va_arg(call->arguments, GLuint);
    int kept = 0;
    for (int i = 0; i < set_count; i++)
        if (set[i].program != program) set[kept++] = set[i];
    set_count = kept;
}

static void on_error(wb_call *call, GLenum error)
{
    GLint program = 0;
    char label[200] = "";
    glad_glGetIntegerv(GL_CURRENT_PROGRAM, &program);
    if (program != 0) label_of((GLuint)program, label, sizeof label);
    if (strstr(call->name, "Uniform") != NULL)
        tell(label, "an error is raised by", call->name, (int)error);
}

/* ---- What is used ---- */

static bool is_set(GLuint program, const wb_resource *uniform)
{
    for (int i = 0; i < set_count; i++)
        if (set[i].program == program && set[i].location < uniform->location + uniform->count &&
            uniform->location < set[i].location + set[i].count)
            return true;
    return false;
}

static void on_work(wb_call *call)
{
    wb_dispatch_describe(&dispatch, call, 0);
    const wb_interface *interface = wb_interface_of(dispatch.program);
    char label[200] = "";
    label_of(dispatch.program, label, sizeof label);
    for (int i = 0; i < interface->count; i++) {
        const wb_resource *r = &interface->resources[i];
        if (r->kind == WB_UNIFORM && !is_set(dispatch.program, r))
            tell(label, "C sets no uniform", r->name, r->location);
    }
    for (int i = 0; i < dispatch.buffer_count; i++) {
        const wb_dispatch_buffer *b = &dispatch.buffers[i];
        if (b->buffer == 0) tell(label, "C binds no block", b->resource.name, b->resource.binding);
    }
}

/* ---- Words ---- */

enum { MOST_WORDS = 1000 };

// Of the picture that is being drawn.
static struct {
    int width, height, count;
    struct words {
        float left, top, right, bottom;
        char text[512];
    } words[MOST_WORDS];
} drawn;

void __wrap_wb_draw_begin(int width, int height)
{
    drawn.width = width;
    drawn.height = height;
    drawn.count = 0;
    __real_wb_draw_begin(width, height);
}

static void look_at(const struct words *w)
{
    char line[1200];
    if (w->left < 0.0f || w->top < 0.0f || w->right > (float)drawn.width ||
        w->bottom > (float)drawn.height) {
        snprintf(line, sizeof line, "words: '%s' leave the picture of %d x %d", w->text,
                 drawn.width, drawn.height);
        tell_once(line);
    }
    for (int i = 0; i < drawn.count; i++) {
        const struct words *other = &drawn.words[i];
        bool apart = w->left >= other->right || other->left >= w->right ||
                     w->top >= other->bottom || other->top >= w->bottom;
        bool is_same =
            w->left == other->left && w->top == other->top && strcmp(w->text, other->text) == 0;
        if (apart || is_same) continue; // what is written twice can be read
        snprintf(line, sizeof line, "words: '%s' stand over '%s'", w->text, other->text);
        tell_once(line);
    }
}

float __wrap_wb_draw_text(float x, float y, float size, wb_colour colour, const char *format, ...)
{
    struct words w = {.left = x};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(w.text, sizeof w.text, format, arguments);
    va_end(arguments);
    float width = __real_wb_draw_text(x, y, size, colour, "%s", w.text);
    w.right = x + width;
    w.top = y + 0.2f * size; // where letters are
    w.bottom = y + 0.85f * size;
    if (width == 0.0f) return width;
    look_at(&w);
    if (drawn.count < MOST_WORDS) drawn.words[drawn.count++] = w;
    return width;
}

/* ---- The start ---- */

bool __wrap_wb_draw_init(void)
{
    enum { VALUE = 0, ARRAY = 1 };
#define VECTORS(type, suffix, detail)                                                              \
    {"glUniform1" type suffix, on_uniform, NULL, detail},                                          \
        {"glUniform2" type suffix, on_uniform, NULL, detail},                                      \
        {"glUniform3" type suffix, on_uniform, NULL, detail},                                      \
    {                                                                                              \
        "glUniform4" type suffix, on_uniform, NULL, detail                                         \
    }
    static const wb_calls_row rows[] = {
        VECTORS("f", "", VALUE),
        VECTORS("i", "", VALUE),
        VECTORS("ui", "", VALUE),
        VECTORS("f", "v", ARRAY),
        VECTORS("i", "v", ARRAY),
        VECTORS("ui", "v", ARRAY),
        {"glUniformMatrix2fv", on_uniform, NULL, ARRAY},
        {"glUniformMatrix3fv", on_uniform, NULL, ARRAY},
        {"glUniformMatrix4fv", on_uniform, NULL, ARRAY},
        {"glProgramUniform1f", on_program_uniform, NULL, 0},
        {"glProgramUniform1i", on_program_uniform, NULL, 0},
        {"glProgramUniform1ui", on_program_uniform, NULL, 0},
        {"glProgramUniform2f", on_program_uniform, NULL, 0},
        {"glProgramUniform2i", on_program_uniform, NULL, 0},
        {"glProgramUniform2ui", on_program_uniform, NULL, 0},
        {"glLinkProgram", on_end_of_program, NULL, 0},
        {"glDeleteProgram", on_end_of_program, NULL, 0},
        {"glDispatchCompute", on_work, NULL, 0},
        {"glDispatchComputeIndirect", on_work, NULL, 0},
        {"glDrawArrays", on_work, NULL, 0},
        {"glDrawArraysIndirect", on_work, NULL, 0},
        {"glDrawArraysInstanced", on_work, NULL, 0},
        {"glDrawElements", on_work, NULL, 0},
        {"glDrawElementsIndirect", on_work, NULL, 0},
        {"glDrawElementsInstanced", on_work, NULL, 0},
        {NULL, NULL, NULL, 0},
    };
    static const wb_calls_listener listener = {.rows = rows, .error = on_error};
    wb_calls_listen(WB_CALLS_GUEST, &listener);
    return __real_wb_draw_init();
}
