#include "base/finding.h"

#include "base/json.h"
#include "base/memory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- The list ---- */

static bool is_same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static bool is_same_place(const wb_finding_place *a, const wb_finding_place *b)
{
    return a->line == b->line && is_same_text(a->pass, b->pass) && is_same_text(a->call, b->call) &&
           is_same_text(a->file, b->file);
}

static bool is_same(const wb_finding *a, const wb_finding *b)
{
    return a->severity == b->severity && a->has_element == b->has_element &&
           a->element == b->element && is_same_text(a->code, b->code) &&
           is_same_text(a->object, b->object) && is_same_text(a->conflict, b->conflict) &&
           is_same_text(a->barrier, b->barrier) && is_same_place(&a->at, &b->at) &&
           is_same_place(&a->earlier, &b->earlier);
}

enum { MAX_TEXTS = 11 };

// The addresses of all texts in a finding; returns how many.
static int texts_of(wb_finding *f, const char **texts[MAX_TEXTS])
{
    const char **all[MAX_TEXTS] = {&f->code,         &f->at.pass,      &f->at.call,
                                   &f->at.file,      &f->earlier.pass, &f->earlier.call,
                                   &f->earlier.file, &f->conflict,     &f->object,
                                   &f->barrier,      &f->text};
    memcpy(texts, all, sizeof all);
    return MAX_TEXTS;
}

const wb_finding *wb_findings_add(wb_findings *findings, const wb_finding *finding)
{
    for (int i = 0; i < findings->count; i++)
        if (is_same(&findings->at[i], finding)) return NULL;
    findings->at =
        wb_grow(findings->at, &findings->capacity, findings->count + 1, sizeof *findings->at);
    wb_finding *copy = &findings->at[findings->count++];
    *copy = *finding;
    const char **texts[MAX_TEXTS];
    int count = texts_of(copy, texts);
    for (int i = 0; i < count; i++)
        if (*texts[i] != NULL) *texts[i] = wb_or_end(strdup(*texts[i]));
    if (copy->severity == WB_ERROR) findings->faults++;
    return copy;
}

void wb_findings_free(wb_findings *findings)
{
    for (int i = 0; i < findings->count; i++) {
        const char **texts[MAX_TEXTS];
        int count = texts_of(&findings->at[i], texts);
        for (int k = 0; k < count; k++) free((char *)*texts[k]);
    }
    free(findings->at);
    *findings = (wb_findings){0};
}

void wb_finding_print(const wb_finding *finding)
{
    wb_message(finding->severity, "%s%s", finding->severity == WB_NOTE ? "note: " : "",
               finding->text);
}

/* ---- JSON ---- */

// Starts a member of an object; *separator is "{" before the first.
static void begin_member(const char **separator, const char *name, FILE *file)
{
    fprintf(file, "%s\"%s\": ", *separator, name);
    *separator = ", ";
}

static void write_text(const char **separator, const char *name, const char *text, FILE *file)
{
    if (text == NULL) return;
    begin_member(separator, name, file);
    wb_json_string(file, text);
}

static void write_place(const char **separator, const wb_finding_place *place, FILE *file)
{
    write_text(separator, "pass", place->pass, file);
    write_text(separator, "call", place->call, file);
    write_text(separator, "file", place->file, file);
    if (place->line <= 0) return;
    begin_member(separator, "line", file);
    fprintf(file, "%d", place->line);
}

static void write_finding(const wb_finding *finding, FILE *file)
{
    static const char *const severities[] = {
        [WB_NOTE] = "note", [WB_WARNING] = "warning", [WB_ERROR] = "error"};
    static const wb_finding_place nowhere = {0};
    const char *separator = "{", *inner = "{";
    write_text(&separator, "code", finding->code, file);
    write_text(&separator, "severity", severities[finding->severity], file);
    write_place(&separator, &finding->at, file);
    if (!is_same_place(&finding->earlier, &nowhere)) {
        begin_member(&separator, "earlier", file);
        write_place(&inner, &finding->earlier, file);
        fputc('}', file);
    }
    write_text(&separator, "conflict", finding->conflict, file);
    write_text(&separator, "object", finding->object, file);
    if (finding->has_element) {
        begin_member(&separator, "element", file);
        fprintf(file, "%" PRId64, finding->element);
    }
    write_text(&separator, "barrier", finding->barrier, file);
    write_text(&separator, "text", finding->text, file);
    fputc('}', file);
}

void wb_findings_write_json(const wb_findings *findings, FILE *file, int indent)
{
    fputc('[', file);
    for (int i = 0; i < findings->count; i++) {
        fprintf(file, "%s\n%*s", i > 0 ? "," : "", indent, "");
        write_finding(&findings->at[i], file);
    }
    if (findings->count > 0) fprintf(file, "\n%*s", indent > 2 ? indent - 2 : 0, "");
    fputc(']', file);
}
