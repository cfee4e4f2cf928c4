#include "watch/log.h"

#include "base/text.h"
#include "gl/bound.h"
#include "gl/read_back.h"
#include "watch/barrier_rules.h"
#include "watch/dispatch.h"
#include "gl/program.h"
#include "log/slots.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* As shaders/log/log.glsl has it. */
typedef struct record {
    uint32_t line, kind, id[3], words[4];
} record;

enum {
    MOST_KEPT = 1000,   // lines of a dispatch
    MOST_SHOWN = 20,    // of them on stderr,
    MOST_PRINTED = 1000 // and of all dispatches together
};

static struct {
    GLuint buffer;
    wb_dispatch dispatch;
    bool is_open; // the dispatch under way logs
    record records[LOG_ROOM];
    int order[LOG_ROOM];    // of the records, to be told
    char *lines[MOST_KEPT]; // of the last dispatch
    int line_count, printed;
    wb_findings findings;
    int denials;
    bool is_refused; // as the driver has too few bindings, which has been said
} logs;

/* ---- Texts ---- */

static wb_finding_place place_of(uint32_t line)
{
    const wb_source *source = wb_program_source(wb_interface_of(logs.dispatch.program)->source);
    wb_finding_place place = {.pass = logs.dispatch.pass, .call = logs.dispatch.call};
    place.file = logs.dispatch.kernel;
    if (source == NULL || line < 1 || line > (uint32_t)source->line_count) return place;
    const wb_source_line *from = &source->lines[line - 1];
    if (from->file < 0) return place;
    place.file = source->files[from->file];
    place.line = from->number;
    return place;
}

static void print_number(char *text, size_t size, uint32_t type, uint32_t word)
{
    float number;
    memcpy(&number, &word, sizeof number);
    switch (type) {
    case LOG_BOOL: wb_text_append(text, size, "%s", word != 0 ? "true" : "false"); break;
    case LOG_INT: wb_text_append(text, size, "%" PRId32, (int32_t)word); break;
    case LOG_UINT: wb_text_append(text, size, "%" PRIu32, word); break;
    default: wb_text_append(text, size, "%.9g", (double)number);
    }
}

// "0.5, 1": what is behind the kind is the number of components, less one.
static void print_value(const record *r, char *text, size_t size)
{
    text[0] = '\0';
    for (uint32_t i = 0; i <= r->kind % 4; i++) {
        if (i > 0) wb_text_append(text, size, ", ");
        print_number(text, size, r->kind & ~3u, r->words[i]);
    }
}

/* ---- What has come ---- */

static int compare_numbers(uint32_t a, uint32_t b)
{
    return (a > b) - (a < b);
}

// By line, kind and invocation; what an invocation says at a line comes in the order in which it
// says it.
static int compare_records(const void *a, const void *b)
{
    int i = *(const int *)a, k = *(const int *)b;
    const record *left = &logs.records[i], *right = &logs.records[k];
    int order = compare_numbers(left->line, right->line);
    if (order == 0) order = compare_numbers(left->kind, right->kind);
    for (int axis = 2; order == 0 && axis >= 0; axis--) // x counts fastest
        order = compare_numbers(left->id[axis], right->id[axis]);
    return order != 0 ? order : i - k;
}

static void forget_lines(void)
{
    for (int i = 0; i < logs.line_count; i++) free(logs.lines[i]);
    logs.line_count = 0;
}

static void keep_line(const record *r)
{
    char value[160];
    if (logs.line_count == MOST_KEPT) return;
    wb_finding_place place = place_of(r->line);
    print_value(r, value, sizeof value);
    if (asprintf(&logs.lines[logs.line_count], "%s:%d, invocation (%u, %u, %u): %s", place.file,
                 place.line, r->id[0], r->id[1], r->id[2], value) >= 0)
        logs.line_count++;
}

static void print_lines(int64_t count)
{
    int shown = logs.line_count < MOST_SHOWN ? logs.line_count : MOST_SHOWN;
    if (logs.printed >= MOST_PRINTED) return;
    for (int i = 0; i < shown; i++) wb_note("%s", logs.lines[i]);
    if (count > shown) wb_note("... and %" PRId64 " more in this dispatch", count - shown);
    logs.printed += shown;
    if (logs.printed >= MOST_PRINTED)
        wb_note("%d lines have been logged; what follows stands in the panel only", logs.printed);
}

// An assertion did not hold for `count` invocations; the record is of the first.
static void tell_assertion(const record *r, int count)
{
    char *text = NULL;
    logs.denials++;
    wb_finding f = {.code = "assertion", .severity = WB_ERROR, .at = place_of(r->line)};
    if (asprintf(&text,
                 "%s:%d: the assertion does not hold, for %d invocation%s of the dispatch, the "
                 "first being (%u, %u, %u)\nin pass \"%s\"",
                 f.at.file, f.at.line, count, count == 1 ? "" : "s", r->id[0], r->id[1], r->id[2],
                 f.at.pass != NULL ? f.at.pass : "") < 0)
        return;
    f.text = text;
    if (wb_findings_add(&logs.findings, &f) != NULL) wb_finding_print(&f);
    free(text);
}

// How many of the records in order, from the first on, are of its line and kind.
static int count_alike(int first, int count)
{
    const record *r = &logs.records[logs.order[first]];
    int end = first;
    for (; end < count; end++) {
        const record *next = &logs.records[logs.order[end]];
        if (next->line != r->line || next->kind != r->kind) break;
    }
    return end - first;
}

// The kernel wrote `written` records; the first `count` had room.
static void tell(int count, int64_t written)
{
    int64_t values = written - count;
    for (int i = 0; i < count; i++) logs.order[i] = i;
    qsort(logs.order, (size_t)count, sizeof *logs.order, compare_records);
    for (int i = 0, alike; i < count; i += alike) {
        const record *r = &logs.records[logs.order[i]];
        alike = count_alike(i, count);
        if (r->kind == LOG_ASSERT) {
            tell_assertion(r, alike);
            continue;
        }
        values += alike;
        for (int k = 0; k < alike; k++) keep_line(&logs.records[logs.order[i + k]]);
    }
    print_lines(values);
}

/* ---- Listening ---- */

static void before_dispatch(wb_call *call)
{
    wb_dispatch_describe(&logs.dispatch, call, WB_DISPATCH_LABELS);
    logs.is_open = false;
    for (int i = 0; i < logs.dispatch.buffer_count; i++)
        logs.is_open = logs.is_open || logs.dispatch.buffers[i].buffer == logs.buffer;
}

static void forget_records(void)
{
    GLuint before = wb_bound_buffer(GL_COPY_WRITE_BUFFER);
    glad_glBindBuffer(GL_COPY_WRITE_BUFFER, logs.buffer);
    glad_glBufferSubData(GL_COPY_WRITE_BUFFER, 0, sizeof(uint32_t), &(uint32_t){0});
    glad_glBindBuffer(GL_COPY_WRITE_BUFFER, before);
}

static void after_dispatch(wb_call *call)
{
    (void)call;
    uint32_t written = 0;
    if (!logs.is_open) return;
    forget_lines();
    glad_glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // what follows reads and writes the buffer
    wb_read_back_unheard(logs.buffer, 0, sizeof written, &written);
    int count = written < LOG_ROOM ? (int)written : LOG_ROOM;
    if (count > 0) {
        wb_read_back_unheard(logs.buffer, sizeof written,
                             (int64_t)((size_t)count * sizeof *logs.records), logs.records);
        forget_records();
    }
    // The barrier above was none of the lesson's, so the checker did not see it.
    wb_rules_forget(WB_KIND_BUFFER, logs.buffer);
    tell(count, written);
}

static const wb_calls_row rows[] = {
    {"glDispatchCompute", before_dispatch, after_dispatch, 0},
    {"glDispatchComputeIndirect", before_dispatch, after_dispatch, 0},
    {0},
};
static const wb_calls_listener listener = {.rows = rows};

static void create_buffer(void)
{
    GLuint before = wb_bound_buffer(GL_COPY_WRITE_BUFFER);
    glad_glGenBuffers(1, &logs.buffer);
    glad_glBindBuffer(GL_COPY_WRITE_BUFFER, logs.buffer);
    glad_glBufferData(GL_COPY_WRITE_BUFFER, sizeof(uint32_t) + sizeof logs.records, NULL,
                      GL_DYNAMIC_READ);
    glad_glBindBuffer(GL_COPY_WRITE_BUFFER, before);
    forget_records();
    glad_glObjectLabel(GL_BUFFER, logs.buffer, -1, "log");
}

bool wb_log_begin(void)
{
    if (!wb_program_logs() || logs.is_refused) return true;
    if (logs.buffer == 0) {
        GLint most = wb_bound_get(GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS);
        if (most <= LOG_BUFFER) {
            wb_error("log/log.glsl needs storage binding %d; this driver has %d of them",
                     LOG_BUFFER, most);
            logs.is_refused = true;
            return false;
        }
        create_buffer();
        wb_calls_listen(WB_CALLS_LOG, &listener);
    }
    glad_glBindBufferBase(GL_SHADER_STORAGE_BUFFER, LOG_BUFFER, logs.buffer);
    return true;
}

const wb_findings *wb_log_findings(void)
{
    return &logs.findings;
}

int wb_log_denials(void)
{
    return logs.denials;
}

const char *wb_log_line(int index)
{
    return index >= 0 && index < logs.line_count ? logs.lines[index] : NULL;
}

void wb_log_quit(void)
{
    if (logs.buffer != 0) {
        wb_calls_listen(WB_CALLS_LOG, NULL);
        glad_glDeleteBuffers(1, &logs.buffer);
        logs.buffer = 0;
        logs.printed = 0;
    }
    forget_lines();
    wb_dispatch_free(&logs.dispatch);
}
