#include "base/message.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static wb_message_sink current_sink;
static void *current_user;

void wb_message_redirect(wb_message_sink sink, void *user)
{
    current_sink = sink;
    current_user = user;
}

void wb_message_drop(wb_severity severity, const char *text, void *user)
{
    (void)severity, (void)text, (void)user;
}

void wb_message_print(wb_severity severity, const char *text)
{
    static const char *const prefix[] = {
        [WB_NOTE] = "", [WB_WARNING] = "warning: ", [WB_ERROR] = "error: "};
    fflush(stdout); // keeps results and messages in order when both go to one file
    fputs(prefix[severity], stderr);
    for (const char *c = text; *c != '\0'; c++) {
        // Names and shaders come from anywhere; what would command a terminal is shown, not sent.
        bool commands = iscntrl((unsigned char)*c) && *c != '\n' && *c != '\t';
        fputc(commands ? '?' : *c, stderr);
        if (*c == '\n') fputs("  ", stderr);
    }
    fputc('\n', stderr);
}

void wb_message(wb_severity severity, const char *format, ...)
{
    static const char mark[] = "\n(and more)";
    char text[4096];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length >= (int)sizeof text) strcpy(text + sizeof text - sizeof mark, mark);
    if (current_sink != NULL)
        current_sink(severity, text, current_user);
    else
        wb_message_print(severity, text);
}
