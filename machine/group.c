/* A work group: its shared memory, its teams, its barriers. */
#include "machine/freedom.h"
#include "machine/opcodes.h"

#include <stdlib.h>
#include <string.h>

/* ---- Built-in inputs ---- */

static uint32_t subgroup_mask(int built_in, uint32_t lane)
{
    uint32_t equal = 1u << lane, less = equal - 1;
    switch (built_in) {
    case BuiltInSubgroupEqMask: return equal;
    case BuiltInSubgroupGeMask: return ~less;
    case BuiltInSubgroupGtMask: return ~(less | equal);
    case BuiltInSubgroupLeMask: return less | equal;
    default: return less;
    }
}

// Component `c` of a built-in input of an invocation, if it is the same in every group.
static uint32_t input(const wb_machine *machine, int built_in, uint32_t invocation, uint32_t c)
{
    const uint32_t *size = machine->module->local_size;
    uint32_t subgroup = (uint32_t)machine->options.subgroup;
    uint32_t local[4] = {invocation % size[0], invocation / size[0] % size[1],
                         invocation / size[0] / size[1], 0};
    c = c < 3 ? c : 2;
    switch (built_in) {
    case BuiltInNumWorkgroups: return machine->dispatch.groups[c];
    case BuiltInWorkgroupSize: return size[c];
    case BuiltInLocalInvocationId: return local[c];
    case BuiltInLocalInvocationIndex: return invocation;
    case BuiltInSubgroupSize: return subgroup;
    case BuiltInNumSubgroups: return (machine->lanes + subgroup - 1) / subgroup;
    case BuiltInSubgroupId: return invocation / subgroup;
    case BuiltInSubgroupLocalInvocationId: return invocation % subgroup;
    default: return c == 0 ? subgroup_mask(built_in, invocation % subgroup) : 0;
    }
}

static bool is_of_group(int built_in)
{
    return built_in == BuiltInWorkgroupId || built_in == BuiltInGlobalInvocationId;
}

// The inputs that are the same in every group.
static void fill_inputs(wb_team *team)
{
    const wb_module *m = team->machine->module;
    for (int i = 0; i < m->variable_count; i++) {
        const wb_variable *v = &m->variables[i];
        if (v->space != WB_SPACE_INPUT || is_of_group(v->built_in)) continue;
        for (uint32_t c = 0; c < m->types[v->type].words; c++)
            for (uint32_t l = 0; l < team->lanes; l++)
                wb_row(team, v->row + c)[l] = input(team->machine, v->built_in, team->first + l, c);
    }
    for (uint32_t l = 0; l < team->lanes; l++)
        for (uint32_t c = 0; c < 3; c++)
            team->local[c][l] = input(team->machine, BuiltInLocalInvocationId, team->first + l, c);
}

static WB_CLONES void fill_group_inputs(wb_team *team)
{
    const wb_module *m = team->machine->module;
    for (int i = 0; i < m->variable_count; i++) {
        const wb_variable *v = &m->variables[i];
        if (v->space != WB_SPACE_INPUT || !is_of_group(v->built_in)) continue;
        uint32_t all = v->built_in == BuiltInGlobalInvocationId ? UINT32_MAX : 0;
        for (uint32_t c = 0; c < 3 && c < m->types[v->type].words; c++) {
            uint32_t id = team->group->id[c], *row = wb_row(team, v->row + c);
            uint32_t first = all != 0 ? id * m->local_size[c] : id;
            for (uint32_t l = 0; l < team->lanes; l++) row[l] = first + (team->local[c][l] & all);
        }
    }
}

/* ---- Memory ---- */

// Zeroed, and from the start of a cache line on: loops over rows read and write whole ones.
static void *zeros(void **memory, size_t size)
{
    enum { LINE = 64 };
    *memory = calloc(size + LINE, 1);
    return *memory != NULL ? (void *)(((uintptr_t)*memory + LINE - 1) & ~(uintptr_t)(LINE - 1))
                           : NULL;
}

static bool create_team(wb_machine *machine, wb_group *group, wb_team *team, uint32_t first)
{
    const wb_module *m = machine->module;
    uint32_t size = (uint32_t)machine->options.team;
    uint32_t lanes = machine->lanes - first < size ? machine->lanes - first : size;
    *team = (wb_team){.lanes = lanes,
                      .first = first,
                      .group = group,
                      .machine = machine,
                      .width = (lanes + 15) / 16 * 16};
    size_t rows = (size_t)m->row_count + 1 + wb_freedom_extra_rows(machine);
    team->rows = zeros(&team->row_memory, rows * team->width * sizeof *team->rows);
    team->flags = calloc((size_t)m->row_count + 1, sizeof *team->flags);
    team->turns = calloc((size_t)m->loop_count + 1, WB_TEAM_LANES * sizeof *team->turns);
    if (team->rows == NULL || team->flags == NULL || team->turns == NULL) return false;
    if (machine->options.freedom != NULL && !wb_freedom_create_team(team)) return false;
    for (uint32_t i = 0; i < m->constant_count; i++) {
        const wb_constant *c = &m->constants[i];
        for (uint32_t l = 0; l < team->width; l++) wb_row(team, c->row)[l] = c->value;
        for (int w = 0; c->undefined && machine->options.check && w < 4; w++)
            team->flags[c->row].bits[w] = UINT64_MAX;
    }
    for (uint32_t r = 0; machine->uniform_words != NULL && r < m->row_count; r++)
        for (uint32_t l = 0; machine->uniform_words[r] != 0 && l < team->width; l++)
            wb_row(team, r)[l] = machine->uniform_words[r];
    if (machine->orders != NULL) team->order = machine->orders + first;
    fill_inputs(team);
    return true;
}

wb_group *wb_group_create(wb_machine *machine)
{
    uint32_t words = machine->module->shared_size / 4 + 1;
    uint32_t size = (uint32_t)machine->options.team;
    wb_group *group = calloc(1, sizeof *group);
    if (group == NULL) return NULL;
    group->machine = machine;
    group->shared = calloc(words, sizeof *group->shared);
    if (machine->options.check) group->shared_flags = malloc(words);
    if (machine->options.freedom != NULL)
        group->free_words = calloc(words, sizeof *group->free_words);
    group->team_count = (machine->lanes + size - 1) / size;
    group->teams = zeros(&group->team_memory, group->team_count * sizeof *group->teams);
    bool good = group->shared != NULL && group->teams != NULL &&
                (group->shared_flags != NULL || !machine->options.check) &&
                (group->free_words != NULL || machine->options.freedom == NULL);
    for (uint32_t t = 0; good && t < group->team_count; t++)
        good = create_team(machine, group, &group->teams[t], t * size);
    if (good) return group;
    wb_group_free(group);
    return NULL;
}

void wb_group_free(wb_group *group)
{
    if (group == NULL) return;
    for (uint32_t t = 0; group->teams != NULL && t < group->team_count; t++) {
        free(group->teams[t].row_memory);
        free(group->teams[t].flags);
        free(group->teams[t].open);
        free(group->teams[t].terms);
        free(group->teams[t].turns);
    }
    if (group->race != NULL) wb_race_end_group(group->machine->race, group->race);
    free(group->team_memory);
    free(group->shared);
    free(group->shared_flags);
    free(group->free_words);
    free(group);
}

/* ---- Its start ---- */

void wb_group_begin(wb_group *group, uint32_t number)
{
    wb_machine *machine = group->machine;
    const uint32_t *groups = machine->dispatch.groups;
    group->number = number;
    group->id[0] = number % groups[0];
    group->id[1] = number / groups[0] % groups[1];
    group->id[2] = number / groups[0] / groups[1];
    group->next_team = group->barriers = 0;
    machine->stuck = 0;
    if (group->shared_flags != NULL)
        memset(group->shared_flags, WB_UNDEFINED, machine->module->shared_size / 4);
    if (machine->race != NULL) group->race = wb_race_begin_group(machine->race, number);
    for (uint32_t t = 0; t < group->team_count; t++) {
        wb_team *team = &group->teams[t];
        memset(team->lane_pc, 0, sizeof team->lane_pc);
        memset(team->iterations, 0, sizeof team->iterations);
        memset(team->lost, 0, sizeof team->lost);
        memset(team->turns, 0,
               (size_t)machine->module->loop_count * WB_TEAM_LANES * sizeof *team->turns);
        team->choice = WB_PC_ENDED;
        team->spin.lanes = 0;
        team->slice = 0;
        team->slice_lanes = 0;
        fill_group_inputs(team);
    }
}

/* ---- Running ---- */

static wb_team *team_at(wb_group *group, uint32_t index)
{
    uint32_t count = group->team_count;
    switch (group->machine->options.order) {
    case WB_ORDER_DESCENDING: return &group->teams[count - 1 - index];
    case WB_ORDER_SHUFFLED: {
        uint64_t turn =
            (group->machine->options.seed + group->number) * 2654435761u + group->barriers * 40503u;
        return &group->teams[(index + (turn >> 7)) % count];
    }
    default: return &group->teams[index];
    }
}

// Whether some of those that wait, all at one barrier(), are in another turn of a loop.
static bool is_out_of_turn(const wb_group *group)
{
    if (group->machine->module->loop_count == 0) return false;
    for (uint32_t t = 0; t < group->team_count; t++)
        if (wb_team_other_turn(&group->teams[t], &group->teams[0], 0) < WB_TEAM_LANES) return true;
    return false;
}

bool wb_group_release(wb_group *group)
{
    wb_machine *machine = group->machine;
    uint32_t at = WB_PC_ENDED, waiting = 0, ended = 0;
    bool diverged = false;
    for (uint32_t t = 0; t < group->team_count; t++) {
        const wb_team *team = &group->teams[t];
        for (uint32_t l = 0; l < team->lanes; l++) {
            if (team->lane_pc[l] != WB_PC_BARRIER) {
                ended++;
                continue;
            }
            diverged = diverged || (waiting > 0 && team->resume[l] != at);
            at = team->resume[l];
            waiting++;
        }
    }
    if (waiting == 0) return false;
    if (diverged || ended > 0 || is_out_of_turn(group)) wb_report_divergence(machine, group);
    for (uint32_t t = 0; t < group->team_count; t++) wb_team_release(&group->teams[t]);
    if (machine->race != NULL) wb_race_barrier(machine->race, group->race);
    group->barriers++;
    group->next_team = 0;
    return true;
}

// Lanes that spun are gone, or fewer, and only their own group has run since.
static bool is_let_go(const wb_spin *before, const wb_spin *now, bool done)
{
    if (before->lanes == 0 || before->other_lane == WB_NO_WORD) return false;
    return done || (now->pc == before->pc && now->lanes < before->lanes);
}

// Of a team that only spins the other lanes come next: as long as one of its own group can let it
// go on, none of another group is asked. False: time is up, or nothing goes on.
static bool run_team(wb_machine *machine, wb_team *team)
{
    for (;;) {
        wb_spin before = team->spin;
        uint64_t changes = machine->changes;
        team->spin.lanes = 0;
        bool done = wb_team_run(team);
        if (machine->stopping) return done;
        if (is_let_go(&before, &team->spin, done)) wb_report_spin(team, &before, false);
        if (done || team->spin.lanes == 0 || (before.lanes != 0 && machine->changes == changes))
            return done;
    }
}

static bool all_spin(const wb_group *group)
{
    for (uint32_t t = 0; t < group->team_count; t++)
        if (wb_team_can_run(&group->teams[t]) && group->teams[t].spin.lanes == 0) return false;
    return true;
}

wb_group_state wb_group_run(wb_machine *machine, wb_group *group)
{
    for (uint32_t t = 0; t < group->team_count; t++) group->teams[t].spin.lanes = 0;
    for (;;) {
        bool spins = false;
        uint64_t changes = machine->changes;
        for (; group->next_team < group->team_count; group->next_team++) {
            wb_team *team = team_at(group, group->next_team);
            if (!wb_team_can_run(team)) continue;
            machine->now = team;
            if (!run_team(machine, team)) spins = true;
            if (machine->stopping) return WB_GROUP_STOPPED;
        }
        group->next_team = 0;
        if (spins && (machine->changes == changes || !all_spin(group))) return WB_GROUP_SPINS;
        if (!spins && !wb_group_release(group)) return WB_GROUP_ENDED;
    }
}
