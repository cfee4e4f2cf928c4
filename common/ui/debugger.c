#include "ui/debugger.h"

#include "base/memory.h"
#include "base/message.h"
#include "lesson/stepping.h"
#include "os/text.h"
#include "step/trace.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SLICE = 3000000,     // instructions of lanes between two frames
    PATIENCE = 50000000, // instructions of lanes that a command may take
};

static void has_changed(wb_debugger *debugger)
{
    static int64_t version; // of all debuggers
    debugger->version = ++version;
}

/* ---- The dispatch ---- */

static uint64_t groups_of(const wb_dispatch *d)
{
    return d->knows_groups ? (uint64_t)d->groups[0] * d->groups[1] * d->groups[2] : 1;
}

// The pass with the largest dispatch of the variant's kernel; else the first with a dispatch.
static int first_pass(const wb_app *app)
{
    const wb_trace_pass *pass;
    int best = WB_DEBUGGER_FIRST, first = 0;
    uint64_t most = 0;
    const char *kernel = app->variant->kernel;
    for (int i = 0; (pass = wb_trace_pass_at(true, i)) != NULL; i++) {
        if (pass->dispatches == 0) {
            first += first == i;
            continue;
        }
        if (kernel == NULL || strcmp(pass->dispatch.kernel, kernel) != 0) continue;
        if (groups_of(&pass->dispatch) <= most) continue;
        most = groups_of(&pass->dispatch);
        best = i;
    }
    return best >= 0 ? best : first;
}

// Brings the lesson right in front of the pass.
static bool go_to_pass(wb_app *app, int pass)
{
    bool is_behind = wb_stepper_position(&app->stepper) > pass;
    if (is_behind && !wb_app_step_back(app)) return false;
    while (wb_stepper_position(&app->stepper) < pass)
        if (!wb_app_dispatch(app) || !app->stepper.is_inside) return false;
    return true;
}

static bool catch_dispatch(wb_debugger *debugger, wb_app *app, int pass, int dispatch)
{
    char reason[600];
    wb_catch_begin(&(wb_catch_desc){.number = dispatch});
    bool good = wb_app_dispatch(app);
    debugger->caught = wb_catch_end(reason, sizeof reason);
    if (good && debugger->caught == NULL) wb_error("%s", reason);
    if (!app->stepper.is_inside) wb_app_step_back(app); // it was the last one
    return go_to_pass(app, pass) && debugger->caught != NULL;
}

// Runs a step if none has run yet: only then are its passes known.
static bool learn_passes(wb_app *app)
{
    if (wb_trace_pass_at(true, 0) != NULL) return true;
    return wb_app_finish_step(app) && wb_app_step_back(app);
}

static void take_lines(wb_debugger *debugger)
{
    debugger->line_count = 0;
    for (const char *at = debugger->kernel->text; *at != '\0';) {
        int length = (int)strcspn(at, "\n"), number = ++debugger->line_count;
        wb_finding_place place = wb_kernel_place(debugger->kernel, number);
        debugger->lines =
            wb_grow(debugger->lines, &debugger->line_capacity, number, sizeof *debugger->lines);
        debugger->lines[number - 1] = (wb_debugger_line){at, length, place.file, place.line, false};
        at += length;
        at += *at == '\n';
    }
    const wb_module *m = &debugger->kernel->module;
    for (uint32_t i = 0; i < m->code_count; i++)
        if (m->code[i].line >= 1 && m->code[i].line <= debugger->line_count)
            debugger->lines[m->code[i].line - 1].has_code = true;
}

bool wb_debugger_open(wb_debugger *debugger, wb_app *app, int pass, int dispatch)
{
    wb_debugger_close(debugger);
    if (!learn_passes(app)) return false;
    if (pass == WB_DEBUGGER_FIRST) pass = first_pass(app);
    if (!go_to_pass(app, pass) || !catch_dispatch(debugger, app, pass, dispatch)) {
        wb_debugger_close(debugger);
        return false;
    }
    const wb_trace_pass *traced = wb_trace_pass_at(true, pass);
    debugger->pass = pass;
    debugger->dispatch = dispatch;
    debugger->dispatch_count = traced != NULL ? traced->dispatches : 1;
    debugger->kernel = debugger->caught->capture.kernel;
    take_lines(debugger);
    if (wb_debugger_choose(debugger, (uint32_t[3]){0})) return true;
    wb_debugger_close(debugger);
    return false;
}

/* ---- The group ---- */

static void forget_group(wb_debugger *debugger)
{
    wb_debug_free(debugger->debug);
    free(debugger->footprint);
    debugger->debug = NULL;
    debugger->footprint = NULL;
    debugger->footprint_count = debugger->before_count = debugger->finding = 0;
    debugger->is_there = debugger->is_played = false;
    debugger->refusal[0] = '\0';
    debugger->approach = 0;
    debugger->stop = WB_DEBUG_START;
}

bool wb_debugger_choose(wb_debugger *debugger, const uint32_t group[3])
{
    wb_module_error error;
    wb_debug_desc desc = wb_caught_desc(debugger->caught, group);
    wb_debug *debug = wb_debug_create(&desc, &error);
    if (debug == NULL) {
        wb_error("%s", error.text);
        return false;
    }
    // Breakpoints stay when the user chooses another group, or another dispatch of the kernel
    if (debugger->debug != NULL) wb_debug_take_over(debug, debugger->debug);
    forget_group(debugger);
    debugger->desc = desc;
    debugger->debug = debug;
    wb_debug_patience(debug, PATIENCE);
    wb_debugger_approach(debugger);
    has_changed(debugger);
    return true;
}

bool wb_debugger_choose_dispatch(wb_debugger *debugger, wb_app *app, int dispatch)
{
    wb_debugger before = *debugger; // its pointers lead nowhere once the other is open,
    debugger->debug = NULL;         // but for this
    bool good = wb_debugger_open(debugger, app, before.pass, dispatch);
    if (good && debugger->kernel == before.kernel) {
        wb_debug_take_over(debugger->debug, before.debug);
        memcpy(debugger->watched, before.watched, sizeof debugger->watched);
    }
    wb_debug_free(before.debug);
    return good;
}

void wb_debugger_close(wb_debugger *debugger)
{
    forget_group(debugger);
    wb_catch_forget();
    free(debugger->lines);
    memset(debugger, 0, sizeof *debugger);
    has_changed(debugger);
}

bool wb_debugger_approach(wb_debugger *debugger)
{
    if (debugger->debug == NULL || debugger->is_there) return false;
    debugger->is_there = wb_debug_approach(debugger->debug, SLICE);
    debugger->approach += SLICE;
    has_changed(debugger);
    if (!debugger->is_there) return true;
    debugger->footprint = wb_debug_footprint(debugger->debug, &debugger->footprint_count);
    return false;
}

/* ---- Commands ---- */

bool wb_debugger_is_local(const wb_variable *v)
{
    return v->space == WB_SPACE_ROWS || v->space == WB_SPACE_VALUE || v->space == WB_SPACE_INPUT;
}

static void remember(wb_debugger *debugger)
{
    static wb_debug_value value;
    const wb_variable *variables[WB_DEBUGGER_NAMES];
    uint32_t lane = wb_debug_selected(debugger->debug);
    uint32_t count = wb_debug_variables(debugger->debug, lane, variables, WB_DEBUGGER_NAMES);
    debugger->before_count = 0;
    for (uint32_t i = 0; i < count && i < WB_DEBUGGER_NAMES; i++) {
        if (!wb_debugger_is_local(variables[i]) ||
            !wb_debug_read(debugger->debug, lane, variables[i], &value))
            continue;
        wb_debugger_memory *m = &debugger->before[debugger->before_count++];
        m->variable = variables[i];
        wb_debug_value_text(&value, m->text, sizeof m->text);
    }
}

const char *wb_debugger_before(const wb_debugger *debugger, const wb_variable *variable)
{
    for (int i = 0; i < debugger->before_count; i++)
        if (debugger->before[i].variable == variable) return debugger->before[i].text;
    return NULL;
}

static int newest_finding(const wb_debugger *debugger, int from)
{
    int count = wb_debug_finding_count(debugger->debug);
    return count > from ? count : 0;
}

static void has_gone(wb_debugger *debugger, wb_debug_stop stop, int findings)
{
    const wb_debug_change *change = wb_debug_changed(debugger->debug);
    int newest = newest_finding(debugger, findings);
    debugger->change = change != NULL ? *change : (wb_debug_change){0};
    debugger->missed[0] = '\0';
    if (newest > 0 || debugger->finding > wb_debug_finding_count(debugger->debug)) {
        debugger->finding = newest;
        debugger->is_played = false;
    }
    debugger->stop = stop;
    debugger->refusal[0] = '\0';
    debugger->cursor = 0;
    has_changed(debugger);
}

void wb_debugger_go(wb_debugger *debugger, wb_debug_goal goal, bool back)
{
    int findings = wb_debug_finding_count(debugger->debug);
    remember(debugger);
    wb_debug_stop stop =
        back ? wb_debug_back(debugger->debug, goal) : wb_debug_forward(debugger->debug, goal);
    has_gone(debugger, stop, findings);
    wb_debug_missed(debugger->debug, goal, back, stop, debugger->missed, sizeof debugger->missed);
}

void wb_debugger_bring_others(wb_debugger *debugger)
{
    int findings = wb_debug_finding_count(debugger->debug);
    remember(debugger);
    has_gone(debugger, wb_debug_bring_others(debugger->debug), findings);
}

void wb_debugger_select(wb_debugger *debugger, uint32_t lane, uint32_t width)
{
    uint32_t all = wb_debug_lane_count(debugger->debug);
    if (lane != wb_debug_selected(debugger->debug))
        debugger->before_count = 0; // that was another's
    wb_debug_select(debugger->debug, lane < all ? lane : all - 1, width >= all ? 0 : width);
    has_changed(debugger);
}

/* ---- Breakpoints ---- */

const wb_debug_breakpoint *wb_debugger_breakpoint(const wb_debugger *debugger, int line)
{
    const wb_debug_breakpoint *b;
    for (int i = 0; (b = wb_debug_breakpoint_at(debugger->debug, i)) != NULL; i++)
        if (b->line == line) return b;
    return NULL;
}

void wb_debugger_toggle_breakpoint(wb_debugger *debugger, int line)
{
    wb_module_error error;
    const wb_debug_breakpoint *b = wb_debugger_breakpoint(debugger, line);
    if (b != NULL)
        wb_debug_delete(debugger->debug, b->number);
    else if (wb_debug_line_with_code(debugger->debug, line, line) != 0)
        wb_debug_break(debugger->debug, line, "", false, &error);
    has_changed(debugger);
}

void wb_debugger_set_condition(wb_debugger *debugger, int line, const char *condition)
{
    wb_module_error error;
    const wb_debug_breakpoint *b = wb_debugger_breakpoint(debugger, line);
    if (b == NULL) return;
    int old = b->number;
    debugger->refusal[0] = '\0';
    if (wb_debug_break(debugger->debug, line, condition, false, &error) != 0)
        wb_debug_delete(debugger->debug, old);
    if (error.text[0] != '\0')
        snprintf(debugger->refusal, sizeof debugger->refusal, "%s: %s", condition, error.text);
    has_changed(debugger);
}

const wb_debug_watched *wb_debugger_watched(const wb_debugger *debugger, const char *expression,
                                            bool in_any)
{
    const wb_debug_watched *w;
    uint32_t lane = wb_debug_selected(debugger->debug);
    for (int i = 0; (w = wb_debug_watched_at(debugger->debug, i)) != NULL; i++)
        if (strcmp(w->expression, expression) == 0 && w->in_any == in_any &&
            (in_any || w->lane == lane))
            return w;
    return NULL;
}

void wb_debugger_toggle_watch(wb_debugger *debugger, const char *expression, bool in_any)
{
    wb_module_error error;
    const wb_debug_watched *w = wb_debugger_watched(debugger, expression, in_any);
    debugger->refusal[0] = '\0';
    if (w != NULL)
        wb_debug_delete(debugger->debug, w->number);
    else if (wb_debug_watch(debugger->debug, expression, in_any, &error) == 0)
        snprintf(debugger->refusal, sizeof debugger->refusal, "%s: %s", expression, error.text);
    has_changed(debugger);
}

void wb_debugger_delete(wb_debugger *debugger, int number)
{
    wb_debug_delete(debugger->debug, number);
    has_changed(debugger);
}

/* ---- Findings ---- */

void wb_debugger_play(wb_debugger *debugger, int finding)
{
    wb_module_error error;
    const wb_kernel_finding *f = wb_debug_finding(debugger->debug, finding - 1);
    if (f == NULL) return;
    debugger->finding = finding;
    debugger->is_played = wb_debug_play(debugger->debug, f, &debugger->orders, &error);
    debugger->refusal[0] = '\0';
    if (!debugger->is_played)
        snprintf(debugger->refusal, sizeof debugger->refusal,
                 "It cannot be played in both orders: %s", error.text);
    has_changed(debugger);
}

static int find_code(const wb_debug *debug, const char *code)
{
    const wb_kernel_finding *f;
    for (int i = 0; (f = wb_debug_finding(debug, i)) != NULL; i++)
        if (code == NULL || strcmp(f->code, code) == 0) return i + 1;
    return 0;
}

uint32_t wb_debugger_lane(const wb_debugger *debugger, const wb_invocation *who)
{
    const uint32_t *size = debugger->kernel->module.local_size, *at = who->local;
    return at[0] + size[0] * (at[1] + size[1] * at[2]);
}

// Stops right behind it.
static void stop_at(wb_debugger *debugger, int finding)
{
    const wb_kernel_finding *f = wb_debug_finding(debugger->debug, finding - 1);
    wb_debug_go_to(debugger->debug, wb_debug_finding_position(debugger->debug, finding - 1));
    wb_debug_select(debugger->debug, wb_debugger_lane(debugger, &f->at), 0);
    debugger->before_count = 0;
    debugger->stop = WB_DEBUG_FOUND;
    wb_debugger_play(debugger, finding);
}

static bool find_in_group(wb_debugger *debugger, const char *code)
{
    while (wb_debugger_approach(debugger)) continue;
    wb_debug_forward(debugger->debug, (wb_debug_goal){.until = WB_DEBUG_END});
    int finding = find_code(debugger->debug, code);
    if (finding > 0) stop_at(debugger, finding);
    return finding > 0;
}

bool wb_debugger_seek(wb_debugger *debugger, const char *code)
{
    if (find_in_group(debugger, code)) return true;
    wb_debug_run_rest(debugger->debug);
    int finding = find_code(debugger->debug, code);
    uint32_t group[3];
    if (finding > 0) {
        memcpy(group, wb_debug_finding(debugger->debug, finding - 1)->at.group, sizeof group);
        if (wb_debugger_choose(debugger, group) && find_in_group(debugger, code)) return true;
    } else if (wb_debugger_choose(debugger, (uint32_t[3]){0})) {
        wb_error("%s has not been found in this dispatch", code != NULL ? code : "a fault");
    }
    return false;
}

/* ---- The picture ---- */

// How many cells an invocation works on, as a power of two: 32 where a word is a row of 32 cells.
static uint64_t cells_each(uint64_t cells, uint64_t invocations)
{
    uint64_t each = 1;
    while (each * invocations < cells && each < 4096) each *= 2;
    return each;
}

// How many cells a group has along an axis: some for each invocation, or, if the invocations do not
// lie along this axis, some for the group. False if groups would be left without cells.
static bool share(int cells, uint32_t groups, uint32_t size, uint64_t *a_group)
{
    *a_group = size * cells_each((uint64_t)cells, (uint64_t)groups * size);
    if ((groups - 1) * *a_group >= (uint64_t)cells) *a_group = cells_each((uint64_t)cells, groups);
    return (groups - 1) * *a_group < (uint64_t)cells;
}

void wb_debugger_group_of_cell(const uint32_t groups[3], const uint32_t size[3],
                               const wb_cells *cells, int column, int row, uint32_t group[3])
{
    uint64_t x, y, index, all = (uint64_t)cells->columns * (uint64_t)cells->rows;
    bool is_list = size[1] == 1, is_row = is_list && groups[1] == 1;
    bool good = share(cells->columns, groups[0], size[0], &x);
    good = share(cells->rows, groups[1], size[1], &y) && good;
    if ((good && !is_row) || !is_list) { // x along the rows
        group[0] = (uint32_t)((uint64_t)column / x);
        group[1] = (uint32_t)((uint64_t)row / y);
        return;
    }
    good = share(cells->rows, groups[0], size[0], &x);
    good = share(cells->columns, groups[1], size[1], &y) && good;
    if (good && !is_row) { // x down the columns
        group[0] = (uint32_t)((uint64_t)row / x);
        group[1] = (uint32_t)((uint64_t)column / y);
        return;
    }
    uint64_t each = cells_each(all, (uint64_t)groups[0] * groups[1] * size[0]);
    index = ((uint64_t)row * (uint64_t)cells->columns + (uint64_t)column) / (size[0] * each);
    group[0] = (uint32_t)(index % groups[0]);
    group[1] = (uint32_t)(index / groups[0]);
}

bool wb_debugger_group_at_mouse(const wb_debugger *debugger, const wb_app *app, uint32_t group[3])
{
    wb_cells cells;
    wb_view view = wb_app_view(app);
    const uint32_t *groups = debugger->desc.dispatch->groups;
    memset(group, 0, 3 * sizeof *group);
    if (!debugger->is_there || view.mouse_x < 0.0f || !wb_debugger_is_in_picture(debugger, app))
        return false;
    if (app->part->group_at != NULL) {
        if (!app->part->group_at(&view, group)) return false;
    } else if (wb_app_cells(app, &cells)) {
        float x = floorf((view.mouse_x - cells.grid.x) / cells.grid.scale);
        float y = floorf((view.mouse_y - cells.grid.y) / cells.grid.scale);
        bool inside = x >= 0.0f && y >= 0.0f && x < (float)cells.columns && y < (float)cells.rows;
        if (!inside) return false;
        wb_debugger_group_of_cell(groups, debugger->kernel->module.local_size, &cells, (int)x,
                                  (int)y, group);
    }
    return group[0] < groups[0] && group[1] < groups[1] && group[2] < groups[2];
}

// The number of the resource that a variable shows; -1: none.
static int find_resource(const wb_debugger *debugger, const wb_variable *v)
{
    const wb_machine_dispatch *d = &debugger->caught->capture.dispatch;
    for (int i = 0; i < d->resource_count; i++)
        if (d->resources[i].space == v->space && d->resources[i].binding == v->binding) return i;
    return -1;
}

// The resource of a block, if `buffer` is NULL or its name; else NULL.
static const wb_machine_resource *resource_of(const wb_debugger *debugger, const wb_variable *v,
                                              const char *buffer)
{
    const wb_capture *c = &debugger->caught->capture;
    int i = find_resource(debugger, v);
    bool is_it =
        i >= 0 && (buffer == NULL || strcmp(c->memory[c->memory_of[i]].label, buffer) == 0);
    return is_it ? &c->dispatch.resources[i] : NULL;
}

bool wb_debugger_cells(const wb_debugger *debugger, const wb_debug_access *access,
                       const wb_cells *cells, int *column, int *row, int *count)
{
    const wb_variable *v = &debugger->kernel->module.variables[access->variable];
    const wb_machine_resource *r = resource_of(debugger, v, cells->buffer);
    if (r == NULL) return false;
    int columns = cells->columns, rows = cells->rows, width = columns;
    size_t words = r->size / 4, all = (size_t)columns * (size_t)rows;
    uint32_t each = 1; // words of a cell
    *count = 1;
    if (v->space == WB_SPACE_IMAGE) {
        if (r->width != columns || r->height != rows) return false;
    } else if (columns >= 32 && words == (size_t)((columns + 31) / 32) * (size_t)rows) {
        *count = 32; // a cell is a bit
        width = (columns + 31) / 32;
    } else if (all > 0 && words >= all && words % all == 0) {
        each = (uint32_t)(words / all);
    } else if (words == 0 || words >= all || words + (size_t)columns <= all) {
        return false; // not even but for the end of the last row
    }
    *column = (int)(access->word / each % (uint32_t)width) * *count;
    *row = (int)(access->word / each / (uint32_t)width);
    if (*column + *count > columns) *count = columns - *column;
    return *row < rows;
}

bool wb_debugger_is_in_picture(const wb_debugger *debugger, const wb_app *app)
{
    int column, row, count;
    wb_cells cells;
    // It shows the dispatch of the variant's kernel, and no other
    if (app->part->group_at != NULL)
        return strcmp(debugger->kernel->name, app->variant->kernel) == 0;
    if (!wb_app_cells(app, &cells)) return false;
    for (int i = 0; i < debugger->footprint_count; i++)
        if (wb_debugger_cells(debugger, &debugger->footprint[i], &cells, &column, &row, &count))
            return true;
    return false;
}

// Whether `name` is one of the words of `list`; and the first of them.
static bool is_listed(const char *list, const char *name, char first[64])
{
    char words[200], *rest = words, *word;
    snprintf(words, sizeof words, "%s", list);
    snprintf(first, 64, "%.*s", (int)strcspn(words, " "), words);
    while ((word = strsep(&rest, " ")) != NULL)
        if (strcmp(word, name) == 0) return true;
    return false;
}

const wb_buffer *wb_debugger_place(const wb_debugger *debugger, const wb_part *part,
                                   const wb_debug_access *access, size_t *element)
{
    const wb_capture *c = &debugger->caught->capture;
    const wb_variable *v = &debugger->kernel->module.variables[access->variable];
    int resource = v->space == WB_SPACE_STORAGE ? find_resource(debugger, v) : -1;
    if (resource < 0) return NULL;
    const char *label = c->memory[c->memory_of[resource]].label;
    const wb_buffer *buffer = wb_buffer_find(label);
    if (buffer == NULL || buffer->shape[0] == 0) return NULL;
    char first[64];
    for (int i = 0; part->places[i] != NULL; i++) {
        if (!is_listed(part->places[i], label, first)) continue;
        const wb_buffer *places = wb_buffer_find(first);
        *element = access->word / ((size_t)buffer->size_bytes / 4 / buffer->shape[0]);
        return places != NULL && *element < places->shape[0] ? places : NULL;
    }
    return NULL;
}
