/* Runs the lanes of a team: those at the smallest instruction run together until they come to where
 * others wait, part, or end. In the order in which blocks stand, lanes that part at an `if` or
 * leave a loop early meet again behind it. */
#include "spirv/state.h"

#include <string.h>

#define OPERANDS_PLAIN(name, operands) [WbOp##name] = operands,
static const uint8_t operand_counts[WB_OPERATION_COUNT] = {WB_OPERATIONS_PLAIN(
    OPERANDS_PLAIN) WB_OPERATIONS_CHECKED(OPERANDS_PLAIN) WB_OPERATIONS_DOUBLE(OPERANDS_PLAIN)};

int wb_operation_operands(int operation)
{
    return operation >= 0 && operation < WB_OPERATION_COUNT ? operand_counts[operation] : 0;
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
        uint32_t m = at[l] == pc ? UINT32_MAX : 0, other = m != 0 ? WB_PC_ENDED : at[l];
        mask[l] = m;
        active += m & 1;
        wait = other < wait ? other : wait;
    }
    team->active = active;
    team->wait = wait;
}

// The lanes at `pc` become those that run.
static void choose(wb_team *team, uint32_t pc)
{
    make_mask(team, pc);
    team->pc = pc;
    uint32_t low = 0, high = team->lanes;
    while (low < high && team->mask[low] == 0) low++;
    while (high > low && team->mask[high - 1] == 0) high--;
    team->low = low;
    team->high = high;
    team->dense = high - low == team->active;
    uint64_t *bits = team->active_bits.bits;
    memset(bits, 0, sizeof team->active_bits);
    for (uint32_t l = low; l < high; l++) bits[l >> 6] |= (uint64_t)(team->mask[l] & 1) << (l & 63);
    for (int w = 0; w < 4; w++) bits[w + 4] = bits[w];
}

// False if no lane can run.
static bool choose_next(wb_team *team)
{
    uint32_t pc = team->choice;
    if (pc == WB_PC_ENDED) pc = smallest(team->lane_pc, team->lanes, 0);
    team->choice = WB_PC_ENDED;
    if (pc >= WB_PC_BARRIER) return false;
    choose(team, pc);
    return true;
}

// Writes down where the lanes are that ran.
static void park(wb_team *team)
{
    for (uint32_t l = team->low; l < team->high; l++)
        if (team->mask[l] != 0) team->lane_pc[l] = team->pc;
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

static void count_iteration(wb_team *team, const wb_instruction *i, const uint32_t *goes)
{
    uint32_t over = 0;
    for (uint32_t l = team->low; l < team->high; l++) {
        team->iterations[l] += team->mask[l] & (goes != NULL ? goes[l] != 0 : 1u);
        over |= team->iterations[l] == LOOP_LIMIT + 1 ? team->mask[l] : 0;
    }
    if (over == 0) return;
    uint32_t lane = team->low;
    while (lane + 1 < team->high && team->iterations[lane] <= LOOP_LIMIT) lane++;
    wb_report_loop(team, i, lane, false);
}

static WB_CLONES uint32_t count_true(const wb_team *team, const uint32_t *condition)
{
    uint32_t count = 0;
    for (uint32_t l = team->low, high = team->high; l < high; l++)
        count += condition[l] & team->mask[l] & 1;
    return count;
}

static void branch(wb_team *team, const wb_instruction *i)
{
    const uint32_t *condition = wb_row(team, i->a);
    if (team->machine->options.check) wb_check_decision(team, i, i->a, "a condition");
    uint32_t yes = count_true(team, condition);
    if (i->b <= team->pc && yes > 0) count_iteration(team, i, condition);
    if (yes == team->active || yes == 0) {
        team->pc = yes > 0 ? i->b : i->c;
        return;
    }
    for (uint32_t l = team->low; l < team->high; l++)
        if (team->mask[l] != 0) team->lane_pc[l] = condition[l] != 0 ? i->b : i->c;
    choose_next(team);
}

static void fence(wb_team *team, const wb_instruction *i)
{
    if (team->machine->race == NULL || (i->sub & (WB_FENCE_BUFFER | WB_FENCE_IMAGE)) == 0) return;
    for (uint32_t l = team->low; l < team->high; l++)
        if (team->mask[l] != 0) wb_race_fence(team->group->race, team->first + l);
}

static void subgroup_barrier(wb_team *team, const wb_instruction *i)
{
    fence(team, i);
    if (team->machine->race == NULL) return;
    uint32_t size = (uint32_t)team->machine->options.subgroup;
    for (uint32_t l = team->low & ~(size - 1); l < team->high; l += size)
        wb_race_subgroup_barrier(team->group->race, (team->first + l) / size);
}

// The lanes that run leave; false if there are no others that can run.
static bool leave(wb_team *team, uint32_t to)
{
    for (uint32_t l = team->low; l < team->high; l++) {
        if (team->mask[l] == 0) continue;
        team->lane_pc[l] = to;
        team->resume[l] = team->pc + 1;
    }
    return choose_next(team);
}

// Carries out an instruction of flow; false if no lane can run any more.
static bool flow(wb_team *team, const wb_instruction *i)
{
    switch (i->op) {
    case WbOpJump:
        if (i->a <= team->pc) count_iteration(team, i, NULL);
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

// Time is up: next time those come first that have waited longest, so that who spins on a word that
// they will write gets to see it.
static void give_way(wb_team *team)
{
    park(team);
    team->choice = smallest(team->lane_pc, team->lanes, team->pc + 1);
    if (team->choice >= WB_PC_BARRIER) team->choice = WB_PC_ENDED;
}

// Whether a person wants to look at it before the next instruction.
static bool stops_here(wb_machine *machine, const wb_team *team, const wb_instruction *i)
{
    bool moved = machine->until == WB_RUN_INSTRUCTION
                     ? machine->stop_line == -1
                     : i->line != machine->stop_line && machine->stop_line != 0;
    if (machine->stop_line == 0) machine->stop_line = machine->until == WB_RUN_LINE ? i->line : -1;
    (void)team;
    return moved;
}

static bool stops(wb_machine *machine, wb_team *team, const wb_instruction *i, int findings)
{
    if (machine->until >= WB_RUN_LINE && stops_here(machine, team, i)) machine->stopping = true;
    if (machine->at_findings && machine->finding_count > findings) machine->stopping = true;
    if (machine->lane_instructions >= machine->budget) machine->stopping = true;
    return machine->stopping;
}

bool wb_team_run(wb_team *team)
{
    enum { SLICE = 1 << 19 }; // instructions; no loop that ends should be torn apart
    wb_machine *machine = team->machine;
    const wb_instruction *code = machine->module->code;
    bool check = machine->options.check;
    int findings = machine->finding_count;
    if (!choose_next(team)) return true;
    for (int left = SLICE;; left--) {
        if (team->pc >= team->wait) { // others are at the same place, or behind
            park(team);
            choose_next(team);
        }
        const wb_instruction *i = &code[team->pc];
        if (stops(machine, team, i, findings)) {
            park(team);
            team->choice = team->pc;
            return false;
        }
        if (left == 0) {
            give_way(team);
            return false;
        }
        wb_instruction_counts *counts = &machine->counts[team->pc];
        counts->executions++;
        counts->lanes += team->active;
        machine->lane_instructions += team->active;
        wb_execute execute = table[i->op];
        if (execute == NULL) {
            if (!flow(team, i)) return true;
            continue;
        }
        execute(team, i);
        if (check && operand_counts[i->op] > 0) wb_propagate_flags(team, i, operand_counts[i->op]);
        team->pc++;
    }
}
