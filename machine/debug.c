/* The kernel debugger: a group, from its creation to its end; breakpoints. */
#include "machine/debug_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- A copy of the dispatch's memory ---- */

static bool fail(wb_module_error *error, const char *text)
{
    *error = (wb_module_error){0};
    snprintf(error->text, sizeof error->text, "%s", text);
    return false;
}

static int compare_copies(const void *a, const void *b)
{
    const wb_copy *x = a, *y = b;
    return (x->from > y->from) - (x->from < y->from);
}

// What overlaps is one, as bindings of one buffer have to stay.
static bool copy_memory(wb_debug *d)
{
    const wb_machine_dispatch *dispatch = d->desc.dispatch;
    d->copies = calloc((size_t)dispatch->resource_count + 1, sizeof *d->copies);
    if (d->copies == NULL) return false;
    for (int i = 0; i < dispatch->resource_count; i++)
        d->copies[i] = (wb_copy){dispatch->resources[i].data, NULL, dispatch->resources[i].size};
    qsort(d->copies, (size_t)dispatch->resource_count, sizeof *d->copies, compare_copies);
    for (int i = 0; i < dispatch->resource_count; i++) {
        wb_copy *last = d->copy_count > 0 ? &d->copies[d->copy_count - 1] : NULL, c = d->copies[i];
        if (last != NULL && c.from < last->from + last->size) {
            size_t end = (size_t)(c.from - last->from) + c.size;
            if (end > last->size) last->size = end;
        } else
            d->copies[d->copy_count++] = c;
    }
    for (int i = 0; i < d->copy_count; i++) {
        wb_copy *c = &d->copies[i];
        c->data = malloc(c->size + 8);
        if (c->data == NULL) return false;
        if (c->size > 0) memcpy(c->data, c->from, c->size);
    }
    return true;
}

static void *copy_of(const wb_debug *d, const void *data)
{
    const uint8_t *at = data;
    for (int i = 0; i < d->copy_count; i++) {
        const wb_copy *c = &d->copies[i];
        if (at >= c->from && at <= c->from + c->size && (at < c->from + c->size || c->size == 0))
            return c->data + (at - c->from);
    }
    return NULL;
}

/* ---- Creation ---- */

static bool make_machine(wb_debug *d, wb_module_error *error)
{
    const wb_machine_dispatch *from = d->desc.dispatch;
    wb_machine_dispatch dispatch = *from;
    wb_machine_resource *resources = calloc((size_t)from->resource_count + 1, sizeof *resources);
    if (resources == NULL || !copy_memory(d)) {
        free(resources);
        return fail(error, "out of memory");
    }
    for (int i = 0; i < from->resource_count; i++) {
        resources[i] = from->resources[i];
        resources[i].data = copy_of(d, from->resources[i].data);
    }
    dispatch.resources = resources;
    wb_machine_options options = {.check = true,
                                  .check_races = true,
                                  .count = true,
                                  .subgroup = d->desc.subgroup,
                                  .fuse_fma = d->desc.fuse_fma,
                                  .budget = UINT64_MAX};
    d->machine = wb_machine_create(d->module, &dispatch, &options, error);
    free(resources);
    if (d->machine == NULL) return false;
    d->resident = d->machine->options.resident;
    d->machine->options.resident = 1; // none after the chosen one begins before it
    return true;
}

// Whether instruction k, behind those of a function, is on the line that called it: then a part of
// that line has run before.
static bool comes_back(const wb_debug *d, uint32_t k)
{
    const wb_instruction *code = d->module->code, *i = &code[k];
    uint32_t before = k - 1, depth = d->depths[i->call];
    while (before > 0 && d->depths[code[before].call] > depth) before--;
    return before < k - 1 && code[before].call == i->call && code[before].line == i->line;
}

static bool find_calls(wb_debug *d)
{
    const wb_module *m = d->module;
    d->depths = calloc((size_t)m->call_count + 1, sizeof *d->depths);
    d->returns = calloc((size_t)m->code_count + 1, sizeof *d->returns);
    if (d->depths == NULL || d->returns == NULL) return false;
    for (uint32_t i = 1; i < m->call_count; i++) d->depths[i] = d->depths[m->calls[i].caller] + 1;
    for (uint32_t k = 1; k < m->code_count; k++) {
        bool same =
            m->code[k].line == m->code[k - 1].line && m->code[k].call == m->code[k - 1].call;
        d->returns[k] = same ? d->returns[k - 1] : comes_back(d, k);
    }
    return true;
}

wb_debug *wb_debug_create(const wb_debug_desc *desc, wb_module_error *error)
{
    const uint32_t *groups = desc->dispatch->groups, *g = desc->group;
    *error = (wb_module_error){0};
    if (g[0] >= groups[0] || g[1] >= groups[1] || g[2] >= groups[2]) {
        snprintf(error->text, sizeof error->text,
                 "there is no work group (%u, %u, %u): there are %u x %u x %u", g[0], g[1], g[2],
                 groups[0], groups[1], groups[2]);
        return NULL;
    }
    wb_debug *d = calloc(1, sizeof *d);
    if (d == NULL) {
        fail(error, "out of memory");
        return NULL;
    }
    d->desc = *desc;
    d->module = desc->module;
    d->number = (g[2] * groups[1] + g[1]) * groups[0] + g[0];
    d->patience = 200000000;
    if (make_machine(d, error) && (find_calls(d) || fail(error, "out of memory"))) return d;
    wb_debug_free(d);
    return NULL;
}

void wb_debug_free(wb_debug *d)
{
    if (d == NULL) return;
    wb_debug_free_past(d);
    wb_machine_free(d->machine);
    for (int i = 0; i < d->copy_count; i++) free(d->copies[i].data);
    free(d->copies);
    free(d->depths);
    free(d->returns);
    free(d->first_uses);
    free(d->turns);
    free(d->breakpoints);
    wb_debug_free_watches(d);
    free(d->writers);
    free(d->accesses);
    free(d->found_at);
    free(d);
}

/* ---- The groups before, and those after ---- */

// Variables hold nothing before the instruction that says so, either.
static void undefine(wb_debug *d)
{
    for (uint32_t k = 0; k < d->module->code_count; k++) {
        const wb_instruction *i = &d->module->code[k];
        for (uint32_t r = 0; i->op == WbOpUndefine && r < i->count; r++)
            for (uint32_t t = 0; t < d->group->team_count; t++)
                d->group->teams[t].flags[i->result + r] =
                    (wb_flags){{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, 0, 0, 0, 0}};
    }
}

// What the groups before were found to do wrong and what they cost is theirs.
static void begin_group(wb_debug *d)
{
    wb_machine *m = d->machine;
    wb_machine_start_group(m);
    m->current = 0;
    d->group = m->groups[0];
    undefine(d);
    m->lane_instructions = 0;
    m->finding_count = 0;
    memset(m->seen, 0, sizeof m->seen);
    memset(m->counts, 0, d->module->code_count * sizeof *m->counts);
    m->depends_on_order = false;
    m->depends_line = 0;
    m->watch = wb_debug_note_access;
    m->watch_user = d;
    int capacity = 0;
    d->writers =
        wb_grow(NULL, &capacity, (int)(d->module->shared_size / 4) + 1, sizeof *d->writers);
    for (uint32_t i = 0; i < d->module->shared_size / 4; i++) d->writers[i].lane = WB_DEBUG_NO_LANE;
    d->turns = wb_grow(d->turns, &d->turn_capacity, 1, sizeof *d->turns);
    d->turns[0] = (wb_turn){0, {0, m->lanes, false}};
    d->turn_count = 1;
    wb_debug_find_first_uses(d);
    wb_debug_begin_past(d);
}

bool wb_debug_approach(wb_debug *d, uint64_t lane_instructions)
{
    wb_machine *m = d->machine;
    if (d->group != NULL) return true;
    m->budget = m->lane_instructions + lane_instructions;
    while (m->started < d->number || m->under_way > 0)
        if (wb_machine_run(m, WB_RUN_GROUP) == WB_STOP_BUDGET) return false;
    begin_group(d);
    return true;
}

wb_stop wb_debug_run_rest(wb_debug *d)
{
    wb_machine *m = d->machine;
    m->watch = NULL;
    m->budget = UINT64_MAX;
    m->options.resident = d->resident;
    for (uint32_t t = 0; t < d->group->team_count; t++) d->group->teams[t].choice = WB_PC_ENDED;
    if (d->now.ended) wb_machine_end_group(m, 0);
    wb_debug_free_past(d);
    return wb_machine_run(m, WB_RUN_END);
}

/* ---- Breakpoints ---- */

int wb_debug_line_with_code(const wb_debug *d, int line, int last)
{
    int best = 0;
    for (uint32_t k = 0; k < d->module->code_count; k++) {
        int at = d->module->code[k].line;
        if (at >= line && at <= last && (best == 0 || at < best)) best = at;
    }
    return best;
}

int wb_debug_break(wb_debug *d, int line, const char *condition, bool once, wb_module_error *error)
{
    *error = (wb_module_error){0};
    wb_debug_breakpoint b = {.number = d->last_number + 1, .line = line, .once = once};
    if (strlen(condition) >= sizeof b.condition) return fail(error, "the condition is too long");
    snprintf(b.condition, sizeof b.condition, "%s", condition);
    if (*condition != '\0' && !wb_debug_read_condition(d, &b, error)) return 0;
    d->breakpoints = wb_grow(d->breakpoints, &d->breakpoint_capacity, d->breakpoint_count + 1,
                             sizeof *d->breakpoints);
    d->breakpoints[d->breakpoint_count++] = b;
    return d->last_number = b.number;
}

void wb_debug_take_over(wb_debug *d, const wb_debug *from)
{
    for (int i = 0; i < from->breakpoint_count; i++) {
        d->breakpoints = wb_grow(d->breakpoints, &d->breakpoint_capacity, d->breakpoint_count + 1,
                                 sizeof *d->breakpoints);
        d->breakpoints[d->breakpoint_count++] = from->breakpoints[i];
    }
    for (int i = 0; i < from->watch_count; i++) {
        d->watches =
            wb_grow(d->watches, &d->watch_capacity, d->watch_count + 1, sizeof *d->watches);
        wb_watched_value *w = &d->watches[d->watch_count++];
        *w = from->watches[i];
        w->seen = wb_or_end(calloc(w->count, sizeof *w->seen));
    }
    d->last_number = from->last_number;
}

bool wb_debug_delete(wb_debug *d, int number)
{
    if (wb_debug_unwatch(d, number)) return true;
    for (int i = 0; i < d->breakpoint_count; i++) {
        if (d->breakpoints[i].number != number) continue;
        d->breakpoint_count--;
        memmove(&d->breakpoints[i], &d->breakpoints[i + 1],
                (size_t)(d->breakpoint_count - i) * sizeof *d->breakpoints);
        return true;
    }
    return false;
}

const wb_debug_breakpoint *wb_debug_breakpoint_at(const wb_debug *d, int index)
{
    return index >= 0 && index < d->breakpoint_count ? &d->breakpoints[index] : NULL;
}

const wb_debug_breakpoint *wb_debug_breakpoint_hit(const wb_debug *d)
{
    return d->hit != 0 ? &d->hit_point : NULL;
}
