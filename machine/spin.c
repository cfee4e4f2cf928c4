/* Lanes that go round a loop until another lane changes a word. In the machine that one gets its
 * turn; on a GPU it may be one of the same subgroup that waits for these to leave the loop. */
#include "machine/flow.h"
#include "machine/machine_state.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* ---- What the rows held that decide ---- */

static bool make_rows(wb_machine *machine)
{
    const wb_module *m = machine->module;
    if (machine->decisive != NULL) return true;
    machine->decisive = calloc((size_t)m->row_count + 16, 1);
    machine->spin_rows =
        malloc(((size_t)m->row_count + 1) * WB_TEAM_LANES * sizeof *machine->spin_rows);
    if (machine->decisive == NULL || machine->spin_rows == NULL) {
        free(machine->decisive);
        free(machine->spin_rows);
        machine->decisive = NULL;
        machine->spin_rows = NULL;
        return false;
    }
    wb_flow_decisive(m, machine->decisive);
    return true;
}

static void keep_rows(const wb_team *team)
{
    const wb_machine *machine = team->machine;
    for (uint32_t r = 0; r < machine->module->row_count; r++)
        if (machine->decisive[r] != 0)
            memcpy(machine->spin_rows + (size_t)r * WB_TEAM_LANES, wb_row(team, r),
                   team->lanes * sizeof(uint32_t));
}

static bool are_rows_same(const wb_team *team)
{
    const wb_machine *machine = team->machine;
    for (uint32_t r = 0; r < machine->module->row_count; r++) {
        if (machine->decisive[r] == 0) continue;
        const uint32_t *then = machine->spin_rows + (size_t)r * WB_TEAM_LANES;
        if (memcmp(then + team->low, wb_row(team, r) + team->low,
                   (team->high - team->low) * sizeof *then) != 0)
            return false;
    }
    return true;
}

/* ---- The word ---- */

typedef struct polled {
    bool any;
    uint32_t pc, word;
} polled;

static void note_word(void *user, const wb_team *team, const wb_instruction *i,
                      const wb_memory *memory, const uint32_t *word, uint32_t span)
{
    (void)memory, (void)span;
    polled *p = user;
    p->any = true;
    p->pc = (uint32_t)(i - team->machine->module->code);
    p->word = word[team->low];
}

// One of the group that is elsewhere: rather one that can run than one that waits.
static void find_other(wb_team *team, wb_spin *s)
{
    const wb_group *g = team->group;
    s->other_lane = WB_NO_WORD;
    for (uint32_t t = 0; t < g->team_count; t++)
        for (uint32_t l = 0; l < g->teams[t].lanes; l++) {
            const wb_team *other = &g->teams[t];
            if (other == team && team->mask[l] != 0) continue;
            bool waits = other->lane_pc[l] == WB_PC_BARRIER;
            if (other->lane_pc[l] == WB_PC_ENDED || (waits && s->other_lane != WB_NO_WORD))
                continue;
            s->other_team = t;
            s->other_lane = l;
            s->other_pc = waits ? other->resume[l] - 1 : other->lane_pc[l];
            s->other_waits = waits;
            if (!waits) return;
        }
}

wb_spin_answer wb_spin_ask(wb_team *team, bool (*step)(wb_team *team))
{
    enum { MOST_STEPS = 1024, MOST_TURNS = 4 };
    wb_machine *machine = team->machine;
    polled p = {0};
    bool proven = false, runs = true;
    if (!make_rows(machine)) return WB_SPIN_NO;
    uint32_t pc = team->pc, active = team->active, turns = 0;
    wb_flags lanes = team->active_bits;
    uint64_t changes = machine->changes;
    keep_rows(team);
    machine->watch = note_word;
    machine->watch_user = &p;
    for (int n = 0; n < MOST_STEPS && turns < MOST_TURNS && runs && !proven; n++) {
        runs = step(team);
        if (!runs || machine->changes != changes) break;
        if (team->pc != pc || team->active != active ||
            memcmp(&lanes, &team->active_bits, sizeof lanes) != 0)
            continue;
        proven = p.any && are_rows_same(team);
        keep_rows(team);
        turns++;
    }
    machine->watch = NULL;
    machine->watch_user = NULL;
    if (!proven) return runs ? WB_SPIN_NO : WB_SPIN_ENDED;
    machine->spin_patience = 1 << 8; // there will be more
    team->spin = (wb_spin){.pc = p.pc, .word = p.word, .lane = team->low, .lanes = team->active};
    find_other(team, &team->spin);
    return WB_SPIN_PROVEN;
}

void wb_spin_report_stuck(wb_group *group)
{
    for (uint32_t t = 0; t < group->team_count; t++) {
        wb_team *team = &group->teams[t];
        if (team->spin.lanes != 0 && team->spin.other_lane != WB_NO_WORD)
            wb_report_spin(team, &team->spin, true);
        else if (team->spin.lanes != 0)
            wb_report_loop(team, &team->machine->module->code[team->spin.pc], team->spin.lane,
                           true);
    }
}
