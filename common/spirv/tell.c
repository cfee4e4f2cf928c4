#include "spirv/tell.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct message {
    char *text;
    size_t size, length;
} message;

static void add(message *m, const char *format, ...) WB_PRINTF_LIKE(2, 3);

static void add(message *m, const char *format, ...)
{
    if (m->length + 1 >= m->size) return;
    va_list arguments;
    va_start(arguments, format);
    int wrote = vsnprintf(m->text + m->length, m->size - m->length, format, arguments);
    va_end(arguments);
    if (wrote > 0) m->length += (size_t)wrote;
}

// Where a line of the compiled text comes from.
static wb_finding_place place(const wb_source *source, int line, const char *pass)
{
    wb_finding_place p = {.pass = pass};
    if (line < 1 || line > source->line_count) return p;
    wb_source_line from = source->lines[line - 1];
    if (from.file < 0) return p;
    p.file = source->files[from.file];
    p.line = from.number;
    return p;
}

static void add_line(message *m, const wb_source *source, int line)
{
    char text[200];
    wb_source_line_text(source, line, text, sizeof text);
    add(m, "\n    %s", text + strspn(text, " \t"));
}

static void add_invocation(message *m, const wb_invocation *at)
{
    add(m, "invocation (%u, %u, %u) of group (%u, %u, %u)", at->local[0], at->local[1],
        at->local[2], at->group[0], at->group[1], at->group[2]);
}

void wb_tell_finding(const wb_kernel_finding *k, const wb_source *source, const char *pass,
                     char *text, size_t size, wb_finding *finding)
{
    message m = {.text = text, .size = size};
    if (size > 0) *text = '\0';
    *finding = (wb_finding){.code = k->code, .severity = k->severity, .text = text};
    finding->at = place(source, k->line, pass);
    if (finding->at.file != NULL) add(&m, "%s:%d: ", finding->at.file, finding->at.line);
    add(&m, "%s", k->text);
    add_line(&m, source, k->line);
    add(&m, "\nby ");
    add_invocation(&m, &k->at);
    if (k->other_line > 0) {
        finding->earlier = place(source, k->other_line, pass);
        if (finding->earlier.file != NULL)
            add(&m, "\nearlier, %s:%d:", finding->earlier.file, finding->earlier.line);
        add_line(&m, source, k->other_line);
    }
    if (k->has_other) {
        add(&m, k->other_line > 0 ? "\nby " : "\nand ");
        add_invocation(&m, &k->other);
    }
    if (k->count > 1) add(&m, "\n%llu times", (unsigned long long)k->count);
    if (*k->mend != '\0') add(&m, "\nwhat to do: %s", k->mend);
    if (*k->conflict != '\0') finding->conflict = k->conflict;
    if (*k->variable != '\0') finding->object = k->variable;
    finding->has_element = k->element >= 0;
    finding->element = k->element;
}
