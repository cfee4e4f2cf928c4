#include "watch/call_text.h"

#include "base/text.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <glad/gl.h>

#include <gl_calls.inc> // written by cmake/WbGlCalls.cmake from glad's header

static const char *parameters_of(const char *name)
{
#define ROW(call, parameters) {#call, parameters},
    static const struct {
        const char *name, *parameters;
    } calls[] = {GL_CALLS(ROW)};
#undef ROW
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
        if (strcmp(calls[i].name, name) == 0) return calls[i].parameters;
    return NULL;
}

static const char *enum_name(GLenum value)
{
#define ROW(value, name) {value, name},
    static const struct {
        GLenum value;
        const char *name;
    } enums[] = {GL_ENUMS(ROW)};
#undef ROW
    for (size_t i = 0; i < sizeof enums / sizeof enums[0]; i++)
        if (enums[i].value == value) return enums[i].name;
    return NULL;
}

static bool is_one_of(const char *type, const char *const *types)
{
    for (; *types != NULL; types++)
        if (strcmp(type, *types) == 0) return true;
    return false;
}

/* Takes the next argument, which glad passed on as a `type`, and writes its value. */
static void print_argument(char *text, size_t size, const char *type, va_list *arguments)
{
    static const char *const pointers[] = {"GLsync", "GLDEBUGPROC", NULL};
    static const char *const longs[] = {"GLintptr", "GLsizeiptr", "GLint64", "GLuint64", NULL};
    static const char *const reals[] = {"GLfloat", "GLdouble", NULL};
    if (strchr(type, '*') != NULL || is_one_of(type, pointers)) {
        snprintf(text, size, "%p", va_arg(*arguments, void *));
    } else if (is_one_of(type, longs)) {
        snprintf(text, size, "%lld", (long long)va_arg(*arguments, GLint64));
    } else if (is_one_of(type, reals)) {
        snprintf(text, size, "%g", va_arg(*arguments, double)); // float arrives as double
    } else if (strcmp(type, "GLenum") == 0) {
        GLenum value = va_arg(*arguments, GLenum);
        const char *name = enum_name(value);
        if (name != NULL)
            snprintf(text, size, "%s", name);
        else
            snprintf(text, size, value < 0x100 ? "%u" : "0x%X", value);
    } else if (strcmp(type, "GLbitfield") == 0) {
        snprintf(text, size, "0x%X", va_arg(*arguments, GLbitfield));
    } else if (strcmp(type, "GLuint") == 0) {
        snprintf(text, size, "%u", va_arg(*arguments, GLuint));
    } else { // GLint, GLsizei, and what arrives as int: GLboolean, GLubyte, GLshort, ...
        snprintf(text, size, "%d", va_arg(*arguments, int));
    }
}

const char *wb_call_text(const char *name, va_list arguments, char *text, size_t size)
{
    char parameters[512];
    const char *found = parameters_of(name);
    snprintf(parameters, sizeof parameters, "%s", found != NULL ? found : "");

    // print_argument() needs the list's address, and a parameter may have decayed from an array.
    va_list rest;
    va_copy(rest, arguments);
    const char *separator = "";
    snprintf(text, size, "%s(", name);
    char *save = NULL;
    for (char *parameter = strtok_r(parameters, ",", &save); parameter != NULL;
         parameter = strtok_r(NULL, ",", &save)) {
        parameter += strspn(parameter, " ");
        char *last_space = strrchr(parameter, ' ');
        if (last_space == NULL) break; // "void"
        *last_space = '\0';
        char value[64];
        print_argument(value, sizeof value, parameter, &rest);
        wb_text_append(text, size, "%s%s = %s", separator, last_space + 1, value);
        separator = ", ";
    }
    va_end(rest);
    wb_text_append(text, size, ")");
    return text;
}
