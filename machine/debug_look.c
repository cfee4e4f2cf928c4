/* The kernel debugger: what is to be seen of a group. */
#include "machine/debug_state.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ACCESSES = 8192 };

/* ---- Accesses ---- */

static wb_debug_access_kind kind_of(const wb_instruction *i)
{
    if (i->op == WbOpAtomic) return WB_DEBUG_ATOMIC;
    return i->op == WbOpStore || i->op == WbOpImageWrite ? WB_DEBUG_WRITE : WB_DEBUG_READ;
}

static uint32_t value_of(const wb_team *team, const wb_instruction *i, const wb_memory *memory,
                         uint32_t word, uint32_t lane)
{
    if (i->op == WbOpStore) return wb_row(team, i->result)[lane];
    if (i->op == WbOpAtomic) return wb_row(team, team->machine->module->extra[i->extra])[lane];
    return i->op == WbOpLoad && memory->words != NULL ? memory->words[word] : 0;
}

wb_debug_access wb_debug_describe(const wb_team *team, const wb_instruction *i,
                                  const wb_memory *memory, uint32_t word, uint32_t span,
                                  uint32_t lane)
{
    return (wb_debug_access){.kind = kind_of(i),
                             .variable = (int)i->b,
                             .word = word,
                             .words = i->op == WbOpAtomic ? 1 : span,
                             .lane = team->first + lane,
                             .line = i->line,
                             .instruction = (uint32_t)(i - team->machine->module->code),
                             .value = value_of(team, i, memory, word, lane)};
}

static void note_access(wb_debug *d, const wb_debug_access *access)
{
    if (d->access_count >= MOST_ACCESSES) return;
    d->accesses =
        wb_grow(d->accesses, &d->access_capacity, d->access_count + 1, sizeof *d->accesses);
    d->accesses[d->access_count++] = *access;
}

static void note_writer(wb_debug *d, const wb_instruction *i, uint32_t word, uint32_t lane)
{
    const uint32_t *offsets =
        i->op == WbOpStore && i->extra != 0 ? d->module->extra + i->extra : NULL;
    uint32_t count = i->op == WbOpStore ? i->count : 1;
    for (uint32_t k = 0; k < count; k++)
        d->writers[word + (offsets != NULL ? offsets[k] : k)] =
            (wb_writer){(uint16_t)lane, i->line};
}

static void note_footprint(wb_debug *d, const wb_debug_access *access)
{
    for (uint32_t k = 0; k < access->words; k++) {
        uint64_t key = (uint64_t)access->variable << 32 | (access->word + k);
        int *index = wb_map_add(d->footprint_words, key); // from 1
        if (*index == 0) {
            d->footprint = wb_grow(d->footprint, &d->footprint_capacity, d->footprint_count + 1,
                                   sizeof *d->footprint);
            *index = ++d->footprint_count;
        } else if (access->kind == WB_DEBUG_READ || d->footprint[*index - 1].kind != WB_DEBUG_READ)
            continue;
        wb_debug_access *word = &d->footprint[*index - 1];
        *word = *access;
        word->word += k;
        word->words = 1;
    }
}

void wb_debug_note_access(void *debug, const wb_team *team, const wb_instruction *i,
                          const wb_memory *memory, const uint32_t *word, uint32_t span)
{
    wb_debug *d = debug;
    bool shared = d->module->variables[i->b].space == WB_SPACE_SHARED;
    bool writes = kind_of(i) != WB_DEBUG_READ;
    for (uint32_t l = team->low; l < team->high; l++) {
        if (team->mask[l] == 0 || word[l] == WB_NO_WORD) continue;
        wb_debug_access access = wb_debug_describe(team, i, memory, word[l], span, l);
        note_access(d, &access);
        if (d->footprint_words != NULL) note_footprint(d, &access);
        if (!shared)
            wb_debug_save_words(d, i, access.word, access.words, memory, writes);
        else if (writes)
            note_writer(d, i, access.word, access.lane);
    }
}

const wb_debug_access *wb_debug_accesses(const wb_debug *d, int *count)
{
    *count = d->access_count;
    return d->accesses;
}

/* ---- What would be accessed ---- */

// All that a look into the future has to leave as it was.
typedef struct aside {
    uint64_t position, furthest;
    uint32_t lane, width;
    wb_turn *turns;
    int turn_count;
} aside;

static aside step_aside(const wb_debug *d)
{
    int capacity = 0;
    aside a = {.position = wb_debug_position(d),
               .furthest = d->furthest,
               .lane = d->lane,
               .width = d->width,
               .turns = wb_grow(NULL, &capacity, d->turn_count, sizeof *a.turns),
               .turn_count = d->turn_count};
    memcpy(a.turns, d->turns, (size_t)a.turn_count * sizeof *a.turns);
    return a;
}

// By way of `through`, a position that lies behind both pasts' parting.
static void step_back(wb_debug *d, aside *a, uint64_t through)
{
    wb_debug_go_to(d, through);
    d->turns = wb_grow(d->turns, &d->turn_capacity, a->turn_count, sizeof *d->turns);
    memcpy(d->turns, a->turns, (size_t)a->turn_count * sizeof *a->turns);
    d->turn_count = a->turn_count;
    d->furthest = a->furthest;
    wb_debug_select(d, a->lane, a->width);
    wb_debug_go_to(d, a->position);
    free(a->turns);
}

wb_debug_access *wb_debug_next_accesses(wb_debug *d, int *count)
{
    aside a = step_aside(d);
    wb_debug_goal goal = {.until = WB_DEBUG_INTO};
    wb_debug_access *accesses = NULL;
    int capacity = 0;
    *count = 0;
    if (wb_debug_where(d).line != 0) {
        wb_debug_forward(d, goal);
        *count = d->access_count;
        accesses = wb_grow(NULL, &capacity, d->access_count + 1, sizeof *accesses);
        if (*count > 0) memcpy(accesses, d->accesses, (size_t)*count * sizeof *accesses);
    }
    step_back(d, &a, a.position);
    return accesses;
}

wb_debug_access *wb_debug_footprint(wb_debug *d, int *count)
{
    aside a = step_aside(d);
    wb_map words = {.item_size = sizeof(int)};
    wb_debug_go_to(d, 0);
    d->footprint = NULL;
    d->footprint_count = d->footprint_capacity = 0;
    d->footprint_words = &words;
    wb_debug_select(d, 0, 0);
    wb_debug_forward(d, (wb_debug_goal){.until = WB_DEBUG_END});
    d->footprint_words = NULL;
    wb_map_free(&words);
    step_back(d, &a, 0);
    *count = d->footprint_count;
    return d->footprint;
}

/* ---- Where it stands ---- */

wb_debug_place wb_debug_where(const wb_debug *d)
{
    wb_choice chosen = wb_debug_chosen(d);
    uint32_t pc = wb_debug_front(d, chosen);
    wb_debug_place place = {.inside = d->now.inside};
    if (pc >= WB_PC_BARRIER) return place;
    place.line = d->module->code[pc].line;
    place.call = d->module->code[pc].call;
    for (uint32_t lane = 0; lane < d->machine->lanes; lane++) {
        uint32_t p = wb_debug_pc(d, lane);
        if (wb_debug_is_among(chosen, lane) && p < WB_PC_BARRIER &&
            d->module->code[p].line == place.line)
            place.lanes++;
    }
    return place;
}

uint32_t wb_debug_lane_count(const wb_debug *d)
{
    return d->machine->lanes;
}

uint32_t wb_debug_place_of(const wb_debug *d, uint32_t lane)
{
    uint32_t pc = wb_debug_pc(d, lane), l = lane;
    const wb_team *team = wb_debug_team(d, &l);
    return pc >= WB_PC_BARRIER ? team->resume[l] - 1 : pc;
}

static wb_debug_lane lane_at(const wb_debug *d, uint32_t lane, int next_line)
{
    const uint32_t *size = d->module->local_size;
    uint32_t pc = wb_debug_pc(d, lane);
    const wb_instruction *i = &d->module->code[wb_debug_place_of(d, lane)];
    bool next = i->line == next_line && wb_debug_is_among(wb_debug_chosen(d), lane);
    return (wb_debug_lane){
        .state = pc == WB_PC_ENDED     ? WB_DEBUG_DONE
                 : pc == WB_PC_BARRIER ? WB_DEBUG_AT_BARRIER
                 : next                ? WB_DEBUG_RUNS
                                       : WB_DEBUG_READY,
        .line = pc == WB_PC_ENDED ? 0 : i->line,
        .call = i->call,
        .local = {lane % size[0], lane / size[0] % size[1], lane / size[0] / size[1]}};
}

wb_debug_lane wb_debug_lane_at(const wb_debug *d, uint32_t lane)
{
    return lane_at(d, lane, wb_debug_where(d).line);
}

void wb_debug_lanes(const wb_debug *d, wb_debug_lane *lanes)
{
    int line = wb_debug_where(d).line;
    for (uint32_t lane = 0; lane < d->machine->lanes; lane++) lanes[lane] = lane_at(d, lane, line);
}

uint32_t wb_debug_calls(const wb_debug *d, uint32_t lane, wb_debug_frame *frames, uint32_t capacity)
{
    const wb_module *m = d->module;
    uint32_t pc = wb_debug_place_of(d, lane), call = m->code[pc].call, count = 0;
    int line = m->code[pc].line;
    for (;;) {
        if (count < capacity) frames[count] = (wb_debug_frame){m->calls[call].function, line, call};
        count++;
        if (call == 0) return count;
        line = m->calls[call].line;
        call = m->calls[call].caller;
    }
}

void wb_debug_count_lanes(const wb_debug *d, uint32_t *waiting, uint32_t *ended)
{
    *waiting = *ended = 0;
    for (uint32_t lane = 0; lane < d->machine->lanes; lane++) {
        uint32_t pc = wb_debug_pc(d, lane);
        *waiting += pc == WB_PC_BARRIER;
        *ended += pc == WB_PC_ENDED;
    }
}

/* ---- Shared memory ---- */

uint32_t wb_debug_shared_count(const wb_debug *d)
{
    return d->module->shared_size / 4;
}

wb_debug_word wb_debug_shared_at(const wb_debug *d, uint32_t word)
{
    const wb_writer *w = &d->writers[word];
    return (wb_debug_word){.value = d->group->shared[word],
                           .variable = wb_module_shared_variable(d->module, word),
                           .written = w->lane != WB_DEBUG_NO_LANE,
                           .lane = w->lane,
                           .line = w->line,
                           .bank = (int)(word % 32)};
}

const void *wb_debug_memory(const wb_debug *d, int resource)
{
    return d->machine->resources[resource].data;
}

/* ---- Counts and findings ---- */

void wb_debug_line_counts(const wb_debug *d, wb_line_counts *counts, int line_count)
{
    wb_machine_all_line_counts(d->machine, counts, line_count);
}

int wb_debug_finding_count(const wb_debug *d)
{
    return d->machine->finding_count;
}

const wb_kernel_finding *wb_debug_finding(const wb_debug *d, int index)
{
    return wb_machine_finding(d->machine, index);
}

uint64_t wb_debug_finding_position(const wb_debug *d, int index)
{
    return index >= 0 && index < d->found_count ? d->found_at[index] : 0;
}

const wb_debug_nan *wb_debug_nan_found(const wb_debug *d)
{
    return d->has_nan ? &d->nan : NULL;
}
