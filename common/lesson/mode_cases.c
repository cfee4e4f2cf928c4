// --task NAME --capture DIRECTORY: the cases of a task, for the book. In each case every dispatch
// is written as a capture, and every comparison with the oracle with what it expects: a page runs
// the dispatches by itself, and then compares. What a dispatch finds as an earlier one has left it
// is marked, because there it is the reader's kernel that has left it.
#include "lesson/modes.h"

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "gl/floats.h"
#include "gl/pass.h"
#include "lesson/barrier_run.h"
#include "lesson/mode_check.h"
#include "lesson/task_list.h"
#include "machine/capture_file.h"
#include "os/path.h"
#include "watch/capture.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// A part of a buffer, or a texture, as the last dispatch has left it.
typedef struct part {
    GLuint object;
    bool is_texture;
    int64_t offset;
    size_t size;
    uint8_t *bytes;
    bool is_written, is_compared;
} part;

static struct {
    const char *directory, *lesson;
    wb_output list; // steps.json
    int files, steps;
    bool failed, tells; // tells: what went into each number
    part *parts;
    int part_count, part_capacity;
    char compared[1000]; // names of what has been compared: "|cells|next|"
    wb_dispatch described;
    wb_capture capture;
    bool is_taken;
} cases;

/* ---- Files ---- */

static void *open_file(const char *ending, wb_output *output, char *name, size_t size)
{
    char path[1200];
    snprintf(name, size, "%d.%s", cases.files++, ending);
    snprintf(path, sizeof path, "%s/%s", cases.directory, name);
    if (wb_file_create(output, path)) return output->stream;
    cases.failed = true;
    return NULL;
}

static void close_file(wb_output *output)
{
    cases.failed = !wb_file_commit(output) || cases.failed;
}

// A step's beginning: the members of an object follow.
static FILE *next_step(const char *what)
{
    fprintf(cases.list.stream, "%s\n    {\"step\": \"%s\"", cases.steps++ > 0 ? "," : "", what);
    return cases.list.stream;
}

/* ---- What is known of the memory ---- */

static void forget_parts(void)
{
    for (int i = 0; i < cases.part_count; i++) free(cases.parts[i].bytes);
    cases.part_count = 0;
    snprintf(cases.compared, sizeof cases.compared, "|");
}

static bool is_of(const part *p, const wb_capture_memory *m)
{
    return p->is_texture == (m->texture != 0) &&
           p->object == (m->texture != 0 ? m->original : m->buffer);
}

static bool is_same_part(const part *p, const wb_capture_memory *m)
{
    return is_of(p, m) && p->offset == m->offset && p->size == m->size;
}

static part *find_part(const wb_capture_memory *m)
{
    for (int i = 0; i < cases.part_count; i++)
        if (is_same_part(&cases.parts[i], m)) return &cases.parts[i];
    return NULL;
}

// What the dispatch has left, or has not touched; also in other parts of the same buffer.
static void keep_part(const wb_capture_memory *m)
{
    const uint8_t *bytes = m->after != NULL ? m->after : m->before;
    if (find_part(m) == NULL) {
        cases.parts =
            wb_grow(cases.parts, &cases.part_capacity, cases.part_count + 1, sizeof *cases.parts);
        cases.parts[cases.part_count++] = (part){m->texture != 0 ? m->original : m->buffer,
                                                 m->texture != 0,
                                                 m->offset,
                                                 m->size,
                                                 wb_or_end(malloc(m->size + 1)),
                                                 false,
                                                 false};
    }
    if (m->after != NULL) find_part(m)->is_written = true;
    for (int i = 0; i < cases.part_count; i++) {
        part *p = &cases.parts[i];
        int64_t from = m->offset > p->offset ? m->offset : p->offset;
        int64_t end = m->offset + (int64_t)m->size, other = p->offset + (int64_t)p->size;
        if (other < end) end = other;
        if (is_of(p, m) && from < end)
            memcpy(p->bytes + (from - p->offset), bytes + (from - m->offset), (size_t)(end - from));
    }
}

/* ---- Dispatches ---- */

static void write_capture(FILE *file, const char *pass, const char *call)
{
    const wb_capture *c = &cases.capture;
    wb_file_memory *memory = wb_or_end(calloc((size_t)c->memory_count + 1, sizeof *memory));
    for (int i = 0; i < c->memory_count; i++)
        memory[i] = (wb_file_memory){c->memory[i].label, c->memory[i].work, c->memory[i].size,
                                     c->memory[i].is_written};
    wb_capture_file_write(&(wb_capture_file){.kernel = c->kernel,
                                             .lesson = cases.lesson,
                                             .pass = pass,
                                             .call = call,
                                             .dispatch = c->dispatch,
                                             .memory = memory,
                                             .memory_count = c->memory_count,
                                             .subgroup = wb_kernel_subgroup_size(c->kernel),
                                             .fuse_fma = wb_floats_of_driver()->fuses_fma},
                          file);
    free(memory);
}

// Of a memory that an earlier dispatch has left: what the host has written since, as pairs of a
// word and its value. Zeroed in the capture, which then takes no room.
static void write_changes(FILE *list, wb_capture_memory *m, const part *known)
{
    wb_output output;
    char name[40];
    FILE *file = NULL;
    for (size_t i = 0; i + 4 <= m->size; i += 4) {
        if (memcmp(m->before + i, known->bytes + i, 4) == 0) continue;
        uint32_t pair[2] = {(uint32_t)(i / 4), 0};
        memcpy(&pair[1], m->before + i, 4);
        if (file == NULL) file = open_file("words", &output, name, sizeof name);
        if (file != NULL) fwrite(pair, sizeof pair, 1, file);
    }
    fprintf(list, ", \"known\": true");
    if (file == NULL) return;
    fprintf(list, ", \"changes\": \"%s\"", name);
    close_file(&output);
}

static void write_memories(FILE *list)
{
    wb_capture *c = &cases.capture;
    fprintf(list, ", \"memories\": [");
    for (int i = 0; i < c->memory_count; i++) {
        wb_capture_memory *m = &c->memory[i];
        const part *known = find_part(m);
        fprintf(list, "%s{\"id\": \"%s%u\", \"offset\": %" PRId64, i > 0 ? ", " : "",
                m->texture != 0 ? "t" : "b", m->texture != 0 ? m->original : m->buffer, m->offset);
        if (known != NULL) {
            write_changes(list, m, known);
            memset(m->work, 0, m->size);
        }
        fprintf(list, "}");
    }
    fprintf(list, "]");
}

static void before_dispatch(wb_call *call)
{
    wb_output output;
    char name[40];
    wb_dispatch *d = &cases.described;
    wb_dispatch_describe(d, call, WB_DISPATCH_LABELS | WB_DISPATCH_UNIFORMS | WB_DISPATCH_GROUPS);
    const wb_kernel *kernel = wb_kernel_of(d);
    bool is_empty = d->groups[0] == 0 || d->groups[1] == 0 || d->groups[2] == 0;
    if (is_empty && !d->is_indirect) return;
    if (is_empty)
        d->groups[0] = d->groups[1] = d->groups[2] = 1; // the page takes them from the buffer
    cases.is_taken = kernel != NULL && kernel->runs && wb_capture_take(&cases.capture, d, kernel);
    FILE *list = next_step(cases.is_taken ? "dispatch" : "skipped");
    if (cases.is_taken) {
        write_memories(list);
        FILE *file = open_file("capture", &output, name, sizeof name);
        if (file != NULL) {
            write_capture(file, wb_pass_name() != NULL ? wb_pass_name() : "", d->call);
            close_file(&output);
        }
        fprintf(list, ", \"capture\": \"%s\"", name);
        if (d->is_indirect)
            fprintf(list, ", \"groups\": {\"id\": \"b%u\", \"offset\": %" PRId64 "}", d->commands,
                    d->commands_offset);
    }
    fprintf(list, ", \"kernel\": ");
    wb_json_string(list, kernel != NULL ? kernel->name : "");
    fprintf(list, "}");
}

static void after_dispatch(wb_call *call)
{
    (void)call;
    if (cases.is_taken) wb_capture_take_result(&cases.capture);
    for (int i = 0; cases.is_taken && i < cases.capture.memory_count; i++)
        keep_part(&cases.capture.memory[i]);
    wb_capture_free(&cases.capture);
    cases.is_taken = false;
}

/* ---- Comparisons ---- */

static bool is_part_of(const part *p, const wb_buffer *named)
{
    return named != NULL && p->is_texture == (named->target != GL_NONE) && p->object == named->id;
}

// Where what is compared lies; NULL: nowhere as it is. The buffer of that name comes first, then
// objects of its size, then others; of two that hold the same, the one that came later.
static const part *find_source(const char *name, const void *bytes, size_t size, size_t *at)
{
    const wb_buffer *named = wb_buffer_find(name);
    for (int pass = 0; pass < 3; pass++)
        for (int i = cases.part_count - 1; i >= 0; i--) {
            const part *p = &cases.parts[i];
            if (pass == 0 && !is_part_of(p, named)) continue;
            if (pass == 1 ? p->size != size : p->size < size) continue;
            for (*at = 0; *at + size <= p->size; *at += 4)
                if (memcmp(p->bytes + *at, bytes, size) == 0) return p;
        }
    *at = 0;
    return NULL;
}

// Numbers that the oracle takes out of records, or puts into another order: each record of `width`
// words is found again, by its bits, in a part that has one every `stride` words, from `first` on.
typedef struct gather {
    const part *from;
    size_t width, stride, first, count; // count: of the part's records
    uint32_t *sorted;                   // places of its records, in words, by their bits
} gather;

static const gather *sorting; // qsort() hands nothing on

static int compare_places(const void *a, const void *b)
{
    const uint8_t *bytes = sorting->from->bytes;
    int order = memcmp(bytes + 4 * (size_t) * (const uint32_t *)a,
                       bytes + 4 * (size_t) * (const uint32_t *)b, 4 * sorting->width);
    return order != 0 ? order : (*(const uint32_t *)a > *(const uint32_t *)b) - 1;
}

// The places of the `count` records; NULL if one is not there.
static uint32_t *find_places(gather *g, const uint8_t *records, size_t count)
{
    uint32_t *places = wb_or_end(calloc(count + 1, sizeof *places));
    g->sorted = wb_or_end(calloc(g->count + 1, sizeof *g->sorted));
    for (size_t i = 0; i < g->count; i++) g->sorted[i] = (uint32_t)(g->first + i * g->stride);
    bool in_order = g->count >= count; // record i at place i: no need to look for it
    for (size_t i = 0; i < count && in_order; i++) {
        places[i] = g->sorted[i];
        in_order = memcmp(g->from->bytes + 4 * (size_t)places[i], records + 4 * g->width * i,
                          4 * g->width) == 0;
    }
    sorting = g;
    bool found = true;
    if (!in_order) qsort(g->sorted, g->count, sizeof *g->sorted, compare_places);
    for (size_t i = 0; i < count && found && !in_order; i++) {
        size_t low = 0, high = g->count;
        const uint8_t *wanted = records + 4 * g->width * i;
        while (low < high) {
            size_t middle = (low + high) / 2;
            const uint8_t *there = g->from->bytes + 4 * (size_t)g->sorted[middle];
            if (memcmp(there, wanted, 4 * g->width) < 0)
                low = middle + 1;
            else
                high = middle;
        }
        found = low < g->count &&
                memcmp(g->from->bytes + 4 * (size_t)g->sorted[low], wanted, 4 * g->width) == 0;
        if (found) places[i] = g->sorted[low];
    }
    free(g->sorted);
    if (found) return places;
    free(places);
    return NULL;
}

static bool has_record(const gather *g, const uint8_t *record)
{
    for (size_t i = 0; i < g->count; i++)
        if (memcmp(g->from->bytes + 4 * (g->first + i * g->stride), record, 4 * g->width) == 0)
            return true;
    return false;
}

// Where the records of an array come from, the part of the least stride first; NULL: from nowhere.
static uint32_t *gather_array(const wb_array *got, gather *g)
{
    enum { MOST_STRIDE = 16 };
    size_t count = wb_array_count(got);
    g->width = got->dimensions > 1 && got->fields == NULL ? got->shape[got->dimensions - 1] : 1;
    if (g->width == 0 || g->width > MOST_STRIDE) return NULL;
    for (g->stride = g->width; g->stride <= MOST_STRIDE; g->stride++)
        for (g->first = 0; g->first + g->width <= g->stride; g->first++)
            for (int i = 0; i < cases.part_count; i++) {
                g->from = &cases.parts[i];
                size_t words = g->from->size / 4;
                g->count =
                    words < g->first + g->width ? 0 : (words - g->first - g->width) / g->stride + 1;
                const uint8_t *records = got->data;
                if (!has_record(g, records) ||
                    !has_record(g, records + 4 * (count - g->width))) // spares most of the sorting
                    continue;
                uint32_t *places = find_places(g, records, count / g->width);
                if (places != NULL) return places;
            }
    return NULL;
}

static void write_shape(FILE *list, const wb_array *got)
{
    fprintf(list, ", \"type\": %d, \"shape\": [", got->type);
    for (int d = 0; d < got->dimensions; d++)
        fprintf(list, "%s%zu", d > 0 ? ", " : "", got->shape[d]);
    fprintf(list, "], \"fields\": [");
    for (const wb_field *f = got->fields; f != NULL && f->name != NULL; f++) {
        fprintf(list, "%s[", f > got->fields ? ", " : "");
        wb_json_string(list, f->name);
        fprintf(list, ", %d, %d]", f->type, f->count);
    }
    fprintf(list, "]");
}

static const char *write_file(const char *ending, const void *data, size_t size, size_t count)
{
    static char name[40];
    wb_output output;
    FILE *file = open_file(ending, &output, name, sizeof name);
    if (file != NULL) {
        fwrite(data, size, count, file);
        close_file(&output);
    }
    return name;
}

// What went into each number, for the message about the first that is wrong.
static void write_inputs(FILE *list, const char *buffer, size_t count)
{
    enum { MOST = 8192 };
    wb_output output;
    char name[40], text[300];
    FILE *file = count <= MOST ? open_file("inputs", &output, name, sizeof name) : NULL;
    for (size_t i = 0; file != NULL && i < count; i++) {
        *text = '\0';
        wb_current_part()->inputs(buffer, i, wb_frame(), text, sizeof text);
        fprintf(file, "%s\n", text);
    }
    if (file == NULL) return;
    close_file(&output);
    fprintf(list, ", \"inputs\": \"%s\"", name);
}

static void on_comparison(const wb_comparison *c)
{
    size_t count = wb_array_count(c->got), at = 0;
    gather g = {0};
    uint32_t *places = NULL;
    const part *source = count > 0 ? find_source(c->name, c->got->data, 4 * count, &at) : NULL;
    if (source == NULL && count > 0) places = gather_array(c->got, &g);
    if (places != NULL) source = g.from;
    if (source != NULL) cases.parts[source - cases.parts].is_compared = true;
    if (source != NULL || count == 0)
        wb_text_append(cases.compared, sizeof cases.compared, "%s|", c->name);
    FILE *list = next_step(count == 0 ? "empty" : source != NULL ? "compare" : "derived");
    fprintf(list, ", \"how\": %d, \"name\": ", c->how);
    wb_json_string(list, c->name);
    write_shape(list, c->got);
    if (source != NULL) {
        fprintf(list, ", \"id\": \"%s%u\", \"offset\": %" PRId64, source->is_texture ? "t" : "b",
                source->object, source->offset + (int64_t)at);
        fprintf(list, ", \"absolute\": %.17g, \"relative\": %.17g", c->absolute, c->relative);
        fprintf(list, ", \"expected\": \"%s\"",
                write_file("expected", c->expected, c->how == WB_CLOSE ? 8 : 4, count));
    }
    if (places != NULL)
        fprintf(list, ", \"width\": %zu, \"places\": \"%s\"", g.width,
                write_file("places", places, 4, count / g.width));
    free(places);
    if (cases.tells && source != NULL) write_inputs(list, c->name, count);
    fprintf(list, "}");
}

/* ---- The cases ---- */

static const wb_calls_row rows[] = {
    {"glDispatchCompute", before_dispatch, after_dispatch, 0},
    {"glDispatchComputeIndirect", before_dispatch, after_dispatch, 0},
    {0},
};
static const wb_calls_listener listener = {.rows = rows};

// Parts of the state that a dispatch has written, and that are compared with nothing: code of the
// lesson judges them.
static void note_unjudged(void)
{
    for (int i = 0; wb_buffer_at(i) != NULL; i++) {
        const wb_buffer *b = wb_buffer_at(i);
        bool is_written = false, is_compared = false;
        for (int k = 0; k < cases.part_count; k++) {
            bool is_it = is_part_of(&cases.parts[k], b);
            is_written = is_written || (is_it && cases.parts[k].is_written);
            is_compared = is_compared || (is_it && cases.parts[k].is_compared);
        }
        // Two buffers may hold the same: then the name tells
        char name[WB_LABEL_SIZE + 2];
        snprintf(name, sizeof name, "|%s|", b->name);
        is_compared = is_compared || strstr(cases.compared, name) != NULL;
        if (!b->state || !is_written || is_compared) continue;
        FILE *list = next_step("derived");
        fprintf(list, ", \"name\": ");
        wb_json_string(list, b->name);
        fprintf(list, "}");
    }
}

static wb_result verify(wb_app *app, void *user)
{
    (void)user;
    wb_result result;
    if (app->part->verify != NULL) {
        result = app->part->verify();
    } else {
        wb_reading_begins();
        result = wb_verify_state();
        wb_reading_ends();
    }
    note_unjudged();
    return result;
}

static bool run_case(wb_app *app, const char *text, int frames)
{
    FILE *list = cases.list.stream;
    wb_params_restore(app->lesson, &app->defaults);
    forget_parts();
    cases.steps = 0;
    fprintf(list, "%s\n  {\"early\": %s, \"case\": ", ftell(list) > 1 ? "," : "",
            frames > 0 ? "true" : "false");
    wb_json_string(list, text);
    fprintf(list, ", \"steps\": [");
    cases.tells = frames > 0 && app->part->inputs != NULL;
    int most = app->part->check_frames > 0 ? app->part->check_frames : 1;
    bool good = wb_params_set(app->lesson, text) &&
                wb_check_run(app, text, frames > 0 ? frames : most, verify, NULL) == WB_RIGHT;
    fprintf(list, "]}");
    return good;
}

// Where every frame has an answer, the first that goes wrong says more than the last: these come
// before the whole case, as lesson/explain.c has them after it.
static bool run_cases(wb_app *app, const wb_variant *variant)
{
    const char *const *all = wb_cases_of(app->lesson, variant);
    bool good = true;
    wb_app_choose(app, variant);
    bool has_answers = app->part->verify == NULL && app->part->check_frames > 1;
    for (int i = 0; good && i < WB_MOST_CASES && all[i] != NULL; i++) {
        for (int frames = 1; good && has_answers && frames <= 2; frames++)
            good = run_case(app, all[i], frames);
        good = good && run_case(app, all[i], WB_FRAMES_NOT_GIVEN);
    }
    return good && !cases.failed;
}

int wb_run_cases(wb_app *app)
{
    const wb_variant *variant = wb_task_variant(app->lesson, app->options.task);
    char path[1200];
    if (variant == NULL) {
        wb_error("--capture: the task %s has no kernel", app->options.task->name);
        return WB_EXIT_USAGE;
    }
    cases.directory = app->options.capture;
    cases.lesson = app->lesson->id;
    if (!wb_path_make_directory(cases.directory)) {
        wb_error("%s: %s", cases.directory, strerror(errno));
        return WB_EXIT_USAGE;
    }
    snprintf(path, sizeof path, "%s/steps.json", cases.directory);
    if (!wb_file_create(&cases.list, path)) return WB_EXIT_USAGE;
    wb_calls_listen(WB_CALLS_CATCH, &listener);
    wb_check_listen(on_comparison);
    fprintf(cases.list.stream, "[");
    bool good = run_cases(app, variant);
    forget_parts();
    free(cases.parts);
    fprintf(cases.list.stream, "]\n");
    wb_check_listen(NULL);
    wb_calls_listen(WB_CALLS_CATCH, NULL);
    wb_dispatch_free(&cases.described);
    good = wb_file_commit(&cases.list) && good;
    return good ? WB_EXIT_GOOD : WB_EXIT_FAILED;
}
