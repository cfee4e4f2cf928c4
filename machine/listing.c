#include "machine/listing.h"

#include "base/memory.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 200 };

/* ---- Lines ---- */

wb_finding_place wb_kernel_place(const wb_kernel *kernel, int line)
{
    const wb_source *source = kernel->source;
    if (source == NULL || line < 1 || line > source->line_count)
        return (wb_finding_place){.file = kernel->name, .line = line};
    const wb_source_line *from = &source->lines[line - 1];
    if (from->file < 0) return (wb_finding_place){.file = "(injected constant)"};
    return (wb_finding_place){.file = source->files[from->file], .line = from->number};
}

const char *wb_kernel_line(const wb_kernel *kernel, int line, char *text, size_t size)
{
    bool has_written = kernel->source != NULL && kernel->source->written != NULL;
    const char *at = has_written ? kernel->source->written : kernel->text;
    for (int i = 1; i < line && *at != '\0'; i++) {
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    at += strspn(at, " \t");
    size_t length = strcspn(at, "\n");
    while (length > 0 && isspace((unsigned char)at[length - 1])) length--;
    snprintf(text, size, "%.*s", (int)length, at);
    return text;
}

/* ---- Findings ---- */

// A text that grows.
typedef struct output {
    char *text;
    int length, capacity;
} output;

static void append(output *out, const char *format, ...) WB_PRINTF_LIKE(2, 3);

static void append(output *out, const char *format, ...)
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

static void print_includes(output *out, const wb_kernel *kernel, int line)
{
    const wb_source *source = kernel->source;
    if (source == NULL || line < 1 || line > source->line_count) return;
    int file = source->lines[line - 1].file;
    while (file > 0) {
        wb_source_line at = source->included_at[file];
        if (at.file < 0) break;
        append(out, "\n    included from %s:%d", source->files[at.file], at.number);
        file = at.file;
    }
}

static void print_calls(output *out, const wb_kernel *kernel, uint32_t call)
{
    const wb_module *m = &kernel->module;
    while (call != 0 && call < m->call_count) {
        wb_finding_place place = wb_kernel_place(kernel, m->calls[call].line);
        append(out, "\n    in %s(), called from %s:%d", m->calls[call].function, place.file,
               place.line);
        call = m->calls[call].caller;
    }
}

static void print_invocation(output *out, const char *lead, const wb_invocation *i)
{
    append(out, "\n    %sinvocation (%u, %u, %u) of work group (%u, %u, %u)", lead, i->local[0],
           i->local[1], i->local[2], i->group[0], i->group[1], i->group[2]);
}

static void print_place(output *out, const wb_kernel *kernel, int line, uint32_t call)
{
    char text[LINE_SIZE];
    wb_finding_place place = wb_kernel_place(kernel, line);
    append(out, "\n%s:%d: %s", place.file, place.line,
           wb_kernel_line(kernel, line, text, sizeof text));
    print_includes(out, kernel, line);
    print_calls(out, kernel, call);
}

static char *text_of(const wb_kernel *kernel, const wb_kernel_finding *f, const char *pass)
{
    output whole = {0}, *out = &whole;
    append(out, "%s: %s", f->code, f->text);
    print_place(out, kernel, f->line, f->call);
    print_invocation(out, "", &f->at);
    if (f->has_other && f->other_line > 0) print_place(out, kernel, f->other_line, f->other_call);
    if (f->has_other)
        print_invocation(out, *f->conflict != '\0' ? "before that, " : "and ", &f->other);
    append(out, "\nin kernel %s", kernel->name);
    if (pass != NULL) append(out, ", pass \"%s\"", pass);
    if (f->count > 1) append(out, "; %" PRIu64 " times in this dispatch", f->count);
    if (*f->mend != '\0') append(out, "\nwhat to do: %s", f->mend);
    return whole.text;
}

wb_finding wb_kernel_finding_text(const wb_kernel *kernel, const wb_kernel_finding *f,
                                  const char *pass, const char *call)
{
    wb_finding finding = {.code = f->code, .severity = f->severity, .object = f->variable};
    finding.at = wb_kernel_place(kernel, f->line);
    finding.at.pass = pass;
    finding.at.call = call;
    if (f->has_other && f->other_line > 0) finding.earlier = wb_kernel_place(kernel, f->other_line);
    if (*f->variable == '\0') finding.object = NULL;
    if (*f->conflict != '\0') finding.conflict = f->conflict;
    finding.has_element = f->element >= 0;
    finding.element = f->element;
    finding.text = text_of(kernel, f, pass);
    return finding;
}

/* ---- Counters ---- */

void wb_kernel_counts_add(wb_kernel_counts *counts, const wb_machine *machine)
{
    if (counts->lines == NULL) {
        int capacity = 0;
        for (const char *at = counts->kernel->text; *at != '\0'; at++)
            counts->line_count += *at == '\n';
        counts->lines = wb_grow(NULL, &capacity, counts->line_count + 1, sizeof *counts->lines);
    }
    counts->dispatches++;
    for (int line = 1; line <= counts->line_count; line++) {
        wb_line_counts n, *sum = &counts->lines[line - 1];
        wb_machine_line_counts(machine, line, &n);
        sum->executions += n.executions;
        sum->lane_executions += n.lane_executions;
        sum->lane_places += n.lane_places;
        sum->buffer_requests += n.buffer_requests;
        sum->sectors += n.sectors;
        sum->shared_requests += n.shared_requests;
        sum->bank_ways += n.bank_ways;
        sum->atomic_requests += n.atomic_requests;
        sum->atomic_ways += n.atomic_ways;
    }
}

static double share(uint64_t part, uint64_t whole)
{
    return whole > 0 ? (double)part / (double)whole : 0.0;
}

static void print_count(uint64_t count)
{
    if (count >= 100000000)
        printf("%7.0fM", (double)count / 1e6);
    else if (count >= 100000)
        printf("%7.0fk", (double)count / 1e3);
    else
        printf("%8" PRIu64, count);
}

static void print_ratio(uint64_t part, uint64_t whole)
{
    if (whole == 0)
        printf("%8s", "");
    else
        printf("%8.1f", share(part, whole));
}

static void print_line(const wb_line_counts *c, int number, const char *text)
{
    if (c->executions == 0)
        printf("%40s", "");
    else {
        print_count(c->lane_executions);
        printf("%7.0f%%", 100.0 * share(c->lane_executions, c->lane_places));
        print_ratio(c->sectors, c->buffer_requests);
        print_ratio(c->bank_ways, c->shared_requests);
        print_ratio(c->atomic_ways, c->atomic_requests);
    }
    printf(" |%4d  %s\n", number, text);
}

// The line with the blanks before it.
static int line_length(const char *at)
{
    return (int)strcspn(at, "\n");
}

static const char *next_line(const char *at)
{
    at += strcspn(at, "\n");
    return *at == '\n' ? at + 1 : at;
}

void wb_kernel_counts_print(const wb_kernel_counts *counts)
{
    const wb_kernel *kernel = counts->kernel;
    const char *at = kernel->text, *file = NULL;
    printf("\npass \"%s\", kernel %s, %d dispatch%s; as written: a driver may do better\n",
           counts->pass != NULL ? counts->pass : "", kernel->name, counts->dispatches,
           counts->dispatches == 1 ? "" : "es");
    printf("%8s%8s%8s%8s%8s\n", "runs", "active", "sectors", "ways", "atomics");
    for (int line = 1; line <= counts->line_count && *at != '\0'; line++, at = next_line(at)) {
        wb_finding_place place = wb_kernel_place(kernel, line);
        bool injected = place.line == 0;
        bool main_file = strcmp(place.file, kernel->name) == 0;
        const wb_line_counts *c = &counts->lines[line - 1];
        char text[LINE_SIZE];
        if (injected || (!main_file && c->executions == 0)) continue;
        if (file == NULL || strcmp(file, place.file) != 0) printf("%40s   %s\n", "", place.file);
        file = place.file;
        snprintf(text, sizeof text, "%.*s", line_length(at), at);
        print_line(c, place.line, text);
    }
}
