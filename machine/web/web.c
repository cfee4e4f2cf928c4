#include "machine/web/web.h"

#include "base/hash.h"
#include "base/memory.h"
#include "machine/capture_file.h"
#include "machine/debug.h"
#include "machine/web/answer.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 400, MOST_SHARED = 4096, MOST_ACCESSES = 2048, PROMISED_SHARED_SIZE = 32768 };

struct wb_web {
    wb_capture_file capture;
    int line_count;
    uint8_t **before;    // of each memory, as the dispatch finds it
    uint8_t *here;       // of one memory, put together
    wb_machine *machine; // of the last run, which works on the capture's memory; NULL: none
    bool has_run;
    wb_stop stop;
    wb_debug *debug;
    wb_machine_resource *resources; // of the debugger's dispatch: in `before`
    wb_machine_dispatch dispatch;
    bool is_there;
    output out;
};

/* ---- JSON ---- */

static const char *fail(wb_web *web, const char *reason)
{
    web->out.length = 0;
    put(&web->out, "{");
    put_text(&web->out, "error", reason);
    put(&web->out, "}");
    return web->out.text;
}

static void put_triple(output *out, const char *name, const uint32_t v[3])
{
    put(out, "\"%s\":[%" PRIu32 ",%" PRIu32 ",%" PRIu32 "]", name, v[0], v[1], v[2]);
}

// Separates the members of a list.
static const char *comma(int index)
{
    return index > 0 ? "," : "";
}

/* ---- A capture ---- */

static void put_lines(output *out, wb_web *web)
{
    const wb_kernel *kernel = web->capture.kernel;
    const wb_module *m = &kernel->module;
    const char *at = kernel->text;
    put(out, "\"lines\":[");
    for (int line = 1; *at != '\0'; line++) {
        size_t length = strcspn(at, "\n");
        wb_finding_place place = wb_kernel_place(kernel, line);
        bool has_code = false;
        for (uint32_t k = 0; k < m->code_count && !has_code; k++)
            has_code = m->code[k].line == line;
        put(out, "%s{\"number\":%d,\"code\":%s,", comma(line - 1), place.line,
            has_code ? "true" : "false");
        put_text(out, "file", place.file);
        put(out, ",\"text\":");
        put_string(out, at, length);
        put(out, "}");
        at += length;
        at += *at == '\n';
        web->line_count = line;
    }
    put(out, "]");
}

static void put_memories(output *out, const wb_capture_file *c)
{
    put(out, "\"memories\":[");
    for (int i = 0; i < c->memory_count; i++) {
        put(out, "%s{\"size\":%zu,\"written\":%s,", comma(i), c->memory[i].size,
            c->memory[i].written ? "true" : "false");
        put_text(out, "name", c->memory[i].label);
        put(out, "}");
    }
    put(out, "]");
}

static int memory_of(const wb_capture_file *c, const wb_machine_resource *r)
{
    for (int i = 0; i < c->memory_count; i++) {
        const uint8_t *data = c->memory[i].data, *at = r->data;
        if (at >= data && at + r->size <= data + c->memory[i].size) return i;
    }
    return -1;
}

// "uint", "float", "vec4", "Particle": what an array in the block consists of, or the block's last
// member.
static int element_of(const wb_module *m, int type)
{
    const wb_module_type *t = &m->types[type];
    if (t->kind == WB_TYPE_POINTER) return element_of(m, t->element);
    if (t->kind == WB_TYPE_ARRAY) return element_of(m, t->element);
    if (t->kind == WB_TYPE_STRUCT && t->count > 0 &&
        m->types[t->members[t->count - 1].type].kind == WB_TYPE_ARRAY)
        return element_of(m, t->members[t->count - 1].type);
    return type;
}

static void put_variables(output *out, const wb_capture_file *c, const wb_machine_resource *r)
{
    const wb_module *m = &c->kernel->module;
    char type[80];
    for (int i = 0; i < m->variable_count; i++) {
        const wb_variable *v = &m->variables[i];
        if (v->space != r->space || v->binding != r->binding) continue;
        put(out, ",");
        put_text(out, "name", *v->name != '\0' ? v->name : v->block);
        put(out, ",");
        put_text(out, "type", wb_debug_type_text(m, element_of(m, v->type), type, sizeof type));
        return;
    }
}

static void put_resources(output *out, const wb_capture_file *c)
{
    static const char *const kinds[] = {"float", "unorm",     "snorm",    "int",
                                        "uint",  "r11g11b10", "rgb10_a2", "rgb10_a2ui"};
    put(out, "\"resources\":[");
    for (int i = 0; i < c->dispatch.resource_count; i++) {
        const wb_machine_resource *r = &c->dispatch.resources[i];
        int memory = memory_of(c, r);
        put(out, "%s{\"memory\":%d,\"binding\":%d,\"bytes\":%zu,\"offset\":%td", comma(i), memory,
            r->binding, r->size,
            memory >= 0 ? (const uint8_t *)r->data - c->memory[memory].data : 0);
        put_variables(out, c, r);
        if (r->space == WB_SPACE_IMAGE || r->space == WB_SPACE_TEXTURE)
            put(out,
                ",\"width\":%d,\"height\":%d,\"depth\":%d,\"channels\":%d,\"bits\":%d,"
                "\"texels\":\"%s\"",
                r->width, r->height, r->depth, r->format.channels, r->format.bits,
                kinds[r->format.kind]);
        put(out, "}");
    }
    put(out, "]");
}

static void put_uniforms(output *out, const wb_capture_file *c)
{
    const wb_module *m = &c->kernel->module;
    int count = 0;
    put(out, "\"uniforms\":{");
    for (int i = 0; i < c->dispatch.uniform_count; i++) {
        const wb_machine_uniform *u = &c->dispatch.uniforms[i];
        for (int k = 0; k < m->variable_count; k++) {
            const wb_variable *v = &m->variables[k];
            if (v->space != WB_SPACE_VALUE || v->location != u->location || *v->name == '\0')
                continue;
            put(out, "%s\"%s\":[", comma(count++), v->name);
            for (uint32_t w = 0; w < u->count && w < 16; w++)
                put(out, "%s%" PRIu32, comma((int)w), u->words[w]);
            put(out, "]");
        }
    }
    put(out, "}");
}

static void describe(wb_web *web)
{
    const wb_capture_file *c = &web->capture;
    output *out = &web->out;
    put(out, "{");
    put_text(out, "kernel", c->kernel->name);
    put(out, ",");
    put_text(out, "lesson", c->lesson);
    put(out, ",");
    put_text(out, "pass", c->pass);
    put(out, ",");
    put_triple(out, "groups", c->dispatch.groups);
    put(out, ",");
    put_triple(out, "local", c->kernel->module.local_size);
    put(out, ",\"subgroup\":%d,", c->subgroup > 0 ? c->subgroup : 32);
    put_lines(out, web);
    put(out, ",");
    put_memories(out, c);
    put(out, ",");
    put_resources(out, c);
    put(out, ",");
    put_uniforms(out, c);
    put(out, "}");
}

// A copy of each memory, because a run changes it, and the debugger works on the copies.
static void copy_memory(wb_web *web)
{
    const wb_capture_file *c = &web->capture;
    size_t largest = 0;
    web->before = wb_or_end(calloc((size_t)c->memory_count + 1, sizeof *web->before));
    for (int i = 0; i < c->memory_count; i++) {
        web->before[i] = wb_or_end(malloc(c->memory[i].size + 8));
        if (c->memory[i].size > 0) memcpy(web->before[i], c->memory[i].data, c->memory[i].size);
        if (c->memory[i].size > largest) largest = c->memory[i].size;
    }
    web->here = wb_or_end(malloc(largest + 8));
    web->dispatch = c->dispatch;
    web->resources =
        wb_or_end(calloc((size_t)c->dispatch.resource_count + 1, sizeof *web->resources));
    for (int i = 0; i < c->dispatch.resource_count; i++) {
        const wb_machine_resource *r = &c->dispatch.resources[i];
        int memory = memory_of(c, r);
        web->resources[i] = *r;
        if (memory >= 0)
            web->resources[i].data =
                web->before[memory] + ((const uint8_t *)r->data - c->memory[memory].data);
    }
    web->dispatch.resources = web->resources;
}

/* OpenGL promises a work group 32 KiB, and drivers refuse more; the page is as strict as they are,
 * or what is solved here would not run there. */
static bool read_capture(wb_capture_file *capture, const void *bytes, size_t size,
                         wb_module_error *error)
{
    if (!wb_capture_file_read(capture, bytes, size, error)) return false;
    uint32_t shared = capture->kernel->module.shared_size;
    if (shared <= PROMISED_SHARED_SIZE) return true;
    snprintf(error->text, sizeof error->text,
             "too much shared memory: %u bytes in a work group; OpenGL promises %d", shared,
             PROMISED_SHARED_SIZE);
    wb_capture_file_free(capture);
    return false;
}

wb_web *wb_web_open(const void *bytes, size_t size, const char **answer)
{
    static output refusal;
    wb_web *web = wb_or_end(calloc(1, sizeof *web));
    wb_module_error error = {0};
    if (!read_capture(&web->capture, bytes, size, &error)) {
        free(web);
        refusal.length = 0;
        put(&refusal, "{");
        put_text(&refusal, "error", error.text);
        put(&refusal, "}");
        *answer = refusal.text;
        return NULL;
    }
    copy_memory(web);
    describe(web);
    *answer = web->out.text;
    return web;
}

void wb_web_close(wb_web *web)
{
    if (web == NULL) return;
    wb_debug_free(web->debug);
    wb_machine_free(web->machine);
    for (int i = 0; i < web->capture.memory_count; i++) free(web->before[i]);
    free(web->before);
    free(web->here);
    free(web->resources);
    free(web->out.text);
    wb_capture_file_free(&web->capture);
    free(web);
}

/* ---- Findings and counts ---- */

static const char *severity_name(wb_severity severity)
{
    return severity == WB_ERROR ? "error" : severity == WB_WARNING ? "warning" : "note";
}

static uint32_t lane_of(const wb_web *web, const wb_invocation *who)
{
    const uint32_t *n = web->capture.kernel->module.local_size;
    return (who->local[2] * n[1] + who->local[1]) * n[0] + who->local[0];
}

static void put_invocation(output *out, const wb_web *web, const char *name,
                           const wb_invocation *who)
{
    put(out, "\"%s\":{\"lane\":%" PRIu32 ",", name, lane_of(web, who));
    put_triple(out, "group", who->group);
    put(out, ",");
    put_triple(out, "local", who->local);
    put(out, "}");
}

static void put_finding(wb_web *web, const wb_kernel_finding *f)
{
    output *out = &web->out;
    put(out, "{\"code\":\"%s\",\"severity\":\"%s\",\"line\":%d,\"otherLine\":%d,", f->code,
        severity_name(f->severity), f->line, f->other_line);
    put_invocation(out, web, "at", &f->at);
    if (f->has_other) {
        put(out, ",");
        put_invocation(out, web, "other", &f->other);
    }
    put(out, ",\"element\":%" PRId64 ",\"count\":%" PRIu64 ",", f->element, f->count);
    put_text(out, "object", f->object);
    put(out, ",");
    put_text(out, "conflict", f->conflict);
    put(out, ",");
    put_text(out, "text", f->text);
    put(out, ",");
    put_text(out, "mend", f->mend);
    put(out, "}");
}

// Lines that ran: line, executions, lane executions, lane places, requests to buffers, sectors,
// requests to shared memory, bank ways, atomic requests, ways of these.
static void put_counts(wb_web *web, const wb_line_counts *counts)
{
    int count = 0;
    put(&web->out, "\"counts\":[");
    for (int line = 1; line <= web->line_count; line++) {
        const wb_line_counts *n = &counts[line - 1];
        if (n->executions == 0) continue;
        put(&web->out,
            "%s[%d,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64
            ",%" PRIu64 ",%" PRIu64 "]",
            comma(count++), line, n->executions, n->lane_executions, n->lane_places,
            n->buffer_requests, n->sectors, n->shared_requests, n->bank_ways, n->atomic_requests,
            n->atomic_ways);
    }
    put(&web->out, "]");
}

static wb_line_counts *new_counts(const wb_web *web)
{
    return wb_or_end(calloc((size_t)web->line_count + 1, sizeof(wb_line_counts)));
}

/* ---- A run of the whole dispatch ---- */

static const char *begin_run(wb_web *web, const char *words)
{
    static const wb_float_rules exact;
    const wb_capture_file *c = &web->capture;
    char *behind;
    double budget = strtod(words, &behind) * 1e6;
    long order = strtol(behind, &behind, 10);
    bool writers = strtol(behind, NULL, 10) != 0;
    wb_machine_options options = {
        .check = !writers,
        .order = order >= 0 && order <= WB_ORDER_SHUFFLED ? (wb_order)order : WB_ORDER_ASCENDING,
        .seed = 20260,
        .check_races = !writers,
        .count = !writers,
        .subgroup = c->subgroup,
        .fuse_fma = c->fuse_fma,
        .freedom = writers ? &exact : NULL,
        .budget = budget > 0 ? (uint64_t)budget : 0};
    wb_module_error error = {0};
    wb_machine_free(web->machine);
    web->has_run = false;
    for (int i = 0; i < c->memory_count; i++)
        if (c->memory[i].size > 0) memcpy(c->memory[i].data, web->before[i], c->memory[i].size);
    web->machine = wb_machine_create(&c->kernel->module, &c->dispatch, &options, &error);
    if (web->machine == NULL) return fail(web, error.text);
    put(&web->out, "{\"laneInstructions\":0}");
    return web->out.text;
}

static const char *run_some(wb_web *web, const char *words)
{
    static const char *const stops[] = {"end", "group", "budget"};
    double most = strtod(words, NULL);
    if (web->machine == NULL || web->has_run) return fail(web, "there is no run under way");
    web->has_run = wb_machine_run_some(web->machine, most > 0 ? (uint64_t)most : 1, &web->stop);
    put(&web->out, "{\"stop\":\"%s\",\"laneInstructions\":%" PRIu64 "}",
        web->has_run ? stops[web->stop] : "more", wb_machine_lane_instructions(web->machine));
    return web->out.text;
}

static void put_cost(wb_web *web)
{
    wb_machine_cost c = {0};
    wb_machine_add_cost(web->machine, &c);
    put(&web->out,
        ",\"cost\":[%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64
        ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "]",
        c.invocations, c.loads, c.atomics, c.lane_executions, c.lane_places, c.buffer_requests,
        c.sectors, c.shared_requests, c.bank_ways);
}

static const char *show_words(wb_web *web, const char *words)
{
    int index = atoi(words);
    const wb_capture_file *c = &web->capture;
    if (web->machine == NULL || index < 0 || index >= wb_machine_finding_count(web->machine))
        return fail(web, "there is no such finding");
    wb_finding f = wb_kernel_finding_text(c->kernel, wb_machine_finding(web->machine, index),
                                          c->pass, c->call);
    put(&web->out, "{");
    put_text(&web->out, "words", f.text != NULL ? f.text : "");
    put(&web->out, "}");
    free((char *)f.text);
    return web->out.text;
}

// Of a run whose writers are known.
static const char *show_writer(wb_web *web, const char *words)
{
    const wb_capture_file *c = &web->capture;
    int memory;
    size_t word;
    if (sscanf(words, "%d %zu", &memory, &word) < 2 || memory < 0 || memory >= c->memory_count ||
        web->machine == NULL)
        return fail(web, "there is no such word, or no run");
    for (int i = 0; i < c->dispatch.resource_count; i++) {
        const wb_machine_resource *r = &c->dispatch.resources[i];
        size_t at = memory_of(c, r) == memory
                        ? (size_t)((const uint8_t *)r->data - c->memory[memory].data) / 4
                        : SIZE_MAX;
        wb_freedom known;
        if (word < at || word - at >= r->size / 4 ||
            !wb_machine_freedom(web->machine, i, (uint32_t)(word - at), &known) || known.when == 0)
            continue;
        put(&web->out, "{\"written\":true,\"line\":%d,", known.written_line);
        put_invocation(&web->out, web, "at", &known.writer);
        put(&web->out, "}");
        return web->out.text;
    }
    put(&web->out, "{\"written\":false}");
    return web->out.text;
}

static const char *run_result(wb_web *web)
{
    const wb_capture_file *c = &web->capture;
    output *out = &web->out;
    int line;
    if (web->machine == NULL) return fail(web, "nothing has run");
    put(out, "{\"ended\":%s,\"laneInstructions\":%" PRIu64 ",\"dependsOnOrder\":%s,\"findings\":[",
        web->has_run && web->stop == WB_STOP_END ? "true" : "false",
        wb_machine_lane_instructions(web->machine),
        wb_machine_depends_on_order(web->machine, &line) ? "true" : "false");
    for (int i = 0; i < wb_machine_finding_count(web->machine); i++) {
        put(out, "%s", comma(i));
        put_finding(web, wb_machine_finding(web->machine, i));
    }
    wb_line_counts *counts = new_counts(web);
    wb_machine_all_line_counts(web->machine, counts, web->line_count);
    put(out, "],");
    put_counts(web, counts);
    free(counts);
    put_cost(web);
    put(out, ",\"hashes\":[");
    for (int i = 0; i < c->memory_count; i++)
        put(out, "%s\"%016" PRIx64 "\"", comma(i),
            wb_hash_bytes(WB_HASH_START, c->memory[i].data, c->memory[i].size));
    put(out, "]}");
    return out->text;
}

static const char *keep(wb_web *web, const char *words)
{
    char *rest;
    const wb_capture_file *c = &web->capture;
    long to = strtol(words, &rest, 10), from = strtol(rest, NULL, 10);
    if (to < 0 || to >= c->memory_count || from < 0 || from >= c->memory_count)
        return fail(web, "there is no such memory");
    wb_web_fill(web, (int)to, c->memory[from].data, c->memory[from].size);
    put(&web->out, "{}");
    return web->out.text;
}

/* ---- The debugger ---- */

static const char *approach(wb_web *web, const char *words)
{
    double most = strtod(words, NULL);
    if (web->debug == NULL) return fail(web, "no work group is chosen");
    web->is_there = wb_debug_approach(web->debug, most > 0 ? (uint64_t)most : 1);
    put(&web->out, "{\"there\":%s}", web->is_there ? "true" : "false");
    return web->out.text;
}

static const char *begin_debug(wb_web *web, const char *words)
{
    char *rest;
    wb_module_error error = {0};
    const wb_capture_file *c = &web->capture;
    wb_debug_desc desc = {.module = &c->kernel->module,
                          .dispatch = &web->dispatch,
                          .subgroup = c->subgroup,
                          .fuse_fma = c->fuse_fma};
    desc.group[0] = (uint32_t)strtoul(words, &rest, 10);
    desc.group[1] = (uint32_t)strtoul(rest, &rest, 10);
    desc.group[2] = (uint32_t)strtoul(rest, NULL, 10);
    wb_debug_free(web->debug);
    web->is_there = false;
    web->debug = wb_debug_create(&desc, &error);
    if (web->debug == NULL) return fail(web, error.text);
    return approach(web, "1");
}

// A letter for each lane: r(uns) next, (ready) elsewhere, (waits at a) b(arrier), d(one); and the
// line of each, with how many have it in a row.
static void put_lanes(wb_web *web)
{
    static wb_debug_lane lanes[WB_MAX_INVOCATIONS];
    output *out = &web->out;
    uint32_t count = wb_debug_lane_count(web->debug);
    int pieces = 0;
    wb_debug_lanes(web->debug, lanes);
    put(out, "\"states\":\"");
    for (uint32_t i = 0; i < count; i++) put(out, "%c", "rebd"[lanes[i].state]);
    put(out, "\",\"laneLines\":[");
    for (uint32_t i = 0, run = 0; i < count; i++) {
        run++;
        if (i + 1 < count && lanes[i + 1].line == lanes[i].line) continue;
        put(out, "%s[%d,%" PRIu32 "]", comma(pieces++), lanes[i].line, run);
        run = 0;
    }
    put(out, "]");
}

static void put_where(wb_web *web)
{
    output *out = &web->out;
    wb_debug_place place = wb_debug_where(web->debug);
    uint32_t count, waiting, ended;
    uint32_t first = wb_debug_selection(web->debug, &count);
    wb_debug_count_lanes(web->debug, &waiting, &ended);
    put(out,
        "\"position\":%" PRIu64 ",\"line\":%d,\"lanes\":%" PRIu32 ",\"inside\":%s,\"lane\":%" PRIu32
        ",\"first\":%" PRIu32 ",\"width\":%" PRIu32 ",\"waiting\":%" PRIu32 ",\"ended\":%" PRIu32
        ",",
        wb_debug_position(web->debug), place.line, place.lanes, place.inside ? "true" : "false",
        wb_debug_selected(web->debug), first, count, waiting, ended);
    put_text(out, "function",
             place.line > 0 ? web->capture.kernel->module.calls[place.call].function : "");
}

static void put_breakpoints(wb_web *web)
{
    const wb_debug_breakpoint *b, *hit = wb_debug_breakpoint_hit(web->debug);
    put(&web->out, "\"hit\":%d,\"breakpoints\":[", hit != NULL ? hit->number : 0);
    for (int i = 0; (b = wb_debug_breakpoint_at(web->debug, i)) != NULL; i++) {
        put(&web->out, "%s{\"number\":%d,\"line\":%d,", comma(i), b->number, b->line);
        put_text(&web->out, "condition", b->condition);
        put(&web->out, "}");
    }
    put(&web->out, "]");
}

static void put_nan(wb_web *web)
{
    const wb_debug_nan *nan = wb_debug_nan_found(web->debug);
    if (nan == NULL) return;
    put(&web->out,
        ",\"nan\":{\"lane\":%" PRIu32 ",\"lanes\":%" PRIu32
        ",\"line\":%d,\"operation\":\"%s\",\"cameIn\":%s}",
        nan->lane, nan->lanes, nan->line, nan->operation, nan->came_in ? "true" : "false");
}

static const char *state(wb_web *web, const char *stop)
{
    output *out = &web->out;
    put(out, "{\"stop\":\"%s\",", stop);
    put_where(web);
    put(out, ",");
    put_lanes(web);
    put(out, ",\"findings\":[");
    for (int i = 0; i < wb_debug_finding_count(web->debug); i++) {
        put(out, "%s", comma(i));
        put_finding(web, wb_debug_finding(web->debug, i));
    }
    put(out, "],\"findingPositions\":[");
    for (int i = 0; i < wb_debug_finding_count(web->debug); i++)
        put(out, "%s%" PRIu64, comma(i), wb_debug_finding_position(web->debug, i));
    put(out, "],");
    put_breakpoints(web);
    wb_line_counts *counts = new_counts(web);
    wb_debug_line_counts(web->debug, counts, web->line_count);
    put(out, ",");
    put_counts(web, counts);
    free(counts);
    put_nan(web);
    put(out, "}");
    return out->text;
}

static const char *const stop_names[] = {
    [WB_DEBUG_ARRIVED] = "arrived", [WB_DEBUG_AT_BREAKPOINT] = "breakpoint",
    [WB_DEBUG_CHANGED] = "changed", [WB_DEBUG_FOUND] = "found",
    [WB_DEBUG_WAITS] = "waits",     [WB_DEBUG_ENDED] = "ended",
    [WB_DEBUG_START] = "start",     [WB_DEBUG_LONG] = "long",
};

static const char *move(wb_web *web, const char *words, bool back)
{
    static const char *const goals[] = {"into",       "over",    "out", "line", "barrier",
                                        "breakpoint", "finding", "nan", "end"};
    char name[16] = "";
    int line = 0;
    sscanf(words, "%15s %d", name, &line);
    for (int i = 0; i < (int)(sizeof goals / sizeof *goals); i++) {
        if (strcmp(name, goals[i]) != 0) continue;
        wb_debug_goal goal = {.until = (wb_debug_until)i, .line = line};
        wb_debug_stop stop =
            back ? wb_debug_back(web->debug, goal) : wb_debug_forward(web->debug, goal);
        return state(web, stop_names[stop]);
    }
    return fail(web, "no such place to go to");
}

static const char *forward(wb_web *web, const char *words)
{
    return move(web, words, false);
}

static const char *back(wb_web *web, const char *words)
{
    return move(web, words, true);
}

static const char *patience(wb_web *web, const char *words)
{
    wb_debug_patience(web->debug, strtoull(words, NULL, 10));
    put(&web->out, "{}");
    return web->out.text;
}

static const char *show_state(wb_web *web, const char *words)
{
    (void)words;
    return state(web, "arrived");
}

static const char *go(wb_web *web, const char *words)
{
    wb_debug_go_to(web->debug, strtoull(words, NULL, 10));
    return state(web, "arrived");
}

static const char *choose(wb_web *web, const char *words)
{
    char *rest;
    uint32_t lane = (uint32_t)strtoul(words, &rest, 10), width = (uint32_t)strtoul(rest, NULL, 10);
    if (lane >= wb_debug_lane_count(web->debug) || (width & (width - 1)) != 0)
        return fail(web, "there are no such lanes");
    wb_debug_select(web->debug, lane, width);
    return state(web, "arrived");
}

static const char *others(wb_web *web, const char *words)
{
    (void)words;
    return state(web, stop_names[wb_debug_bring_others(web->debug)]);
}

static const char *set_breakpoint(wb_web *web, const char *words)
{
    char *condition;
    wb_module_error error = {0};
    int line = (int)strtol(words, &condition, 10);
    condition += strspn(condition, " ");
    if (wb_debug_break(web->debug, line, condition, false, &error) == 0)
        return fail(web, error.text);
    return state(web, "arrived");
}

static const char *delete_breakpoint(wb_web *web, const char *words)
{
    if (!wb_debug_delete(web->debug, (int)strtol(words, NULL, 10)))
        return fail(web, "there is no such breakpoint");
    return state(web, "arrived");
}

/* ---- Values ---- */

// False, with an answer, if there is no such lane.
static bool take_lane(wb_web *web, const char *words, uint32_t *lane)
{
    *lane = (uint32_t)strtoul(words, NULL, 10);
    if (*lane < wb_debug_lane_count(web->debug)) return true;
    fail(web, "there is no such lane");
    return false;
}

static const char *space_name(wb_space space)
{
    static const char *const names[] = {"local",  "uniform", "input", "shared",
                                        "buffer", "block",   "image", "texture"};
    return names[space];
}

// What "shared" and wb_web_memory() show: it can be large.
static bool is_memory(const wb_variable *v)
{
    return v->space == WB_SPACE_SHARED || v->space == WB_SPACE_STORAGE ||
           v->space >= WB_SPACE_IMAGE;
}

static const char *show_variables(wb_web *web, const char *words)
{
    enum { MOST = 128 };
    static const wb_variable *variables[MOST];
    static wb_debug_value value;
    const wb_module *m = &web->capture.kernel->module;
    char type[80], text[TEXT];
    uint32_t lane;
    int shown = 0;
    if (!take_lane(web, words, &lane)) return web->out.text;
    uint32_t count = wb_debug_variables(web->debug, lane, variables, MOST);
    put(&web->out, "{\"variables\":[");
    for (uint32_t i = 0; i < count && i < MOST; i++) {
        const wb_variable *v = variables[i];
        if (strncmp(v->name, "param", 5) == 0 || is_memory(v) ||
            !wb_debug_read(web->debug, lane, v, &value))
            continue;
        put(&web->out, "%s{", comma(shown++));
        put_text(&web->out, "name", *v->name != '\0' ? v->name : v->block);
        put(&web->out, ",");
        put_text(&web->out, "type", wb_debug_type_text(m, v->type, type, sizeof type));
        put(&web->out, ",\"space\":\"%s\",", space_name(v->space));
        put_text(&web->out, "value", wb_debug_value_text(&value, text, sizeof text));
        put(&web->out, "}");
    }
    put(&web->out, "]}");
    return web->out.text;
}

static const char *show_calls(wb_web *web, const char *words)
{
    enum { MOST = WB_MAX_CALL_DEPTH + 1 };
    wb_debug_frame frames[MOST];
    uint32_t lane;
    if (!take_lane(web, words, &lane)) return web->out.text;
    uint32_t count = wb_debug_calls(web->debug, lane, frames, MOST);
    put(&web->out, "{\"calls\":[");
    for (uint32_t i = 0; i < count && i < MOST; i++)
        put(&web->out, "%s{\"function\":\"%s\",\"line\":%d}", comma((int)i), frames[i].function,
            frames[i].line);
    put(&web->out, "]}");
    return web->out.text;
}

// "?" is a value that was never written; null: the words mean nothing where the lane is.
static const char *show_values(wb_web *web, const char *words)
{
    static wb_debug_value value;
    char text[120], *rest;
    wb_module_error error = {0}, first_error = {0};
    uint32_t lanes = wb_debug_lane_count(web->debug);
    unsigned long first = strtoul(words, &rest, 10), count = strtoul(rest, &rest, 10);
    rest += strspn(rest, " ");
    if (first >= lanes || count > lanes - first) return fail(web, "there are no such lanes");
    unsigned long good = 0;
    put(&web->out, "{\"values\":[");
    for (unsigned long i = 0; i < count; i++) {
        put(&web->out, "%s", comma((int)i));
        if (!wb_debug_evaluate(web->debug, (uint32_t)(first + i), rest, &value, &error)) {
            if (good == i && i == 0) first_error = error;
            put(&web->out, "null");
            continue;
        }
        good++;
        const char *shown = wb_debug_value_text(&value, text, sizeof text);
        put_string(&web->out, shown, strlen(shown));
    }
    if (good == 0 && count > 0) return fail(web, first_error.text);
    put(&web->out, "]}");
    return web->out.text;
}

/* ---- Memory ---- */

static const char *show_shared(wb_web *web, const char *words)
{
    (void)words;
    const wb_module *m = &web->capture.kernel->module;
    char text[40], type[80];
    int shown = 0;
    put(&web->out, "{\"variables\":[");
    for (int i = 0; i < m->variable_count; i++) {
        const wb_variable *v = &m->variables[i];
        if (v->space != WB_SPACE_SHARED) continue;
        uint32_t first = v->offset / 4, count = m->types[v->type].size / 4;
        put(&web->out, "%s{", comma(shown++));
        put_text(&web->out, "name", v->name);
        put(&web->out, ",");
        put_text(&web->out, "type", wb_debug_type_text(m, v->type, type, sizeof type));
        put(&web->out, ",\"first\":%" PRIu32 ",\"count\":%" PRIu32 ",\"words\":[", first, count);
        for (uint32_t w = 0; w < count && w < MOST_SHARED; w++) {
            wb_debug_word word = wb_debug_shared_at(web->debug, first + w);
            if (!word.written) {
                put(&web->out, "%snull", comma((int)w));
                continue;
            }
            wb_debug_word_text(m, i, first + w, word.value, text, sizeof text);
            put(&web->out, "%s[\"%s\",%d,%d]", comma((int)w), text, word.lane, word.line);
        }
        put(&web->out, "]}");
    }
    put(&web->out, "]}");
    return web->out.text;
}

static void put_access(wb_web *web, const wb_debug_access *a)
{
    static const char *const kinds[] = {"read", "write", "atomic"};
    const wb_module *m = &web->capture.kernel->module;
    const wb_variable *v = &m->variables[a->variable];
    char name[120];
    int64_t element;
    wb_module_name_word(m, a->variable, a->word, name, sizeof name, &element);
    put(&web->out,
        "{\"kind\":\"%s\",\"space\":\"%s\",\"binding\":%d,\"word\":%" PRIu32 ",\"words\":%" PRIu32
        ",\"lane\":%" PRIu32 ",\"line\":%d,",
        kinds[a->kind], space_name(v->space), v->binding, a->word, a->words, a->lane, a->line);
    put_text(&web->out, "name", name);
    put(&web->out, "}");
}

static const char *put_accesses(wb_web *web, const wb_debug_access *accesses, int count)
{
    put(&web->out, "{\"count\":%d,\"accesses\":[", count);
    for (int i = 0; i < count && i < MOST_ACCESSES; i++) {
        put(&web->out, "%s", comma(i));
        put_access(web, &accesses[i]);
    }
    put(&web->out, "]}");
    return web->out.text;
}

static const char *show_accesses(wb_web *web, const char *words)
{
    (void)words;
    int count;
    const wb_debug_access *accesses = wb_debug_accesses(web->debug, &count);
    return put_accesses(web, accesses, count);
}

static const char *show_next_accesses(wb_web *web, const char *words)
{
    (void)words;
    int count;
    wb_debug_access *accesses = wb_debug_next_accesses(web->debug, &count);
    const char *answer = put_accesses(web, accesses, count);
    free(accesses);
    return answer;
}

static void put_turn(wb_web *web, const wb_debug_turn *turn)
{
    static const char *const kinds[] = {"reads", "writes", "changes"};
    const wb_module *m = &web->capture.kernel->module;
    const wb_debug_access *a = &turn->access;
    char text[60] = "?";
    if (!turn->undefined) wb_debug_word_text(m, a->variable, a->word, a->value, text, sizeof text);
    put(&web->out, "{\"does\":\"%s\",\"lane\":%" PRIu32 ",\"line\":%d,", kinds[a->kind], a->lane,
        a->line);
    put_triple(&web->out, "group", turn->group);
    put(&web->out, ",\"value\":\"%s\"}", text);
}

static void put_order(wb_web *web, const wb_debug_orders *orders, const wb_debug_order *o)
{
    const wb_module *m = &web->capture.kernel->module;
    char before[60] = "?", after[60] = "?";
    if (!o->before_undefined)
        wb_debug_word_text(m, orders->variable, orders->word, o->before, before, sizeof before);
    if (!o->after_undefined)
        wb_debug_word_text(m, orders->variable, orders->word, o->after, after, sizeof after);
    put(&web->out, "{\"before\":\"%s\",\"after\":\"%s\",\"first\":", before, after);
    put_turn(web, &o->first);
    put(&web->out, ",\"second\":");
    put_turn(web, &o->second);
    put(&web->out, "}");
}

static const char *play(wb_web *web, const char *words)
{
    wb_debug_orders orders;
    wb_module_error error = {0};
    long index = strtol(words, NULL, 10);
    if (index < 0 || index >= wb_debug_finding_count(web->debug))
        return fail(web, "there is no such finding");
    if (!wb_debug_play(web->debug, wb_debug_finding(web->debug, (int)index), &orders, &error))
        return fail(web, error.text);
    put(&web->out, "{\"same\":%s,", orders.same ? "true" : "false");
    put_text(&web->out, "object", orders.object);
    put(&web->out, ",\"orders\":[");
    put_order(web, &orders, &orders.order[0]);
    put(&web->out, ",");
    put_order(web, &orders, &orders.order[1]);
    put(&web->out, "]}");
    return web->out.text;
}

const void *wb_web_memory(wb_web *web, int memory, wb_web_when when, size_t *size)
{
    const wb_capture_file *c = &web->capture;
    *size = 0;
    if (memory < 0 || memory >= c->memory_count) return NULL;
    const wb_file_memory *m = &c->memory[memory];
    if ((when == WB_WEB_AFTER && web->machine == NULL) || (when == WB_WEB_HERE && !web->is_there))
        return NULL;
    *size = m->size;
    if (when == WB_WEB_BEFORE) return web->before[memory];
    if (when == WB_WEB_AFTER) return m->data;
    if (m->size > 0) memcpy(web->here, web->before[memory], m->size);
    for (int i = 0; i < c->dispatch.resource_count; i++) {
        const wb_machine_resource *r = &c->dispatch.resources[i];
        if (memory_of(c, r) == memory && r->size > 0)
            memcpy(web->here + ((const uint8_t *)r->data - m->data), wb_debug_memory(web->debug, i),
                   r->size);
    }
    return web->here;
}

void wb_web_fill(wb_web *web, int memory, const void *bytes, size_t size)
{
    if (memory < 0 || memory >= web->capture.memory_count) return;
    size_t room = web->capture.memory[memory].size;
    if (size > 0) memcpy(web->before[memory], bytes, size < room ? size : room);
}

/* ---- Commands ---- */

static const char *show_run(wb_web *web, const char *words)
{
    (void)words;
    return run_result(web);
}

typedef struct command {
    const char *name;
    const char *(*do_it)(wb_web *web, const char *words);
    bool in_group; // it needs a debugger that stands in its group
} command;

static const command commands[] = {
    {"run", begin_run, false},
    {"run-some", run_some, false},
    {"run-result", show_run, false},
    {"words", show_words, false},
    {"wrote", show_writer, false},
    {"keep", keep, false},
    {"debug", begin_debug, false},
    {"approach", approach, false},
    {"state", show_state, true},
    {"forward", forward, true},
    {"back", back, true},
    {"patience", patience, true},
    {"go", go, true},
    {"select", choose, true},
    {"others", others, true},
    {"break", set_breakpoint, true},
    {"delete", delete_breakpoint, true},
    {"variables", show_variables, true},
    {"calls", show_calls, true},
    {"values", show_values, true},
    {"shared", show_shared, true},
    {"accesses", show_accesses, true},
    {"next-accesses", show_next_accesses, true},
    {"play", play, true},
};

const char *wb_web_command(wb_web *web, const char *line)
{
    size_t length = strcspn(line, " ");
    web->out.length = 0;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        const command *c = &commands[i];
        if (strlen(c->name) != length || strncmp(line, c->name, length) != 0) continue;
        if (c->in_group && !web->is_there) return fail(web, "no work group is chosen");
        return c->do_it(web, line + length + strspn(line + length, " "));
    }
    return fail(web, "no such command");
}
