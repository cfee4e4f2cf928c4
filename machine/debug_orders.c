/* The kernel debugger: a race in both orders, each on a machine and a memory of its own. The groups
 * of the two run up to the last barrier() before the access, and from there one lane alone, then
 * the other. */
#include "machine/debug_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MEETINGS = 4096 }; // accesses that are looked through for another word

// One of the two.
typedef struct party {
    uint32_t group, lane, instruction;
    uint32_t barriers; // before it
} party;

// An access by one of the two instructions.
typedef struct meeting {
    uint32_t word, lane;
    int party;
} meeting;

typedef struct stage {
    wb_debug *d; // a debugger of its own, for its machine and its memory
    wb_group *groups[2];
    uint32_t word;        // of the whole memory
    const party *awaited; // whose access is looked out for
    wb_group *group;      // its group
    bool seen;
    // what was seen
    wb_debug_turn turn;
    uint32_t barriers, before;
    bool before_undefined;
    wb_memory memory;
    // all that the two instructions access
    meeting *meetings;
    int meeting_count;
} stage;

static bool is_undefined(const wb_memory *memory, uint32_t word)
{
    return memory->flags != NULL && (memory->flags[word] & WB_UNDEFINED) != 0;
}

static void note(stage *s, const wb_team *team, const wb_instruction *i, uint32_t first,
                 uint32_t word, uint32_t lane)
{
    bool is_block = team->machine->module->variables[i->b].space != WB_SPACE_IMAGE;
    s->seen = true;
    s->barriers = team->group->barriers;
    s->turn = (wb_debug_turn){.access = wb_debug_describe(team, i, &s->memory, word, 1, lane)};
    memcpy(s->turn.group, team->group->id, sizeof s->turn.group);
    if (!is_block || s->memory.words == NULL) return;
    s->before = s->memory.words[word];
    s->before_undefined = is_undefined(&s->memory, word);
    s->turn.undefined = s->turn.access.kind == WB_DEBUG_READ && s->before_undefined;
    if (i->op == WbOpStore && word - first < i->count)
        s->turn.access.value = wb_row(team, i->result + (word - first))[lane];
}

// Where in its region an access begins.
static uint32_t unit_of(const wb_team *team, const wb_instruction *i, const wb_memory *memory,
                        uint32_t word)
{
    bool image = team->machine->module->variables[i->b].space == WB_SPACE_IMAGE;
    return memory->first + (image ? wb_unit_of_texel(memory, word) : word);
}

static void watch(void *user, const wb_team *team, const wb_instruction *i, const wb_memory *memory,
                  const uint32_t *word, uint32_t span)
{
    stage *s = user;
    const party *p = s->awaited;
    if (s->seen || team->group != s->group || i != &team->machine->module->code[p->instruction])
        return;
    uint32_t lane = p->lane - team->first;
    if (lane >= team->lanes || team->mask[lane] == 0 || word[lane] == WB_NO_WORD) return;
    uint32_t start = unit_of(team, i, memory, word[lane]);
    if (s->word < start || s->word >= start + span) return;
    s->memory = *memory;
    note(s, team, i, word[lane], word[lane] + (s->word - start), lane);
}

/* ---- Groups ---- */

static bool open_stage(stage *s, const wb_debug *from, const party *parties, wb_module_error *error)
{
    s->d = wb_debug_create(&from->desc, error);
    if (s->d == NULL) return false;
    wb_machine *m = s->d->machine;
    m->options.resident = 2;
    m->watch = watch;
    m->watch_user = s;
    for (int i = 0; i < 2; i++) {
        if (i == 1 && parties[1].group == parties[0].group) {
            s->groups[1] = s->groups[0];
            break;
        }
        m->started = parties[i].group;
        if (!wb_machine_start_group(m)) return false;
        s->groups[i] = m->groups[m->under_way - 1];
    }
    return true;
}

static void run_team(wb_machine *m, wb_team *team, wb_steps steps, uint64_t instructions)
{
    m->steps = steps;
    m->at_findings = m->stopping = false;
    m->stop_line = 0;
    m->budget = m->lane_instructions + instructions;
    m->now = team;
    team->choice = WB_PC_ENDED;
    wb_team_run(team);
}

// All together up to a barrier(); with `seen`, until the awaited access is seen.
static void run_group(stage *s, wb_group *group, uint32_t barriers, bool seen)
{
    wb_machine *m = s->d->machine;
    uint64_t end = m->lane_instructions + s->d->patience;
    while (!(seen && s->seen) && group->barriers < barriers && m->lane_instructions < end) {
        for (uint32_t t = 0; t < group->team_count; t++)
            if (wb_team_can_run(&group->teams[t]))
                run_team(m, &group->teams[t], WB_STEPS_NONE, s->d->patience);
        if (!wb_group_release(group)) return;
    }
}

/* ---- A lane alone ---- */

// With its subgroup, if the kernel has operations over subgroups.
static bool runs_with(const stage *s, uint32_t lane, uint32_t other)
{
    uint32_t size = s->d->module->uses_subgroups ? (uint32_t)s->d->machine->options.subgroup : 1;
    return lane / size == other / size;
}

static void run_alone(stage *s, wb_group *group, uint32_t lane, wb_steps steps)
{
    uint32_t held[WB_TEAM_LANES];
    wb_team *team = &group->teams[lane / (uint32_t)s->d->machine->options.team];
    for (uint32_t l = 0; l < team->lanes; l++) {
        held[l] = team->lane_pc[l];
        if (!runs_with(s, team->first + l, lane)) team->lane_pc[l] = WB_PC_BARRIER;
    }
    run_team(s->d->machine, team, steps, s->d->patience);
    for (uint32_t l = 0; l < team->lanes; l++)
        if (!runs_with(s, team->first + l, lane)) team->lane_pc[l] = held[l];
}

static bool can_run(const wb_group *group, uint32_t lane)
{
    const wb_team *team = &group->teams[lane / (uint32_t)group->machine->options.team];
    return team->lane_pc[lane - team->first] < WB_PC_BARRIER;
}

// Up to and with its access.
static bool take_turn(stage *s, wb_group *group, const party *p, wb_debug_turn *turn)
{
    uint64_t end = s->d->machine->lane_instructions + s->d->patience;
    s->awaited = p;
    s->group = group;
    s->seen = false;
    while (!s->seen && can_run(group, p->lane) && s->d->machine->lane_instructions < end)
        run_alone(s, group, p->lane, WB_STEPS_INSTRUCTION);
    *turn = s->turn;
    return s->seen;
}

/* ---- Playing ---- */

// How many barrier()s come before the access; false if it is not made.
static bool scout(const wb_debug *d, party *parties, uint32_t word, wb_module_error *error)
{
    bool good = true;
    for (int i = 0; i < 2 && good; i++) {
        stage s = {.word = word, .awaited = &parties[i]};
        good = open_stage(&s, d, parties, error);
        s.group = s.groups[i];
        if (good) run_group(&s, s.groups[i], UINT32_MAX, true);
        good = good && s.seen;
        parties[i].barriers = s.barriers;
        wb_debug_free(s.d);
    }
    return good;
}

// The rest of the line of its access.
static void finish_line(stage *s, wb_group *group, const party *p)
{
    const wb_instruction *code = s->d->module->code;
    const wb_team *team = &group->teams[p->lane / (uint32_t)s->d->machine->options.team];
    if (!can_run(group, p->lane)) return;
    if (code[team->lane_pc[p->lane - team->first]].line == code[p->instruction].line)
        run_alone(s, group, p->lane, WB_STEPS_LINE);
}

static bool play(const wb_debug *d, const party *parties, int first, uint32_t word,
                 wb_debug_order *order, wb_module_error *error)
{
    stage s = {.word = word, .awaited = &parties[first]};
    bool good = open_stage(&s, d, parties, error);
    wb_group *of_first = s.groups[first], *of_second = s.groups[!first];
    for (int i = 0; i < 2 && good; i++) run_group(&s, s.groups[i], parties[i].barriers, false);
    good = good && take_turn(&s, of_first, &parties[first], &order->first);
    order->before = s.before;
    order->before_undefined = s.before_undefined;
    good = good && take_turn(&s, of_second, &parties[!first], &order->second);
    if (good) {
        finish_line(&s, of_first, &parties[first]);
        finish_line(&s, of_second, &parties[!first]);
        uint32_t at = order->second.access.word;
        bool is_word = s.memory.words != NULL && at < s.memory.count;
        order->after = is_word ? s.memory.words[at] : 0;
        order->after_undefined = is_word && is_undefined(&s.memory, at);
    }
    wb_debug_free(s.d);
    return good;
}

/* ---- Another word ---- */

static void gather(void *user, const wb_team *team, const wb_instruction *i,
                   const wb_memory *memory, const uint32_t *word, uint32_t span)
{
    stage *s = user;
    const party *p = s->awaited;
    for (int k = 0; k < 2; k++) {
        if (i != &team->machine->module->code[p[k].instruction] || team->group != s->groups[k])
            continue;
        for (uint32_t l = 0; l < team->lanes && s->meeting_count < MOST_MEETINGS; l++)
            for (uint32_t n = 0; team->mask[l] != 0 && word[l] != WB_NO_WORD && n < span; n++)
                if (s->meeting_count < MOST_MEETINGS)
                    s->meetings[s->meeting_count++] =
                        (meeting){unit_of(team, i, memory, word[l]) + n, team->first + l, k};
    }
}

// The next word from *at on at which the two meet as they do at the one that was found: two lanes,
// and as many barrier()s between them.
static bool next_meeting(const wb_debug *d, const stage *s, int *at, const party *found,
                         party *parties, uint32_t *word)
{
    wb_module_error error;
    for (; *at < s->meeting_count; ++*at) {
        const meeting *b = &s->meetings[*at];
        if (b->party != 1 || b->word == *word) continue;
        for (int k = 0; k < s->meeting_count; k++) {
            const meeting *a = &s->meetings[k];
            bool same_lane = found[0].group == found[1].group && a->lane == b->lane;
            if (a->party != 0 || a->word != b->word || same_lane) continue;
            memcpy(parties, found, 2 * sizeof *parties);
            parties[0].lane = a->lane;
            parties[1].lane = b->lane;
            ++*at;
            *word = b->word;
            if (scout(d, parties, *word, &error) &&
                parties[1].barriers - parties[0].barriers == found[1].barriers - found[0].barriers)
                return true;
            break;
        }
    }
    return false;
}

static bool play_both(const wb_debug *d, const party *parties, uint32_t word,
                      wb_debug_orders *orders, wb_module_error *error);

// Plays other words, some of all, until one differs or it has taken long. To play one takes four
// groups or pairs of them, at most.
static void try_others(const wb_debug *d, const party *found, uint32_t word,
                       wb_debug_orders *orders)
{
    party parties[2];
    wb_module_error error;
    int capacity = 0, at = 0;
    stage s = {.awaited = found,
               .meetings = wb_grow(NULL, &capacity, MOST_MEETINGS, sizeof(meeting))};
    if (open_stage(&s, d, found, &error)) {
        s.d->machine->watch = gather;
        run_group(&s, s.groups[0], UINT32_MAX, false);
        if (s.groups[1] != s.groups[0]) run_group(&s, s.groups[1], UINT32_MAX, false);
    }
    uint64_t each = s.d != NULL ? 4 * s.d->machine->lane_instructions + 1 : d->patience;
    int most = (int)(d->patience / each < MOST_MEETINGS ? d->patience / each + 1 : MOST_MEETINGS);
    wb_debug_free(s.d);
    for (int i = 0; i < most && next_meeting(d, &s, &at, found, parties, &word); i++) {
        wb_debug_orders others = {0};
        at += s.meeting_count / most;
        if (!play_both(d, parties, word, &others, &error) || others.same) continue;
        *orders = others;
        break;
    }
    free(s.meetings);
}

static party party_of(const wb_debug *d, const wb_invocation *who, uint32_t instruction)
{
    const uint32_t *groups = d->desc.dispatch->groups, *size = d->module->local_size;
    return (party){.group = (who->group[2] * groups[1] + who->group[1]) * groups[0] + who->group[0],
                   .lane = (who->local[2] * size[1] + who->local[1]) * size[0] + who->local[0],
                   .instruction = instruction};
}

static bool same_turn(const wb_debug_turn *a, const wb_debug_turn *b)
{
    return a->access.value == b->access.value && a->undefined == b->undefined;
}

static bool play_both(const wb_debug *d, const party *parties, uint32_t word,
                      wb_debug_orders *orders, wb_module_error *error)
{
    int64_t element;
    for (int i = 0; i < 2; i++)
        if (!play(d, parties, i, word, &orders->order[i], error)) return false;
    const wb_debug_order *a = &orders->order[0], *b = &orders->order[1];
    orders->variable = a->second.access.variable;
    orders->word = a->second.access.word;
    orders->same = a->after == b->after && same_turn(&a->first, &b->second) &&
                   same_turn(&a->second, &b->first);
    const wb_variable *v = &d->module->variables[orders->variable];
    if (v->space == WB_SPACE_IMAGE)
        snprintf(orders->object, sizeof orders->object, "%s, texel %u", v->name, orders->word);
    else
        wb_module_name_word(d->module, orders->variable, orders->word, orders->object,
                            sizeof orders->object, &element);
    return true;
}

static bool fail(wb_module_error *error, const char *text)
{
    if (error->text[0] == '\0') snprintf(error->text, sizeof error->text, "%s", text);
    return false;
}

bool wb_debug_play(wb_debug *d, const wb_kernel_finding *f, wb_debug_orders *orders,
                   wb_module_error *error)
{
    *orders = (wb_debug_orders){0};
    *error = (wb_module_error){0};
    if (strncmp(f->code, "race", 4) != 0 || !f->has_other)
        return fail(error, "only a race has two orders");
    party parties[2] = {party_of(d, &f->other, f->other_instruction),
                        party_of(d, &f->at, f->instruction)};
    uint32_t size = (uint32_t)d->machine->options.subgroup;
    if (d->module->uses_subgroups && parties[0].group == parties[1].group &&
        parties[0].lane / size == parties[1].lane / size)
        return fail(error, "the two are of one subgroup, whose invocations run together here");
    if (!scout(d, parties, f->word, error))
        return fail(error, "the accesses do not come again without the groups before");
    if (!play_both(d, parties, f->word, orders, error))
        return fail(error, "an invocation does not come to its access alone");
    if (orders->same) try_others(d, parties, f->word, orders);
    return true;
}
