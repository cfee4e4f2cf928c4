/* What a program means by two accesses that nothing orders: by what becomes of the value that one
 * of them reads. */
#include "machine/flow.h"
#include "machine/machine_state.h"
#include "machine/verdict.h"

#include "base/memory.h"

enum { POLLS_KNOWN = 1, POLLS = 2, GUESSES_KNOWN = 4, GUESSES = 8 };

// What is known of a site, found out when it is first asked for.
static bool has_trait(wb_machine *machine, uint32_t site, uint8_t known, uint8_t is,
                      bool (*ask)(const wb_module *, uint32_t))
{
    uint8_t *traits = &machine->traits[site];
    if ((*traits & known) == 0) {
        *traits |= known;
        if (ask(machine->module, machine->instruction_of[site])) *traits |= is;
    }
    return (*traits & is) != 0;
}

static bool reaches(wb_machine *machine, uint32_t load, uint32_t store)
{
    for (int i = 0; i < machine->reach_count; i++)
        if (machine->reach[i].load == load && machine->reach[i].store == store)
            return machine->reach[i].reaches;
    machine->reach = wb_grow(machine->reach, &machine->reach_capacity, machine->reach_count + 1,
                             sizeof *machine->reach);
    bool does = wb_flow_reaches(machine->module, load, store);
    machine->reach[machine->reach_count++] = (wb_reach){load, store, does};
    return does;
}

/* ---- Lost updates ---- */

// The first word, in its region, that a lane accessed last by an instruction; WB_NO_WORD: none.
static uint32_t word_of(const wb_team *team, const wb_instruction *i, const wb_memory *memory,
                        uint32_t lane)
{
    if (i->op != WbOpImageRead) {
        uint32_t address = i->a != WB_NO_ROW ? wb_row(team, i->a)[lane] : 0;
        return address != WB_NO_WORD ? memory->first + address + i->c : WB_NO_WORD;
    }
    const wb_machine_resource *r = memory->resource;
    if (r == NULL) return WB_NO_WORD;
    uint32_t at[3] = {0};
    for (uint32_t d = 0; d < i->sub && d < 3; d++) at[d] = wb_row(team, i->a + d)[lane];
    uint32_t texel = (at[2] * (uint32_t)r->height + at[1]) * (uint32_t)r->width + at[0];
    return memory->first + wb_unit_of_texel(memory, texel);
}

static bool has_read(const wb_machine *machine, const wb_team *team, const wb_instruction *i,
                     uint32_t lane, const wb_race_conflict *c)
{
    if (i->op != WbOpLoad && i->op != WbOpImageRead) return false;
    wb_memory memory = wb_memory_of(team, i->b);
    if (memory.region != c->region) return false;
    uint32_t first = word_of(team, i, &memory, lane);
    if (first == WB_NO_WORD || i->op == WbOpImageRead) return first == c->word;
    const uint32_t *offsets = i->extra != 0 ? machine->module->extra + i->extra : NULL;
    for (uint32_t k = 0; k < i->count; k++)
        if (first + (offsets != NULL ? offsets[k] : k) == c->word) return true;
    return false;
}

// A load of the same word by the lane that writes now, from which the value comes; or WB_NO_WORD.
static uint32_t source_of_write(wb_machine *machine, const wb_race_conflict *c)
{
    const wb_module *m = machine->module;
    const wb_team *team = machine->now;
    uint32_t store = machine->instruction_of[c->second.site], lane = c->second.lane;
    if (team == NULL || lane < team->first || lane - team->first >= team->lanes) return WB_NO_WORD;
    for (uint32_t k = 0; k < m->code_count; k++)
        if (has_read(machine, team, &m->code[k], lane - team->first, c) &&
            reaches(machine, k, store))
            return k;
    return WB_NO_WORD;
}

// Both instructions access the same word wherever it is, and what is loaded gets into what is
// stored: n += 1.
static bool is_one_update(wb_machine *machine, uint32_t load, uint32_t store)
{
    const wb_instruction *l = &machine->module->code[load], *s = &machine->module->code[store];
    bool memory = l->op == WbOpLoad && s->op == WbOpStore && l->c == s->c;
    bool image = l->op == WbOpImageRead && s->op == WbOpImageWrite;
    return (memory || image) && l->b == s->b && l->a == s->a && reaches(machine, load, store);
}

static bool is_updated(wb_machine *machine, uint32_t store)
{
    for (uint32_t k = 0; k < machine->module->code_count; k++)
        if (is_one_update(machine, k, store)) return true;
    return false;
}

static bool is_lost_update(wb_machine *machine, const wb_race_conflict *c)
{
    uint32_t first = machine->instruction_of[c->first.site];
    uint32_t second = machine->instruction_of[c->second.site];
    if (c->second_kind == WB_ACCESS_READ)
        return c->first_kind == WB_ACCESS_WRITE && is_one_update(machine, second, first);
    if (c->second_kind == WB_ACCESS_ATOMIC)
        return c->first_kind == WB_ACCESS_WRITE && is_updated(machine, first);
    if (c->first_kind == WB_ACCESS_READ) return is_one_update(machine, first, second);
    return source_of_write(machine, c) != WB_NO_WORD;
}

/* ---- The verdict ---- */

// The one that reads, if the other writes; NULL: none reads.
static const wb_race_party *reader(const wb_race_conflict *c)
{
    if (c->first_kind == WB_ACCESS_READ) return &c->first;
    return c->second_kind == WB_ACCESS_READ ? &c->second : NULL;
}

static wb_race_verdict judge(wb_machine *machine, const wb_race_conflict *c)
{
    if (is_lost_update(machine, c)) return WB_RACE_LOST_UPDATE;
    const wb_race_party *r = reader(c), *other = r == &c->first ? &c->second : &c->first;
    if (r == NULL || c->region == 0) return c->verdict;
    uint8_t coherent =
        machine->sites[r->site] &
        (machine->sites[other->site] | (c->verdict == WB_RACE_MIXED ? WB_SITE_COHERENT : 0));
    if ((coherent & WB_SITE_COHERENT) == 0) return c->verdict;
    if (c->verdict == WB_RACE_MIXED &&
        has_trait(machine, r->site, GUESSES_KNOWN, GUESSES, wb_flow_guesses))
        return WB_RACE_GUESS;
    bool polls = has_trait(machine, r->site, POLLS_KNOWN, POLLS, wb_flow_polls);
    return polls && c->across_groups ? WB_RACE_BY_DESIGN : c->verdict;
}

// The same two instructions may meet millions of times: after some they are taken to mean the same.
wb_race_verdict wb_verdict(wb_machine *machine, const wb_race_conflict *c)
{
    enum { ENOUGH = 64 };
    if (c->verdict != WB_RACE && c->verdict != WB_RACE_MIXED && c->verdict != WB_RACE_SAME_VALUE)
        return c->verdict;
    wb_judged *j = &machine->judged[(c->second.site * 31 + c->first.site * 17) % WB_JUDGED_COUNT];
    bool is_same = j->first == c->first.site && j->second == c->second.site &&
                   j->asked == c->verdict && j->across == c->across_groups;
    if (is_same && j->count >= ENOUGH) return j->verdict;
    if (!is_same)
        *j = (wb_judged){.first = c->first.site,
                         .second = c->second.site,
                         .asked = c->verdict,
                         .across = c->across_groups};
    j->count++;
    return j->verdict = judge(machine, c);
}
