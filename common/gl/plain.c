#include "gl/plain.h"

#include "base/memory.h"
#include "machine/front.h"
#include "os/text.h"

#include <ctype.h>
#include <glad/gl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A stretch of text that is not NUL-terminated. */
typedef struct word {
    const char *begin;
    size_t length;
} word;

static bool is_part(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool is_word(word w, const char *text)
{
    return w.length == strlen(text) && memcmp(w.begin, text, w.length) == 0;
}

// An extension's name, or a profile's, as a macro: only the driver knows.
static bool driver_defines(word name)
{
    char *text = NULL;
    GLint good = GL_FALSE;
    wb_or_end(asprintf(&text,
                       "#version 430 core\n#ifndef %.*s\n#error\n#endif\n"
                       "layout(local_size_x = 1) in;\nvoid main() {}\n",
                       (int)name.length, name.begin) < 0
                  ? NULL
                  : text);
    GLuint shader = glCreateShader(GL_COMPUTE_SHADER);
    glShaderSource(shader, 1, (const GLchar *const[]){text}, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    glDeleteShader(shader);
    free(text);
    return good;
}

// A line that ends in a backslash and the next one become one, as they do before all else; the next
// is then empty.
static char *join_lines(const char *text)
{
    char *joined = wb_or_end(malloc(strlen(text) + 1)), *out = joined;
    size_t owed = 0;
    for (const char *c = text; *c != '\0'; c++) {
        if (c[0] == '\\' && c[1] == '\n') {
            owed++;
            c++;
            continue;
        }
        *out++ = *c;
        for (; *c == '\n' && owed > 0; owed--) *out++ = '\n';
    }
    *out = '\0';
    return joined;
}

// Names that begin with GL_ become one that all compilers have, or one that none has, as the driver
// has them or not; but for those that an #extension names.
static char *with_names_of_driver(const char *text)
{
    char *named = NULL;
    size_t size;
    word before = {"", 0};
    FILE *out = wb_or_end(wb_text_stream(&named, &size));
    while (*text != '\0') {
        word w = {text, 0};
        while (is_part(text[w.length])) w.length++;
        bool asks = w.length > 3 && memcmp(text, "GL_", 3) == 0 && !is_word(before, "extension");
        if (asks)
            fputs(driver_defines(w) ? "GL_core_profile" : "no_such_extension", out);
        else
            fwrite(text, 1, w.length > 0 ? w.length : 1, out);
        text += w.length > 0 ? w.length : 1;
        if (w.length > 0) before = w;
    }
    bool is_whole = ferror(out) == 0;
    return wb_or_end(wb_text_stream_close(out) == 0 && is_whole ? named : NULL);
}

// In the expanded text such a line always looks the same.
static void remove_foreign_extensions(char *text)
{
    static const char directive[] = "#extension ";
    for (char *line = text; *line != '\0'; line += *line == '\n') {
        char *end = line + strcspn(line, "\n");
        bool is_one = strncmp(line, directive, strlen(directive)) == 0;
        word name = {line + (is_one ? strlen(directive) : 0), 0};
        while (is_part(name.begin[name.length])) name.length++;
        bool is_required = strstr(name.begin, "require") != NULL &&
                           strstr(name.begin, "require") < end; // the driver has its say
        if (is_one && !is_required && !is_word(name, "all") && !driver_defines(name))
            memset(line, ' ', (size_t)(end - line));
        line = end;
    }
}

char *wb_plain_text(const char *text, char **message)
{
    wb_front_output output = {0};
    *message = NULL;
    char *joined = join_lines(text), *named = with_names_of_driver(joined), *plain = NULL;
    wb_front_result result = wb_front_expand(named, "comp", &output);
    if (result == WB_FRONT_GOOD) {
        plain = wb_or_end(strdup((const char *)output.words));
        remove_foreign_extensions(plain);
    } else if (result != WB_FRONT_MISSING) {
        *message = wb_or_end(
            strdup(output.message != NULL ? output.message : "glslangValidator has failed\n"));
    }
    wb_front_free(&output);
    free(named);
    free(joined);
    return plain;
}
