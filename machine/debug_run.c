/* The kernel debugger: a group's lines, forwards. */
#include "machine/debug_state.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

// The front of the turn's lanes, while the others are held.
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
    return (op >= WbOpFAdd && op <= WbOpExp2) ||
           (op >= WbOpSqrt && op <= WbOpInvert && op != WbOpFrexpExponent) ||
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
    return d->wants_finding && m->finding_count > since;
}

static void note_findings(wb_debug *d)
{
    int count = d->machine->finding_count;
    d->found_at = wb_grow(d->found_at, &d->found_capacity, count + 1, sizeof *d->found_at);
    while (d->found_count < count) d->found_at[d->found_count++] = d->machine->lane_instructions;
}

// Runs those of its lanes that are at the smallest instruction, to another line or a limit.
static void run_team(wb_debug *d, wb_team *team, uint64_t limit)
{
    wb_machine *m = d->machine;
    bool ran[WB_TEAM_LANES];
    uint32_t pc = first_pc(team);
    for (uint32_t l = 0; d->wants_nan && l < team->lanes; l++) ran[l] = team->lane_pc[l] == pc;
    m->steps = d->wants_nan ? WB_STEPS_INSTRUCTION : WB_STEPS_LINE;
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

// When no lane in the group can run.
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
            // Never at the line's end: there a barrier() may still have to be passed
            wb_debug_look_at_time(d);
            run_team(d, team, limit < d->next_look ? limit : d->next_look);
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
    if (pc >= WB_PC_BARRIER) return NULL;
    int line = d->module->code[pc].line;
    for (int i = 0; i < d->breakpoint_count; i++) {
        wb_debug_breakpoint *b = &d->breakpoints[i];
        if (b->line != line || (d->returns[pc] && !b->midway)) continue;
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

void wb_debug_focus(wb_debug *d, uint32_t lane)
{
    if (wb_debug_is_among(wb_debug_chosen(d), lane)) d->lane = lane;
}

void wb_debug_hit(wb_debug *d, wb_debug_breakpoint *b)
{
    d->hit_point = *b;
    d->hit = b->number;
    wb_debug_focus(d, b->lane);
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
    d->hit = d->change.number = 0;
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
    uint64_t end = d->machine->lane_instructions + d->patience, effort = 0;
    bool watches = wish->goal.until <= WB_DEBUG_BREAKPOINT;
    if (watches) wb_debug_take_values(d);
    for (;;) {
        wb_debug_breakpoint *b;
        wb_line_end ended = wb_debug_run_line(d, end);
        if (ended == WB_LINE_STUCK) return why_stuck(d, wish->choice);
        if (has_found(d, findings) || d->has_nan) return WB_DEBUG_FOUND;
        if (ended == WB_LINE_INSIDE) return WB_DEBUG_LONG;
        bool changed = watches && wb_debug_look_at_values(d, &effort);
        if (changed) wb_debug_focus(d, d->change.lane);
        if (front_of_turn(d) >= WB_PC_BARRIER)
            return changed ? WB_DEBUG_CHANGED : why_stuck(d, wish->choice);
        if (wb_debug_is_met(d, wish)) return WB_DEBUG_ARRIVED;
        if ((b = wb_debug_breakpoint_here(d, wish)) != NULL) {
            wb_debug_hit(d, b);
            return WB_DEBUG_AT_BREAKPOINT;
        }
        if (changed) return WB_DEBUG_CHANGED;
        if (d->machine->lane_instructions + effort >= end) return WB_DEBUG_LONG;
    }
}

wb_debug_stop wb_debug_forward(wb_debug *d, wb_debug_goal goal)
{
    wb_wish wish = wb_debug_wish(d, goal, false);
    begin_turn(d, wish.choice);
    d->wants_finding = goal.until == WB_DEBUG_FINDING;
    d->wants_nan = goal.until == WB_DEBUG_NAN;
    wb_debug_stop stop = run_forward(d, &wish);
    if (d->has_nan) wb_debug_focus(d, d->nan.lane);
    return end_turn(d, stop);
}

const char *wb_debug_missed(const wb_debug *d, wb_debug_goal goal, bool back, wb_debug_stop stop,
                            char *text, size_t size)
{
    int count = d->machine->finding_count;
    text[0] = '\0';
    if (stop != WB_DEBUG_WAITS && stop != WB_DEBUG_ENDED && stop != WB_DEBUG_START) return text;
    if (goal.until == WB_DEBUG_FINDING && back)
        snprintf(text, size, "nothing was found before that");
    else if (goal.until == WB_DEBUG_FINDING && count == 0)
        snprintf(text, size, "nothing was found up to here");
    else if (goal.until == WB_DEBUG_FINDING)
        snprintf(text, size, "nothing more was found up to here; there %s %d before",
                 count == 1 ? "is" : "are", count);
    else if (goal.until == WB_DEBUG_NAN)
        snprintf(text, size, "no operation has given a NaN up to here");
    else if (goal.until == WB_DEBUG_LINE && stop != WB_DEBUG_WAITS)
        snprintf(text, size, "none of these lanes %s that line", back ? "had run" : "has come to");
    return text;
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
