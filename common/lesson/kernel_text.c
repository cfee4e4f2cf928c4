#include "lesson/kernel_text.h"

#include "base/json.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 200 };

/* ---- Findings ---- */

static void print_includes(FILE *out, const wb_kernel *kernel, int line)
{
    const wb_source *source = kernel->source;
    if (source == NULL || line < 1 || line > source->line_count) return;
    int file = source->lines[line - 1].file;
    while (file > 0) {
        wb_source_line at = source->included_at[file];
        if (at.file < 0) break;
        fprintf(out, "\n    included from %s:%d", source->files[at.file], at.number);
        file = at.file;
    }
}

static void print_calls(FILE *out, const wb_kernel *kernel, uint32_t call)
{
    const wb_module *m = &kernel->module;
    while (call != 0 && call < m->call_count) {
        wb_finding_place place = wb_kernel_place(kernel, m->calls[call].line);
        fprintf(out, "\n    in %s(), called from %s:%d", m->calls[call].function, place.file,
                place.line);
        call = m->calls[call].caller;
    }
}

static void print_invocation(FILE *out, const char *lead, const wb_invocation *i)
{
    fprintf(out, "\n    %sinvocation (%u, %u, %u) of work group (%u, %u, %u)", lead, i->local[0],
            i->local[1], i->local[2], i->group[0], i->group[1], i->group[2]);
}

static void print_place(FILE *out, const wb_kernel *kernel, int line, uint32_t call)
{
    char text[LINE_SIZE];
    wb_finding_place place = wb_kernel_place(kernel, line);
    fprintf(out, "\n%s:%d: %s", place.file, place.line,
            wb_kernel_line(kernel, line, text, sizeof text));
    print_includes(out, kernel, line);
    print_calls(out, kernel, call);
}

static char *text_of(const wb_kernel *kernel, const wb_kernel_finding *f, const char *pass)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL) return NULL;
    fprintf(out, "%s: %s", f->code, f->text);
    print_place(out, kernel, f->line, f->call);
    print_invocation(out, "", &f->at);
    if (f->has_other && f->other_line > 0) print_place(out, kernel, f->other_line, f->other_call);
    if (f->has_other)
        print_invocation(out, *f->conflict != '\0' ? "before that, " : "and ", &f->other);
    fprintf(out, "\nin kernel %s", kernel->name);
    if (pass != NULL) fprintf(out, ", pass \"%s\"", pass);
    if (f->count > 1) fprintf(out, "; %" PRIu64 " times in this dispatch", f->count);
    if (*f->mend != '\0') fprintf(out, "\nwhat to do: %s", f->mend);
    fclose(out);
    return text;
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

void wb_kernel_counts_write_json(const wb_kernel_counts *counts, FILE *file)
{
    bool first = true;
    fprintf(file, "{\"pass\": ");
    wb_json_string(file, counts->pass != NULL ? counts->pass : "");
    fprintf(file, ", \"kernel\": ");
    wb_json_string(file, counts->kernel->name);
    fprintf(file, ", \"dispatches\": %d, \"lines\": [", counts->dispatches);
    for (int line = 1; line <= counts->line_count; line++) {
        const wb_line_counts *c = &counts->lines[line - 1];
        char text[LINE_SIZE];
        if (c->executions == 0) continue;
        wb_finding_place place = wb_kernel_place(counts->kernel, line);
        fprintf(file, "%s\n      {\"file\": ", first ? "" : ",");
        wb_json_string(file, place.file);
        fprintf(file,
                ", \"line\": %d, \"executions\": %" PRIu64
                ", \"active\": %.4f, \"requests\": %" PRIu64 ", \"sectors\": %" PRIu64
                ", \"shared_requests\": %" PRIu64 ", \"bank_ways\": %" PRIu64
                ", \"atomic_requests\": %" PRIu64 ", \"atomic_ways\": %" PRIu64 ", \"text\": ",
                place.line, c->lane_executions, share(c->lane_executions, c->lane_places),
                c->buffer_requests, c->sectors, c->shared_requests, c->bank_ways,
                c->atomic_requests, c->atomic_ways);
        wb_json_string(file, wb_kernel_line(counts->kernel, line, text, sizeof text));
        fprintf(file, "}");
        first = false;
    }
    fprintf(file, "\n    ]}");
}
