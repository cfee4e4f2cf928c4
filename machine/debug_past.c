/* The kernel debugger: going back. From time to time a checkpoint keeps what the group itself has
 * (rows, shared memory, where its lanes are). The dispatch's memory may be large, and a group
 * changes little of it; so a checkpoint collects, block by block, what is overwritten after it.
 * To go back is to put the blocks back, newest first, and to run again from there. */
#include "machine/debug_state.h"

#include <stdlib.h>
#include <string.h>

enum {
    BLOCK = 256, // bytes
    NEWEST = 8,  // checkpoints that are never given up
};
static const wb_debug_pace usual_pace = {.look = 1 << 15,
                                         .executions = 30000,
                                         .instructions = 3000000, // either takes about 15 ms
                                         .room = (size_t)256 << 20};

/* ---- The state of a group, piece by piece ---- */

// With no memory it measures; then it saves or loads.
typedef struct tape {
    uint8_t *at;
    size_t size;
    bool loads;
} tape;

static void piece(tape *t, void *data, size_t size)
{
    t->size += size;
    if (t->at == NULL || size == 0) return;
    if (t->loads)
        memcpy(data, t->at, size);
    else
        memcpy(t->at, data, size);
    t->at += size;
}

static void race_piece(void *data, size_t size, bool grows, void *user)
{
    tape *t = user;
    size_t then = size;
    if (grows) piece(t, &then, sizeof then);
    piece(t, data, then);
    if (then < size) memset((uint8_t *)data + then, 0, size - then);
}

static void group_pieces(wb_debug *d, tape *t)
{
    wb_group *g = d->group;
    for (uint32_t i = 0; i < g->team_count; i++) {
        wb_team *team = &g->teams[i];
        piece(t, team->rows, (size_t)d->module->row_count * team->width * sizeof *team->rows);
        piece(t, team->flags, (size_t)d->module->row_count * sizeof *team->flags);
        piece(t, team->lane_pc, sizeof team->lane_pc);
        piece(t, team->resume, sizeof team->resume);
        piece(t, team->iterations, sizeof team->iterations);
        piece(t, team->turns, d->module->loop_count * WB_TEAM_LANES * sizeof *team->turns);
    }
    piece(t, g->shared, d->module->shared_size);
    piece(t, g->shared_flags, d->module->shared_size / 4);
    piece(t, &g->barriers, sizeof g->barriers);
    piece(t, d->writers, d->module->shared_size / 4 * sizeof *d->writers);
    wb_race_visit(d->machine->race, g->race, race_piece, t);
}

static void machine_pieces(wb_debug *d, tape *t)
{
    wb_machine *m = d->machine;
    piece(t, &m->lane_instructions, sizeof m->lane_instructions);
    piece(t, m->counts, d->module->code_count * sizeof *m->counts);
    piece(t, m->seen, sizeof m->seen);
    piece(t, &m->depends_on_order, sizeof m->depends_on_order);
    piece(t, &m->depends_line, sizeof m->depends_line);
    for (int i = 0; i < m->region_count; i++)
        piece(t, &m->regions[i].any_flags, sizeof m->regions[i].any_flags);
    piece(t, &m->finding_count, sizeof m->finding_count);
    piece(t, m->findings, (size_t)m->finding_count * sizeof *m->findings);
}

static void all_pieces(wb_debug *d, tape *t)
{
    group_pieces(d, t);
    machine_pieces(d, t);
}

/* ---- Blocks of the dispatch's memory ---- */

static void save(wb_debug *d, wb_area *area, size_t from, size_t size)
{
    if (area->data == NULL || from >= area->size) return;
    if (size > area->size - from) size = area->size - from;
    wb_checkpoint *c = &d->checkpoints[d->checkpoint_count - 1];
    for (size_t b = from / BLOCK; b <= (from + size - 1) / BLOCK; b++) {
        uint8_t *at = area->data + b * BLOCK;
        if (area->last == (uintptr_t)at) continue;
        area->last = (uintptr_t)at;
        uint8_t *is_saved = wb_map_add(&d->saved, (uintptr_t)at);
        if (*is_saved != 0) continue;
        *is_saved = 1;
        size_t length = area->size - b * BLOCK < BLOCK ? area->size - b * BLOCK : BLOCK;
        c->blocks = wb_grow(c->blocks, &c->block_capacity, c->block_count + 1, sizeof *c->blocks);
        c->bytes = wb_grow(c->bytes, &c->byte_capacity, c->byte_count + BLOCK, 1);
        c->blocks[c->block_count++] = (wb_block){at, (uint32_t)length, c->byte_count};
        memcpy(c->bytes + c->byte_count, at, length);
        c->byte_count += BLOCK;
    }
}

static size_t texel_bytes(const wb_memory *memory)
{
    const wb_texel_format *f = &memory->resource->format;
    return (size_t)(f->channels * f->bits / 8);
}

void wb_debug_save_words(wb_debug *d, const wb_instruction *i, uint32_t word, uint32_t span,
                         const wb_memory *memory, bool writes)
{
    wb_areas *a = &d->areas[i->b];
    bool image = d->module->variables[i->b].space == WB_SPACE_IMAGE;
    size_t first = (size_t)memory->first + (image ? wb_unit_of_texel(memory, word) : word);
    size_t each = image && memory->resource != NULL ? texel_bytes(memory) : 4;
    if (a->race_bytes > 0) save(d, &a->races, first * a->race_bytes, (size_t)span * a->race_bytes);
    if (!writes || memory->words == NULL) return;
    size_t start = (size_t)((uint8_t *)memory->words - a->data.data);
    save(d, &a->data, start + (size_t)word * each, (size_t)span * each);
    if (!image) save(d, &a->flags, first, span);
}

static void find_areas(wb_debug *d)
{
    wb_machine *m = d->machine;
    int capacity = 0;
    d->areas = wb_grow(NULL, &capacity, d->module->variable_count + 1, sizeof *d->areas);
    for (int v = 0; v < d->module->variable_count; v++) {
        const wb_memory *memory = &m->memory[v];
        wb_areas *a = &d->areas[v];
        for (int r = 0; memory->resource != NULL && r < m->region_count; r++) {
            wb_region *region = &m->regions[r];
            uint8_t *data = memory->resource->data;
            if (data < region->data || data >= region->data + region->size) continue;
            a->data = (wb_area){.data = region->data, .size = region->size};
            a->flags = (wb_area){.data = region->flags, .size = region->units};
            if (region->race < 0) continue;
            a->races.data = wb_race_words(m->race, region->race, &a->race_bytes);
            a->races.size = region->units * a->race_bytes;
        }
    }
}

/* ---- Checkpoints ---- */

static void forget_saved(wb_debug *d)
{
    wb_map_free(&d->saved);
    for (int v = 0; v < d->module->variable_count; v++)
        d->areas[v].data.last = d->areas[v].flags.last = d->areas[v].races.last = 0;
}

static uint64_t executions(const wb_debug *d)
{
    uint64_t sum = 0;
    for (uint32_t k = 0; k < d->module->code_count; k++) sum += d->machine->counts[k].executions;
    return sum;
}

static void free_checkpoint(wb_checkpoint *c)
{
    free(c->state);
    free(c->blocks);
    free(c->bytes);
    *c = (wb_checkpoint){0};
}

// The blocks of the one after it are put back before its own, so they stand behind them.
static void join(wb_checkpoint *c, wb_checkpoint *next)
{
    c->blocks = wb_grow(c->blocks, &c->block_capacity, c->block_count + next->block_count + 1,
                        sizeof *c->blocks);
    c->bytes = wb_grow(c->bytes, &c->byte_capacity, c->byte_count + next->byte_count + 1, 1);
    for (int i = 0; i < next->block_count; i++) {
        c->blocks[c->block_count] = next->blocks[i];
        c->blocks[c->block_count++].copy += c->byte_count;
    }
    if (next->byte_count > 0)
        memcpy(c->bytes + c->byte_count, next->bytes, (size_t)next->byte_count);
    c->byte_count += next->byte_count;
    free_checkpoint(next);
}

// Every second one of those that are not new.
static void thin_out(wb_debug *d)
{
    size_t bytes = 0;
    for (int i = 0; i < d->checkpoint_count; i++)
        bytes += d->checkpoints[i].state_size + (size_t)d->checkpoints[i].byte_capacity;
    int old = d->checkpoint_count - NEWEST, kept = 0;
    if (bytes < d->pace.room || old < 2) return;
    for (int i = 0; i < d->checkpoint_count; i++) {
        wb_checkpoint *c = &d->checkpoints[i];
        if (i < old && i % 2 == 1)
            join(&d->checkpoints[kept - 1], c);
        else
            d->checkpoints[kept++] = *c;
    }
    d->checkpoint_count = kept;
}

static void add_checkpoint(wb_debug *d)
{
    tape measure = {0};
    bool holds = d->holds;
    thin_out(d);
    wb_debug_let_go(d);
    all_pieces(d, &measure);
    d->checkpoints = wb_grow(d->checkpoints, &d->checkpoint_capacity, d->checkpoint_count + 1,
                             sizeof *d->checkpoints);
    wb_checkpoint *c = &d->checkpoints[d->checkpoint_count++];
    *c = (wb_checkpoint){.position = d->machine->lane_instructions,
                         .executions = executions(d),
                         .moment = d->now,
                         .state_size = measure.size,
                         .state = wb_or_end(malloc(measure.size + 1))};
    all_pieces(d, &(tape){.at = c->state});
    forget_saved(d);
    if (holds) wb_debug_hold(d);
}

void wb_debug_look_at_time(wb_debug *d)
{
    uint64_t position = d->machine->lane_instructions;
    if (position < d->next_look) return;
    const wb_checkpoint *last = &d->checkpoints[d->checkpoint_count - 1];
    d->next_look = position + d->pace.look;
    if (position - last->position >= d->pace.instructions ||
        executions(d) - last->executions >= d->pace.executions)
        add_checkpoint(d);
}

static void put_back(wb_checkpoint *c)
{
    for (int i = c->block_count - 1; i >= 0; i--)
        memcpy(c->blocks[i].at, c->bytes + c->blocks[i].copy, c->blocks[i].size);
    c->block_count = c->byte_count = 0;
}

// The group is what it was at a checkpoint; those after it are gone.
static void restore(wb_debug *d, int index)
{
    wb_debug_let_go(d);
    for (int i = d->checkpoint_count - 1; i >= index; i--) put_back(&d->checkpoints[i]);
    while (d->checkpoint_count > index + 1) free_checkpoint(&d->checkpoints[--d->checkpoint_count]);
    wb_checkpoint *c = &d->checkpoints[index];
    all_pieces(d, &(tape){.at = c->state, .loads = true});
    d->now = c->moment;
    d->access_count = 0;
    d->found_count = d->machine->finding_count;
    d->next_look = d->machine->lane_instructions + d->pace.look;
    forget_saved(d);
}

void wb_debug_begin_past(wb_debug *d)
{
    d->saved.item_size = 1;
    if (d->pace.look == 0) d->pace = usual_pace;
    find_areas(d);
    add_checkpoint(d);
    d->next_look = d->pace.look;
}

void wb_debug_free_past(wb_debug *d)
{
    for (int i = 0; i < d->checkpoint_count; i++) free_checkpoint(&d->checkpoints[i]);
    free(d->checkpoints);
    free(d->areas);
    wb_map_free(&d->saved);
    d->checkpoints = NULL;
    d->areas = NULL;
    d->checkpoint_count = d->checkpoint_capacity = 0;
}

/* ---- Running the past again ---- */

// Where other lanes took their turn, they take it again.
static bool take_turn(wb_debug *d)
{
    int next = d->now.turn + 1;
    if (next >= d->turn_count || d->turns[next].position > d->machine->lane_instructions)
        return false;
    wb_debug_let_go(d);
    d->now.turn = next;
    d->now.inside = false;
    wb_debug_hold(d);
    return true;
}

static uint64_t next_turn(const wb_debug *d)
{
    int next = d->now.turn + 1;
    return next < d->turn_count ? d->turns[next].position : UINT64_MAX;
}

// False if no lane can run.
static bool run_one(wb_debug *d, uint64_t target)
{
    if (take_turn(d)) return true;
    uint64_t turn = next_turn(d);
    return wb_debug_run_line(d, turn < target ? turn : target) != WB_LINE_STUCK;
}

static void run_to(wb_debug *d, uint64_t target)
{
    wb_debug_hold(d);
    while (d->machine->lane_instructions < target && run_one(d, target)) {
    }
    wb_debug_let_go(d);
}

// The last one before a position; the first one if there is none.
static int checkpoint_before(const wb_debug *d, uint64_t position)
{
    int i = d->checkpoint_count - 1;
    while (i > 0 && d->checkpoints[i].position >= position) i--;
    return i;
}

static void go_to(wb_debug *d, uint64_t position)
{
    if (position <= d->machine->lane_instructions) restore(d, checkpoint_before(d, position));
    run_to(d, position);
}

uint64_t wb_debug_position(const wb_debug *d)
{
    return d->machine->lane_instructions;
}

void wb_debug_go_to(wb_debug *d, uint64_t position)
{
    d->hit = d->change.number = 0;
    d->has_nan = false;
    go_to(d, position < d->furthest ? position : d->furthest);
}

/* ---- Backwards ---- */

typedef struct hit {
    bool there;
    uint64_t position;
    bool met;
    int breakpoint;         // its number; 0: none
    wb_debug_change change; // that the line makes; number 0: none
} hit;

// The last line that begins before `end` and meets the wish, or changes what is watched; from a
// checkpoint on.
static hit search(wb_debug *d, const wb_wish *wish, uint64_t end)
{
    hit best = {0};
    uint64_t effort = 0;
    bool watches = d->watch_count > 0 && wish->goal.until <= WB_DEBUG_BREAKPOINT;
    wb_debug_hold(d);
    if (watches) wb_debug_take_values(d);
    while (d->machine->lane_instructions < end) {
        if (take_turn(d)) continue;
        if (!d->now.inside) {
            bool met = wb_debug_is_met(d, wish);
            wb_debug_breakpoint *b = met ? NULL : wb_debug_breakpoint_here(d, wish);
            if (b != NULL || met)
                best = (hit){.there = true,
                             .position = d->machine->lane_instructions,
                             .met = met,
                             .breakpoint = b != NULL ? b->number : 0};
        }
        if (!run_one(d, end)) break;
        if (!watches || !wb_debug_look_at_values(d, &effort)) continue;
        if (!best.there || best.position != d->now.line_start)
            best = (hit){.there = true, .position = d->now.line_start};
        best.change = d->change;
    }
    d->change.number = 0;
    wb_debug_let_go(d);
    return best;
}

static wb_debug_stop arrive(wb_debug *d, const wb_wish *wish, const hit *h)
{
    go_to(d, h->position);
    d->change = h->change;
    if (h->change.number != 0) wb_debug_focus(d, h->change.lane);
    if (h->met) return WB_DEBUG_ARRIVED;
    if (h->breakpoint == 0) return WB_DEBUG_CHANGED;
    wb_debug_hold(d);
    wb_debug_breakpoint *b = wb_debug_breakpoint_here(d, wish);
    wb_debug_let_go(d);
    if (b != NULL) wb_debug_hit(d, b);
    return WB_DEBUG_AT_BREAKPOINT;
}

static wb_debug_stop go_to_finding(wb_debug *d)
{
    uint64_t now = d->machine->lane_instructions;
    for (int i = d->found_count - 1; i >= 0; i--) {
        if (d->found_at[i] >= now) continue;
        go_to(d, d->found_at[i]);
        return WB_DEBUG_FOUND;
    }
    go_to(d, 0);
    return WB_DEBUG_START;
}

wb_debug_stop wb_debug_back(wb_debug *d, wb_debug_goal goal)
{
    wb_wish wish = wb_debug_wish(d, goal, true);
    uint64_t end = d->machine->lane_instructions;
    d->hit = d->change.number = 0;
    d->has_nan = false;
    if (goal.until == WB_DEBUG_FINDING) return go_to_finding(d);
    while (end > 0 && goal.until != WB_DEBUG_END) {
        int index = checkpoint_before(d, end);
        restore(d, index);
        wb_checkpoint c = d->checkpoints[index];
        hit h = search(d, &wish, end);
        if (h.there) return arrive(d, &wish, &h);
        // On with what is before the checkpoint. If it stands inside a line, no other begins
        // between that line's start and it; but the line may have changed something
        end = c.position;
        if (c.moment.inside && c.moment.line_start < end && d->watch_count == 0)
            end = c.moment.line_start + 1;
    }
    go_to(d, 0);
    return WB_DEBUG_START;
}
