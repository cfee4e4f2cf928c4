#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void wb_text_append(char *text, size_t size, const char *format, ...)
{
    size_t length = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    if (length + 1 < size) vsnprintf(text + length, size - length, format, arguments);
    va_end(arguments);
}
