/* The kernel stepper: a group's lines, forwards. */
#include "spirv/debug_state.h"

#include <math.h>
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

// Whether instruction k, behind those of a function, is on the line that called it, of which some
// has run before.
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
    m->watch = wb_debug_watch;
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
        if (wb_machine_run(m, WB_RUN_GROUP, false) == WB_STOP_BUDGET) return false;
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
    return wb_machine_run(m, WB_RUN_END, false);
}

const void *wb_debug_memory(const wb_debug *d, int resource)
{
    return copy_of(d, d->desc.dispatch->resources[resource].data);
}

/* ---- Lanes ---- */

void wb_debug_select(wb_debug *d, uint32_t lane, uint32_t width)
{
    uint32_t least = d->module->uses_subgroups ? (uint32_t)d->machine->options.subgroup : 1;
    d->lane = lane < d->machine->lanes ? lane : d->machine->lanes - 1;
    d->width = width != 0 && width < least ? least : width;
}

uint32_t wb_debug_selected(const wb_debug *d)
{
    return d->lane;
}

wb_choice wb_debug_chosen(const wb_debug *d)
{
    uint32_t lanes = d->machine->lanes;
    if (d->width == 0 || d->width >= lanes) return (wb_choice){0, lanes, false};
    uint32_t first = d->lane / d->width * d->width;
    return (wb_choice){first, lanes - first < d->width ? lanes - first : d->width, false};
}

uint32_t wb_debug_selection(const wb_debug *d, uint32_t *count)
{
    wb_choice c = wb_debug_chosen(d);
    *count = c.count;
    return c.first;
}

bool wb_debug_is_among(wb_choice choice, uint32_t lane)
{
    return (lane - choice.first < choice.count) != choice.others;
}

wb_team *wb_debug_team(const wb_debug *d, uint32_t *lane)
{
    uint32_t size = (uint32_t)d->machine->options.team;
    wb_team *team = &d->group->teams[*lane / size];
    *lane %= size;
    return team;
}

uint32_t wb_debug_pc(const wb_debug *d, uint32_t lane)
{
    uint32_t l = lane;
    const wb_team *team = wb_debug_team(d, &l);
    bool held = d->holds && !wb_debug_is_among(d->turns[d->now.turn].choice, lane);
    return held ? d->held[lane] : team->lane_pc[l];
}

// To the machine, lanes that may not run now wait.
void wb_debug_hold(wb_debug *d)
{
    wb_choice choice = d->turns[d->now.turn].choice;
    wb_debug_let_go(d);
    d->holds = true;
    d->held_ready = 0;
    if (!choice.others && choice.count == d->machine->lanes) return;
    for (uint32_t lane = 0; lane < d->machine->lanes; lane++) {
        uint32_t l = lane;
        if (wb_debug_is_among(choice, lane)) continue;
        wb_team *team = wb_debug_team(d, &l);
        d->held[lane] = team->lane_pc[l];
        if (team->lane_pc[l] >= WB_PC_BARRIER) continue;
        team->lane_pc[l] = WB_PC_BARRIER;
        d->held_ready++;
    }
}

void wb_debug_let_go(wb_debug *d)
{
    if (!d->holds) return;
    wb_choice choice = d->turns[d->now.turn].choice;
    for (uint32_t lane = 0; d->held_ready > 0 && lane < d->machine->lanes; lane++) {
        uint32_t l = lane;
        if (wb_debug_is_among(choice, lane)) continue;
        wb_debug_team(d, &l)->lane_pc[l] = d->held[lane];
    }
    d->holds = false;
}

static bool same_choice(wb_choice a, wb_choice b)
{
    return a.first == b.first && a.count == b.count && a.others == b.others;
}

static WB_CLONES uint32_t first_pc(const wb_team *team)
{
    uint32_t least = WB_PC_ENDED;
    for (uint32_t l = 0, lanes = team->lanes; l < lanes; l++) {
        uint32_t p = team->lane_pc[l];
        least = p < least ? p : least;
    }
    return least;
}

// Of the turn's lanes, while the others are held.
static uint32_t front_of_turn(const wb_debug *d)
{
    uint32_t least = WB_PC_ENDED;
    for (uint32_t t = 0; t < d->group->team_count; t++) {
        uint32_t p = first_pc(&d->group->teams[t]);
        least = p < least ? p : least;
    }
    return least;
}

uint32_t wb_debug_front(const wb_debug *d, wb_choice choice)
{
    uint32_t least = WB_PC_ENDED;
    for (uint32_t lane = 0; lane < d->machine->lanes; lane++) {
        if (!wb_debug_is_among(choice, lane)) continue;
        uint32_t p = wb_debug_pc(d, lane);
        least = p < least ? p : least;
    }
    return least;
}

/* ---- NaN ---- */

static float to_float(uint32_t u)
{
    float f;
    memcpy(&f, &u, sizeof f);
    return f;
}

static bool makes_float(int op)
{
    return (op >= WbOpFAdd && op <= WbOpLdexp) || op == WbOpFrexpSignificand ||
           op == WbOpUnpackHalfLow || op == WbOpUnpackHalfHigh;
}

static void note_nan(wb_debug *d, const wb_team *team, const wb_instruction *i, uint32_t k,
                     uint32_t lane)
{
    const uint32_t rows[3] = {i->a, i->b, i->c};
    if (!d->has_nan) {
        d->has_nan = true;
        d->nan = (wb_debug_nan){.lane = team->first + lane,
                                .line = i->line,
                                .operation = wb_operation_name(i->op),
                                .operand_count = wb_operation_operands(i->op)};
        for (int n = 0; n < d->nan.operand_count && n < 3; n++) {
            d->nan.operands[n] = to_float(wb_row(team, rows[n] + k)[lane]);
            d->nan.came_in = d->nan.came_in || isnan(d->nan.operands[n]);
        }
    }
    d->nan.lanes++;
}

// The instruction has just been carried out by the lanes of `ran`. Its operands are still there,
// unless it has written its result over one.
static void find_nan(wb_debug *d, const wb_team *team, uint32_t pc, const bool *ran)
{
    const wb_instruction *i = &d->module->code[pc];
    if (!makes_float(i->op)) return;
    for (uint32_t lane = 0; lane < team->lanes; lane++) {
        bool is_nan = false;
        for (uint32_t k = 0; ran[lane] && k < i->count && !is_nan; k++) {
            is_nan = isnan(to_float(wb_row(team, i->result + k)[lane]));
            if (is_nan) note_nan(d, team, i, k, lane);
        }
    }
}

/* ---- A line ---- */

static bool has_found(const wb_debug *d, int since)
{
    const wb_machine *m = d->machine;
    for (int i = since; d->wants_finding && i < m->finding_count; i++)
        if (m->findings[i].severity != WB_NOTE) return true;
    return false;
}

static void note_findings(wb_debug *d)
{
    int count = d->machine->finding_count;
    d->found_at = wb_grow(d->found_at, &d->found_capacity, count + 1, sizeof *d->found_at);
    while (d->found_count < count) d->found_at[d->found_count++] = d->machine->lane_instructions;
}

// Those of its lanes that are at the smallest instruction, to another line or a limit.
static void run_team(wb_debug *d, wb_team *team, uint64_t limit)
{
    wb_machine *m = d->machine;
    bool ran[WB_TEAM_LANES];
    uint32_t pc = first_pc(team);
    for (uint32_t l = 0; d->wants_nan && l < team->lanes; l++) ran[l] = team->lane_pc[l] == pc;
    m->until = d->wants_nan ? WB_RUN_INSTRUCTION : WB_RUN_LINE;
    m->at_findings = d->wants_finding;
    m->stopping = false;
    m->stop_line = 0;
    m->budget = limit;
    m->now = team;
    team->choice = WB_PC_ENDED;
    wb_team_run(team);
    if (d->wants_nan) find_nan(d, team, pc, ran);
    note_findings(d);
}

// When nobody in the group can run.
static void pass_barrier(wb_debug *d)
{
    if (d->held_ready > 0 || front_of_turn(d) < WB_PC_BARRIER) return;
    wb_debug_let_go(d);
    d->now.ended = !wb_group_release(d->group);
    note_findings(d);
    wb_debug_hold(d);
}

static void begin_line(wb_debug *d, uint32_t pc)
{
    d->now.inside = true;
    d->now.line = d->module->code[pc].line;
    d->now.team = 0;
    d->now.line_start = d->machine->lane_instructions;
    d->access_count = 0;
}

static bool is_at_line(const wb_debug *d, const wb_team *team)
{
    uint32_t pc = first_pc(team);
    return pc < WB_PC_BARRIER && d->module->code[pc].line == d->now.line;
}

wb_line_end wb_debug_run_line(wb_debug *d, uint64_t limit)
{
    wb_machine *m = d->machine;
    int findings = m->finding_count;
    if (!d->now.inside) {
        uint32_t pc = front_of_turn(d);
        if (pc >= WB_PC_BARRIER) return WB_LINE_STUCK;
        begin_line(d, pc);
    }
    for (; d->now.team < d->group->team_count; d->now.team++) {
        wb_team *team = &d->group->teams[d->now.team];
        while (is_at_line(d, team)) {
            if (m->lane_instructions >= limit || has_found(d, findings) || d->has_nan)
                return WB_LINE_INSIDE;
            run_team(d, team, limit < d->next_look ? limit : d->next_look);
            wb_debug_look_at_time(d);
        }
    }
    d->now.inside = false;
    pass_barrier(d);
    return WB_LINE_RAN;
}

/* ---- Goals ---- */

static uint32_t depth_at(const wb_debug *d, uint32_t pc)
{
    return pc < WB_PC_BARRIER ? d->depths[d->module->code[pc].call] : 0;
}

wb_wish wb_debug_wish(const wb_debug *d, wb_debug_goal goal, bool back)
{
    wb_choice choice = wb_debug_chosen(d);
    return (wb_wish){.goal = goal,
                     .choice = choice,
                     .depth = depth_at(d, wb_debug_front(d, choice)),
                     .barriers = d->group->barriers,
                     .back = back};
}

// Where those of the wish are that the next line of the turn moves.
static uint32_t next_of(const wb_debug *d, const wb_wish *wish)
{
    wb_choice turn = d->turns[d->now.turn].choice;
    uint32_t pc = front_of_turn(d);
    if (pc >= WB_PC_BARRIER || same_choice(turn, wish->choice)) return pc;
    int line = d->module->code[pc].line;
    uint32_t least = WB_PC_ENDED;
    for (uint32_t lane = 0; lane < d->machine->lanes; lane++) {
        if (!wb_debug_is_among(turn, lane) || !wb_debug_is_among(wish->choice, lane)) continue;
        uint32_t p = wb_debug_pc(d, lane);
        if (p < least && p < WB_PC_BARRIER && d->module->code[p].line == line) least = p;
    }
    return least;
}

bool wb_debug_is_met(const wb_debug *d, const wb_wish *wish)
{
    uint32_t pc = next_of(d, wish);
    if (pc >= WB_PC_BARRIER) return false;
    switch (wish->goal.until) {
    case WB_DEBUG_INTO: return true;
    case WB_DEBUG_OVER:
        return depth_at(d, pc) < wish->depth || (depth_at(d, pc) == wish->depth && !d->returns[pc]);
    case WB_DEBUG_OUT: return depth_at(d, pc) < wish->depth;
    case WB_DEBUG_LINE: return d->module->code[pc].line == wish->goal.line && !d->returns[pc];
    case WB_DEBUG_BARRIER: return d->group->barriers != wish->barriers;
    default: return false;
    }
}

wb_debug_breakpoint *wb_debug_breakpoint_here(wb_debug *d, const wb_wish *wish)
{
    if (d->breakpoint_count == 0 || wish->goal.until > WB_DEBUG_BREAKPOINT) return NULL;
    uint32_t pc = next_of(d, wish);
    if (pc >= WB_PC_BARRIER || d->returns[pc]) return NULL;
    int line = d->module->code[pc].line;
    for (int i = 0; i < d->breakpoint_count; i++) {
        wb_debug_breakpoint *b = &d->breakpoints[i];
        if (b->line != line) continue;
        for (uint32_t lane = 0; lane < d->machine->lanes; lane++) {
            bool undefined;
            double number = 1.0;
            wb_module_error error;
            uint32_t p = wb_debug_pc(d, lane);
            if (p != pc || !wb_debug_is_among(wish->choice, lane)) continue;
            if (b->condition[0] != '\0' &&
                (!wb_debug_number(d, lane, b->condition, &number, &undefined, &error) || undefined))
                continue;
            b->lane = lane;
            if (number != 0.0) return b;
        }
    }
    return NULL;
}

void wb_debug_hit(wb_debug *d, wb_debug_breakpoint *b)
{
    d->hit_point = *b;
    d->hit = b->number;
    if (b->once) wb_debug_delete(d, b->number);
}

/* ---- Forwards ---- */

// A new turn of lanes begins here, unless the one under way is of the same.
static void begin_turn(wb_debug *d, wb_choice choice)
{
    wb_turn *turn = &d->turns[d->now.turn];
    uint64_t position = d->machine->lane_instructions;
    d->turn_count = d->now.turn + 1;
    if (!same_choice(turn->choice, choice)) {
        if (turn->position != position) {
            d->turns = wb_grow(d->turns, &d->turn_capacity, d->turn_count + 1, sizeof *d->turns);
            turn = &d->turns[d->turn_count++];
            d->now.turn++;
        }
        *turn = (wb_turn){position, choice};
        d->now.inside = false;
    }
    d->hit = 0;
    d->has_nan = false;
    wb_debug_hold(d);
}

static wb_debug_stop end_turn(wb_debug *d, wb_debug_stop stop)
{
    wb_debug_let_go(d);
    d->wants_finding = d->wants_nan = false;
    d->furthest = d->machine->lane_instructions;
    return stop;
}

// No lane of the choice can run.
static wb_debug_stop why_stuck(const wb_debug *d, wb_choice choice)
{
    for (uint32_t lane = 0; lane < d->machine->lanes; lane++)
        if (wb_debug_is_among(choice, lane) && wb_debug_pc(d, lane) == WB_PC_BARRIER)
            return WB_DEBUG_WAITS;
    return WB_DEBUG_ENDED;
}

static wb_debug_stop run_forward(wb_debug *d, const wb_wish *wish)
{
    int findings = d->machine->finding_count;
    uint64_t end = d->machine->lane_instructions + d->patience;
    for (;;) {
        wb_debug_breakpoint *b;
        wb_line_end ended = wb_debug_run_line(d, end);
        if (ended == WB_LINE_STUCK) return why_stuck(d, wish->choice);
        if (has_found(d, findings) || d->has_nan) return WB_DEBUG_FOUND;
        if (ended == WB_LINE_INSIDE) return WB_DEBUG_LONG;
        if (front_of_turn(d) >= WB_PC_BARRIER) return why_stuck(d, wish->choice);
        if (wb_debug_is_met(d, wish)) return WB_DEBUG_ARRIVED;
        if ((b = wb_debug_breakpoint_here(d, wish)) != NULL) {
            wb_debug_hit(d, b);
            return WB_DEBUG_AT_BREAKPOINT;
        }
        if (d->machine->lane_instructions >= end) return WB_DEBUG_LONG;
    }
}

wb_debug_stop wb_debug_forward(wb_debug *d, wb_debug_goal goal)
{
    wb_wish wish = wb_debug_wish(d, goal, false);
    begin_turn(d, wish.choice);
    d->wants_finding = goal.until == WB_DEBUG_FINDING;
    d->wants_nan = goal.until == WB_DEBUG_NAN;
    return end_turn(d, run_forward(d, &wish));
}

wb_debug_stop wb_debug_bring_others(wb_debug *d)
{
    wb_choice others = wb_debug_chosen(d);
    uint32_t barriers = d->group->barriers;
    uint64_t end = d->machine->lane_instructions + d->patience;
    others.others = true;
    begin_turn(d, others);
    wb_debug_stop stop = WB_DEBUG_ARRIVED;
    while (stop == WB_DEBUG_ARRIVED && d->group->barriers == barriers) {
        wb_line_end ended = wb_debug_run_line(d, end);
        if (ended == WB_LINE_STUCK) break;
        if (ended == WB_LINE_INSIDE) stop = WB_DEBUG_LONG;
    }
    return end_turn(d, stop);
}

void wb_debug_patience(wb_debug *d, uint64_t lane_instructions)
{
    d->patience = lane_instructions;
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
    if (*condition != '\0' && !wb_debug_can_evaluate(d, line, condition, error)) return 0;
    d->breakpoints = wb_grow(d->breakpoints, &d->breakpoint_capacity, d->breakpoint_count + 1,
                             sizeof *d->breakpoints);
    d->breakpoints[d->breakpoint_count++] = b;
    return d->last_number = b.number;
}

bool wb_debug_delete(wb_debug *d, int number)
{
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
