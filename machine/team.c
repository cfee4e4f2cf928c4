/* Runs the lanes of a team: those at the smallest instruction run together until they come to where
 * others wait, part, or end. In the order in which blocks stand, lanes that part at an `if` or
 * leave a loop early meet again behind it. */
#include "machine/freedom.h"

#include <string.h>

#define OPERANDS_PLAIN(name, operands) [WbOp##name] = operands,
static const uint8_t operand_counts[WB_OPERATION_COUNT] = {WB_OPERATIONS_PLAIN(
    OPERANDS_PLAIN) WB_OPERATIONS_CHECKED(OPERANDS_PLAIN) WB_OPERATIONS_DOUBLE(OPERANDS_PLAIN)};

int wb_operation_operands(int operation)
{
    return operation >= 0 && operation < WB_OPERATION_COUNT ? operand_counts[operation] : 0;
}

void wb_operation_rows(int operation, uint32_t *from, uint32_t *to)
{
    bool doubles = operation >= WbOpDAdd && operation <= WbOpUintToDouble;
    *from = doubles && operation < WbOpFloatToDouble ? 2 : 1;
    *to = doubles && (operation < WbOpDEqual || operation >= WbOpFloatToDouble) ? 2 : 1;
}

const char *wb_operation_name(int operation)
{
#define NAME(name, ...) [WbOp##name] = #name,
    static const char *const names[WB_OPERATION_COUNT] = {WB_OPERATIONS_PLAIN(
        NAME) WB_OPERATIONS_CHECKED(NAME) WB_OPERATIONS_DOUBLE(NAME) WB_OPERATIONS_OTHER(NAME)};
    return operation >= 0 && operation < WB_OPERATION_COUNT ? names[operation] : "?";
}

#define EXECUTE(name, ...) [WbOp##name] = wb_exec_##name,
static const wb_execute table[WB_OPERATION_COUNT] = {
    WB_OPERATIONS_PLAIN(EXECUTE) WB_OPERATIONS_CHECKED(EXECUTE) WB_OPERATIONS_DOUBLE(EXECUTE)
        WB_OPERATIONS_MEMORY(EXECUTE)};

wb_execute wb_execute_of(int operation)
{
    return table[operation];
}

/* ---- Which lanes run ---- */

static WB_CLONES uint32_t smallest(const uint32_t *pc, uint32_t lanes, uint32_t from)
{
    uint32_t least = WB_PC_ENDED;
    for (uint32_t l = 0; l < lanes; l++) {
        uint32_t p = pc[l] >= from ? pc[l] : WB_PC_ENDED;
        least = p < least ? p : least;
    }
    return least;
}

static WB_CLONES void make_mask(wb_team *team, uint32_t pc)
{
    uint32_t active = 0, wait = WB_PC_ENDED;
    const uint32_t *at = team->lane_pc;
    uint32_t *mask = team->mask;
    for (uint32_t l = 0, lanes = team->lanes; l < lanes; l++) {
        uint32_t m = at[l] == pc ? UINT32_MAX : 0, other = at[l] > pc ? at[l] : WB_PC_ENDED;
        mask[l] = m;
        active += m & 1;
        wait = other < wait ? other : wait;
    }
    team->active = active;
    team->wait = wait;
    uint64_t *bits = team->active_bits.bits;
    for (uint32_t w = 0; w < WB_TEAM_LANES / 64; w++) { // beyond the team's lanes the mask is 0
        uint64_t word = 0;
        for (uint32_t k = 0; k < 64; k++) word |= (uint64_t)(mask[w * 64 + k] & 1) << k;
        bits[w] = bits[w + 4] = word;
    }
}

// The lanes at `pc` become those that run.
static void choose(wb_team *team, uint32_t pc)
{
    make_mask(team, pc);
    team->pc = pc;
    const uint64_t *bits = team->active_bits.bits;
    uint32_t first = 0, last = WB_TEAM_LANES / 64 - 1;
    while (first < last && bits[first] == 0) first++;
    while (last > first && bits[last] == 0) last--;
    team->low = first * 64 + (uint32_t)__builtin_ctzll(bits[first]);
    team->high = last * 64 + 64 - (uint32_t)__builtin_clzll(bits[last]);
    team->dense = team->high - team->low == team->active;
}

// The lanes that come first of all that can run; false if there are none.
static bool choose_first(wb_team *team)
{
    uint32_t pc = team->choice;
    if (pc == WB_PC_ENDED) pc = smallest(team->lane_pc, team->lanes, 0);
    team->choice = WB_PC_ENDED;
    if (pc >= WB_PC_BARRIER) return false;
    choose(team, pc);
    return true;
}

// Writes down where the lanes are that ran.
static WB_CLONES void park(wb_team *team)
{
    uint32_t pc = team->pc;
    for (uint32_t l = team->low, high = team->high; l < high; l++)
        team->lane_pc[l] = team->mask[l] != 0 ? pc : team->lane_pc[l];
}

bool wb_team_can_run(const wb_team *team)
{
    return smallest(team->lane_pc, team->lanes, 0) < WB_PC_BARRIER;
}

void wb_team_release(wb_team *team)
{
    for (uint32_t l = 0; l < team->lanes; l++)
        if (team->lane_pc[l] == WB_PC_BARRIER) team->lane_pc[l] = team->resume[l];
}

/* ---- Flow ---- */

enum { LOOP_LIMIT = 65535 }; // beyond it llvmpipe leaves all loops, silently

// `goes`: whose condition says so. Returns whether a lane has just passed the limit.
static WB_CLONES uint32_t add_iteration(wb_team *team, const uint32_t *goes)
{
    uint32_t over = 0;
    for (uint32_t l = team->low, high = team->high; l < high; l++) {
        team->iterations[l] += team->mask[l] & goes[l] & 1;
        over |= team->iterations[l] == LOOP_LIMIT + 1 ? team->mask[l] : 0;
    }
    return over;
}

static void count_iteration(wb_team *team, const wb_instruction *i, const uint32_t *goes)
{
    if (add_iteration(team, goes) == 0) return;
    uint32_t lane = team->low;
    while (lane + 1 < team->high && team->iterations[lane] <= LOOP_LIMIT) lane++;
    wb_report_loop(team, i, lane, false);
}

static WB_CLONES void add_turn(uint32_t *turns, const uint32_t *mask, const uint32_t *goes,
                               uint32_t low, uint32_t high)
{
    for (uint32_t l = low; l < high; l++) turns[l] += mask[l] & goes[l] & 1;
}

static WB_CLONES void clear_turns(uint32_t *turns, const uint32_t *mask, uint32_t low,
                                  uint32_t high)
{
    for (uint32_t l = low; l < high; l++) turns[l] = mask[l] != 0 ? 0 : turns[l];
}

// Another turn of a loop with a barrier(); those inside of it begin anew.
static void count_turn(wb_team *team, uint32_t number, const uint32_t *goes)
{
    const wb_module *m = team->machine->module;
    const wb_loop *loop = &m->loops[number];
    add_turn(team->turns + number * WB_TEAM_LANES, team->mask, goes, team->low, team->high);
    for (uint32_t n = 0; n < m->loop_count; n++)
        if (m->loops[n].first > loop->first && m->loops[n].last < loop->last)
            clear_turns(team->turns + n * WB_TEAM_LANES, team->mask, team->low, team->high);
}

uint32_t wb_team_other_turn(const wb_team *team, const wb_team *other, uint32_t other_lane)
{
    const wb_module *m = team->machine->module;
    uint32_t at = other->resume[other_lane];
    for (uint32_t n = 0; n < m->loop_count; n++) {
        if (at - 1 < m->loops[n].first || at - 1 > m->loops[n].last) continue;
        const uint32_t *turns = team->turns + n * WB_TEAM_LANES;
        uint32_t turn = other->turns[n * WB_TEAM_LANES + other_lane];
        for (uint32_t l = 0; l < team->lanes; l++)
            if (team->lane_pc[l] == WB_PC_BARRIER && team->resume[l] == at && turns[l] != turn)
                return l;
    }
    return WB_TEAM_LANES;
}

static WB_CLONES uint32_t count_true(const wb_team *team, const uint32_t *condition)
{
    uint32_t count = 0;
    for (uint32_t l = team->low, high = team->high; l < high; l++)
        count += condition[l] & team->mask[l] & 1;
    return count;
}

static WB_CLONES void part(wb_team *team, const uint32_t *condition, uint32_t yes, uint32_t no)
{
    for (uint32_t l = team->low, high = team->high; l < high; l++) {
        uint32_t to = condition[l] != 0 ? yes : no;
        team->lane_pc[l] = team->mask[l] != 0 ? to : team->lane_pc[l];
    }
}

static void branch(wb_team *team, const wb_instruction *i)
{
    const uint32_t *condition = wb_row(team, i->a);
    if (team->machine->options.check) wb_check_decision(team, i, i->a, "a condition");
    uint32_t yes = count_true(team, condition);
    if (i->b <= team->pc && yes > 0) {
        count_iteration(team, i, condition);
        if (i->result != 0) count_turn(team, i->result - 1, condition);
    }
    if (yes == team->active || yes == 0) {
        team->pc = yes > 0 ? i->b : i->c;
        return;
    }
    part(team, condition, i->b, i->c);
    uint32_t next = i->b < i->c ? i->b : i->c;
    choose(team, next < team->wait ? next : team->wait);
}

static void fence(wb_team *team, const wb_instruction *i)
{
    if (team->machine->race == NULL || (i->sub & (WB_FENCE_BUFFER | WB_FENCE_IMAGE)) == 0) return;
    unsigned of = ((i->sub & WB_FENCE_BUFFER) != 0 ? WB_FENCE_OF_BUFFERS : 0) |
                  ((i->sub & WB_FENCE_IMAGE) != 0 ? WB_FENCE_OF_IMAGES : 0) |
                  ((i->sub & WB_FENCE_GROUP) == 0 ? WB_FENCE_FOR_ALL : 0);
    for (uint32_t l = team->low; l < team->high; l++)
        if (team->mask[l] != 0) wb_race_fence(team->group->race, team->first + l, of);
}

static void subgroup_barrier(wb_team *team, const wb_instruction *i)
{
    fence(team, i);
    if (team->machine->race == NULL) return;
    uint32_t size = (uint32_t)team->machine->options.subgroup;
    for (uint32_t l = team->low & ~(size - 1); l < team->high; l += size)
        wb_race_subgroup_barrier(team->machine->race, team->group->race, (team->first + l) / size);
}

// The lanes that run leave; false if there are no others that can run.
static bool leave(wb_team *team, uint32_t to)
{
    for (uint32_t l = team->low; l < team->high; l++) {
        if (team->mask[l] == 0) continue;
        team->lane_pc[l] = to;
        team->resume[l] = team->pc + 1;
    }
    return choose_first(team);
}

// Carries out an instruction of flow; false if no lane can run any more.
static bool flow(wb_team *team, const wb_instruction *i)
{
    switch (i->op) {
    case WbOpJump:
        if (i->a <= team->pc) count_iteration(team, i, team->mask);
        if (i->result != 0) count_turn(team, i->result - 1, team->mask);
        team->pc = i->a;
        return true;
    case WbOpBranch: branch(team, i); return true;
    case WbOpBarrier: fence(team, i); return leave(team, WB_PC_BARRIER);
    case WbOpSubgroupBarrier: subgroup_barrier(team, i); break;
    case WbOpFence: fence(team, i); break;
    default: return leave(team, WB_PC_ENDED);
    }
    team->pc++;
    return true;
}

/* ---- Running ---- */

// A slice counts as one of LEAST lanes at the least: one that spins alone would take minutes.
static void charge_slice(wb_machine *machine, uint64_t lane_instructions, int instructions)
{
    enum { LEAST = 32 };
    uint64_t least = (uint64_t)instructions * LEAST;
    if (lane_instructions >= least || machine->parallel) return; // other cores may be slow
    uint64_t more = least - lane_instructions;
    machine->budget -= more < machine->budget ? more : machine->budget;
}

// Time is up: next time the lanes come first that have waited longest, so that a lane that spins
// on a word gets to see what they write there.
static void give_way(wb_team *team)
{
    park(team);
    team->choice = smallest(team->lane_pc, team->lanes, team->pc + 1);
    if (team->choice >= WB_PC_BARRIER) team->choice = WB_PC_ENDED;
}

// Whether a person wants to look at it before the next instruction.
static bool stops_here(wb_machine *machine, const wb_instruction *i)
{
    bool moved = machine->steps == WB_STEPS_INSTRUCTION
                     ? machine->stop_line == -1
                     : i->line != machine->stop_line && machine->stop_line != 0;
    if (machine->stop_line == 0)
        machine->stop_line = machine->steps == WB_STEPS_LINE ? i->line : -1;
    return moved;
}

static bool stops(wb_machine *machine, const wb_instruction *i, int findings)
{
    if (machine->steps != WB_STEPS_NONE && stops_here(machine, i)) machine->stopping = true;
    if (machine->at_findings && machine->finding_count > findings) machine->stopping = true;
    if (machine->lane_instructions >= machine->budget) machine->stopping = true;
    return machine->stopping;
}

// In most operations the flags of a result are those of its operands together; the others are left
// to wb_propagate_flags().
static inline bool joins_flags(int operation)
{
    return operation < WbOpUExtract && operation != WbOpSelect && operation != WbOpAnd &&
           operation != WbOpOr;
}

static inline void join_flags(wb_team *team, const wb_instruction *i, int operands)
{
    const uint64_t *active = team->active_bits.bits;
    for (uint32_t k = 0; k < i->count; k++) {
        const uint64_t *a = team->flags[i->a + k].bits;
        const uint64_t *b = team->flags[operands > 1 ? i->b + k : i->a + k].bits;
        const uint64_t *c = team->flags[operands > 2 ? i->c + k : i->a + k].bits;
        uint64_t *d = team->flags[i->result + k].bits;
        WB_INDEPENDENT
        for (int w = 0; w < 8; w++) d[w] = (d[w] & ~active[w]) | ((a[w] | b[w] | c[w]) & active[w]);
    }
}

// Carries out an instruction; false if no lane can run any more.
static inline __attribute__((always_inline)) bool
step(wb_machine *machine, wb_team *team, const wb_instruction *i, bool check, bool is_free)
{
    wb_instruction_counts *counts = &machine->counts[team->pc];
    counts->executions++;
    counts->lanes += team->active;
    machine->lane_instructions += team->active;
    wb_execute execute = table[i->op];
    if (is_free) wb_freedom_step(team, i);
    if (execute == NULL) return flow(team, i);
    execute(team, i);
    int operands = check ? operand_counts[i->op] : 0;
    if (operands > 0 && joins_flags(i->op))
        join_flags(team, i, operands);
    else if (operands > 0)
        wb_propagate_flags(team, i, operands);
    team->pc++;
    return true;
}

// Those that are at the same place as others, or behind them, wait for these.
static inline void meet(wb_team *team)
{
    if (team->pc < team->wait) return;
    park(team);
    choose(team, team->wait);
}

static bool step_on(wb_team *team)
{
    wb_machine *machine = team->machine;
    meet(team);
    return step(machine, team, &machine->module->code[team->pc], machine->options.check,
                machine->options.freedom != NULL);
}

enum { SLICE = 1 << 19 }; // instructions; no loop that ends should be torn apart

WB_CLONES bool wb_team_run(wb_team *team)
{
    wb_machine *machine = team->machine;
    const wb_instruction *code = machine->module->code;
    bool check = machine->options.check, is_free = machine->options.freedom != NULL;
    bool watched = machine->steps != WB_STEPS_NONE || machine->at_findings;
    int findings = machine->finding_count, ask = machine->spin_patience;
    uint64_t before = machine->lane_instructions - team->slice_lanes;
    int done = team->slice; // of a slice that the budget has cut
    team->slice = 0;
    team->slice_lanes = 0;
    bool asks = !watched && !machine->parallel && machine->watch == NULL;
    if (!asks) ask = SLICE;
    if (!choose_first(team)) return true;
    for (;; done++) {
        meet(team);
        const wb_instruction *i = &code[team->pc];
        if ((watched || machine->lane_instructions >= machine->budget) &&
            stops(machine, i, findings)) {
            park(team);
            team->choice = team->pc;
            if (!watched) team->slice = done;
            if (!watched) team->slice_lanes = machine->lane_instructions - before;
            return false;
        }
        if (done >= ask) {
            wb_spin_answer spins = asks ? wb_spin_ask(team, step_on) : WB_SPIN_NO;
            if (spins == WB_SPIN_ENDED) return true;
            if (done >= SLICE || spins == WB_SPIN_PROVEN) {
                charge_slice(machine, machine->lane_instructions - before, done);
                give_way(team);
                return false;
            }
            ask = 2 * done < SLICE ? 2 * done : SLICE;
            continue; // it may have gone on
        }
        if (!step(machine, team, i, check, is_free)) return true;
    }
}
