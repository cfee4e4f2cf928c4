#include "machine/web/answer.h"

#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void put(output *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int more = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (more < 0) return;
    out->text = wb_grow(out->text, &out->capacity, out->length + more + 1, 1);
    va_start(arguments, format);
    vsnprintf(out->text + out->length, (size_t)more + 1, format, arguments);
    va_end(arguments);
    out->length += more;
}

void put_string(output *out, const char *text, size_t length)
{
    put(out, "\"");
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '"' || c == '\\')
            put(out, "\\%c", c);
        else if (c == '\n')
            put(out, "\\n");
        else if (c == '\t')
            put(out, "    ");
        else
            put(out, "%c", c < 32 || c > 126 ? '?' : c);
    }
    put(out, "\"");
}

void put_text(output *out, const char *name, const char *text)
{
    put(out, "\"%s\":", name);
    put_string(out, text, strlen(text));
}
