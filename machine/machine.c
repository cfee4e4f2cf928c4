#include "machine/machine_state.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Watching ---- */

static uint8_t site_flags(const wb_module *m, const wb_instruction *i)
{
    wb_space space = m->variables[i->b].space;
    bool is_image = space == WB_SPACE_IMAGE || space == WB_SPACE_TEXTURE;
    return (uint8_t)(((i->mode & (WB_COHERENT | WB_VOLATILE)) != 0 ? WB_SITE_COHERENT : 0) |
                     (i->op == WbOpAtomic ? WB_SITE_ATOMIC : 0) | (is_image ? WB_SITE_IMAGE : 0));
}

// Of WB_RACE_NEAR_FENCES and WB_RACE_FENCES_OF_ONE.
static unsigned fences_of(const wb_instruction *i)
{
    bool fences = i->op == WbOpFence || i->op == WbOpBarrier || i->op == WbOpSubgroupBarrier;
    bool buffers = (i->sub & WB_FENCE_BUFFER) != 0, images = (i->sub & WB_FENCE_IMAGE) != 0;
    if (!fences || (!buffers && !images)) return 0;
    return ((i->sub & WB_FENCE_GROUP) != 0 ? WB_RACE_NEAR_FENCES : 0) |
           (buffers != images ? WB_RACE_FENCES_OF_ONE : 0);
}

static bool make_race(wb_machine *machine)
{
    enum { MAX_SITES = 65535 };
    const wb_module *m = machine->module;
    machine->site_of = calloc((size_t)m->code_count + 1, sizeof *machine->site_of);
    machine->instruction_of = calloc(MAX_SITES, sizeof *machine->instruction_of);
    machine->sites = calloc(2, MAX_SITES);
    if (machine->site_of == NULL || machine->instruction_of == NULL || machine->sites == NULL)
        return false;
    machine->traits = machine->sites + MAX_SITES;
    uint32_t sites = 1;
    unsigned fences = 0;
    bool has_images = false;
    for (uint32_t k = 0; k < m->code_count && sites < MAX_SITES; k++) {
        const wb_instruction *i = &m->code[k];
        fences |= fences_of(i);
        bool accesses = i->op == WbOpLoad || i->op == WbOpStore || i->op == WbOpAtomic ||
                        i->op == WbOpImageRead || i->op == WbOpImageWrite ||
                        i->op == WbOpTextureFetch || i->op == WbOpTextureSample;
        if (!accesses) continue;
        has_images |= m->variables[i->b].space == WB_SPACE_IMAGE;
        machine->site_of[k] = (uint16_t)sites;
        machine->instruction_of[sites] = k;
        machine->sites[sites++] = site_flags(m, i);
    }
    if (!has_images) fences &= ~(unsigned)WB_RACE_FENCES_OF_ONE;
    machine->race = wb_race_create(machine->sites, m->shared_size / 4, machine->options.subgroup,
                                   fences, wb_report_race, machine);
    if (machine->race == NULL) return false;
    for (int i = 0; i < machine->region_count; i++) {
        wb_region *region = &machine->regions[i];
        if (!region->written) continue;
        region->race = wb_race_add_region(machine->race, region->units);
        if (region->race < 0) return false;
    }
    return true;
}

/* ---- Orders ---- */

static uint64_t next_random(uint64_t *state)
{
    *state += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t z = *state;
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

static bool make_orders(wb_machine *machine)
{
    wb_order order = machine->options.order;
    if (order == WB_ORDER_ASCENDING) return true;
    machine->orders = calloc(machine->lanes, sizeof *machine->orders);
    if (machine->orders == NULL) return false;
    uint64_t state = machine->options.seed;
    uint32_t size = (uint32_t)machine->options.team;
    for (uint32_t first = 0; first < machine->lanes; first += size) {
        uint32_t count = machine->lanes - first < size ? machine->lanes - first : size;
        uint16_t *lanes = machine->orders + first;
        for (uint32_t l = 0; l < count; l++) lanes[l] = (uint16_t)(count - 1 - l);
        for (uint32_t l = count; order == WB_ORDER_SHUFFLED && l > 1; l--) {
            uint32_t k = (uint32_t)(next_random(&state) % l);
            uint16_t swap = lanes[l - 1];
            lanes[l - 1] = lanes[k];
            lanes[k] = swap;
        }
    }
    return true;
}

static uint64_t divisor(uint64_t a, uint64_t b)
{
    return b == 0 ? a : divisor(b, a % b);
}

static void choose_stride(wb_machine *machine)
{
    uint64_t state = machine->options.seed ^ 0x5851F42D, count = machine->group_count;
    machine->stride = 1;
    if (count < 3) return;
    machine->offset = next_random(&state) % count;
    machine->stride = 1 + next_random(&state) % (count - 1);
    while (divisor(machine->stride, count) != 1) machine->stride = machine->stride % count + 1;
}

static uint32_t group_at(const wb_machine *machine, uint64_t index)
{
    switch (machine->options.order) {
    case WB_ORDER_DESCENDING: return (uint32_t)(machine->group_count - 1 - index);
    case WB_ORDER_SHUFFLED:
        return (uint32_t)((index * machine->stride + machine->offset) % machine->group_count);
    default: return (uint32_t)index;
    }
}

/* ---- Creation ---- */

static bool fail(wb_module_error *error, const char *text)
{
    snprintf(error->text, sizeof error->text, "%s", text);
    return false;
}

// Of all levels. Layers, or a cube's faces, are as many in each; a volume's slices are not.
// UINT64_MAX: they would not fit into any memory.
static uint64_t count_texels(const wb_machine_resource *r, int layered)
{
    uint64_t texels = 0; // 28, 20 and 16 bits: all of them together would not fit
    for (int n = 0; n < (r->levels > 1 ? r->levels : 1); n++) {
        const int sizes[3] = {r->width, r->height, r->depth};
        uint64_t level = 1;
        for (int d = 0; d < 3; d++) {
            int size = d == layered ? sizes[d] : sizes[d] >> n;
            level *= size > 0 ? (uint64_t)size : 1;
            if (level > UINT32_MAX / 2) return UINT64_MAX;
        }
        texels += level;
    }
    return texels;
}

static bool fits(const wb_machine_resource *r, int layered)
{
    uint64_t texels = count_texels(r, layered);
    return texels <= UINT32_MAX / 2 &&
           texels * (uint64_t)(r->format.channels * r->format.bits / 8) <= r->size;
}

// As each variable that shows it counts its texels.
static bool has_memory(const wb_module *m, const wb_machine_resource *r)
{
    enum { NONE = 3 };
    bool is_shown = false;
    for (int k = 0; k < m->variable_count; k++) {
        const wb_variable *v = &m->variables[k];
        if (v->space != r->space || v->binding != r->binding) continue;
        const wb_module_type *t = &m->types[v->type];
        is_shown = true;
        if (!fits(r, t->has_layers || t->is_cube ? t->dimensions - 1 : NONE)) return false;
    }
    return is_shown || fits(r, NONE);
}

static bool check_resource(const wb_module *m, const wb_machine_resource *r, wb_module_error *error)
{
    if ((r->data == NULL && r->size > 0) || ((uintptr_t)r->data & 3) != 0)
        return fail(error, "a buffer's memory is not aligned to 4 bytes");
    if (r->space != WB_SPACE_IMAGE && r->space != WB_SPACE_TEXTURE) return true;
    const wb_texel_format *f = &r->format;
    bool is_small = f->kind >= WB_TEXEL_SMALL_FLOATS;
    bool format = (f->channels == 1 || f->channels == 2 || f->channels == 4) &&
                  (f->bits == 8 || f->bits == 16 || f->bits == 32);
    if (f->bits == 32 && (f->kind == WB_TEXEL_UNORM || f->kind == WB_TEXEL_SNORM)) format = false;
    if (f->bits == 8 && f->kind == WB_TEXEL_FLOAT) format = false;
    if (is_small && (f->bits != 32 || f->channels != 1)) format = false;
    if (!format) return fail(error, "the format of an image is not supported");
    if (r->width < 1 || r->height < 1 || r->depth < 1 || r->width > 1 << 28 ||
        r->height > 1 << 20 || r->depth > 1 << 16 || r->levels > 24)
        return fail(error, "an image of no size");
    if (!has_memory(m, r)) return fail(error, "an image is larger than its memory");
    return true;
}

static bool check_options(wb_machine_options *o, wb_module_error *error)
{
    if (o->subgroup == 0) o->subgroup = 32;
    if (o->team == 0) o->team = WB_TEAM_LANES;
    if (o->resident == 0) o->resident = 64;
    if (o->budget == 0) o->budget = UINT64_C(4000000000);
    if (o->subgroup < 1 || o->subgroup > 32 || (o->subgroup & (o->subgroup - 1)) != 0 ||
        o->team < 1 || o->team > WB_TEAM_LANES || o->team % o->subgroup != 0 || o->resident < 1)
        return fail(error,
                    "a subgroup has 1, 2, 4, 8, 16 or 32 lanes, a team a multiple, up to 256");
    if (o->freedom != NULL && (o->check || o->check_races || o->count))
        return fail(error, "a run that asks for the freedom of floats checks and counts nothing");
    return true;
}

static bool copy_resources(wb_machine *machine, wb_module_error *error)
{
    size_t count = (size_t)machine->dispatch.resource_count;
    machine->resources = calloc(count + 1, sizeof *machine->resources);
    if (machine->resources == NULL) return fail(error, "out of memory");
    for (size_t i = 0; i < count; i++) {
        machine->resources[i] = machine->dispatch.resources[i];
        if (!check_resource(machine->module, &machine->resources[i], error)) return false;
    }
    return true;
}

static bool create(wb_machine *machine, wb_module_error *error)
{
    const wb_module *m = machine->module;
    uint64_t count = 1;
    for (int i = 0; i < 3; i++) {
        uint32_t n = machine->dispatch.groups[i];
        count = count * n > UINT32_MAX ? UINT64_MAX / UINT32_MAX : count * n;
    }
    if (count > UINT32_MAX) return fail(error, "there are more than 2^32 work groups");
    machine->group_count = count;
    machine->group_step = 1;
    machine->group_end = count;
    if (machine->options.one_group && machine->options.group < count) {
        machine->group_first = machine->options.group;
        machine->group_end = machine->group_first + 1;
    }
    machine->lanes = m->local_size[0] * m->local_size[1] * m->local_size[2];
    if (!check_options(&machine->options, error) || !copy_resources(machine, error)) return false;
    machine->budget = machine->options.budget;
    machine->spin_patience = 1 << 16;
    machine->counts = calloc((size_t)m->code_count + 1, sizeof *machine->counts);
    machine->groups = calloc((size_t)machine->options.resident, sizeof *machine->groups);
    choose_stride(machine);
    bool good = machine->counts != NULL && machine->groups != NULL && make_orders(machine) &&
                wb_memory_make_regions(machine) &&
                (!machine->options.check_races || make_race(machine)) &&
                wb_memory_connect(machine) && wb_memory_fill_uniforms(machine);
    return good || fail(error, "out of memory");
}

wb_machine *wb_machine_create(const wb_module *module, const wb_machine_dispatch *dispatch,
                              const wb_machine_options *options, wb_module_error *error)
{
    *error = (wb_module_error){0};
    wb_machine *machine = calloc(1, sizeof *machine);
    if (machine == NULL) {
        fail(error, "out of memory");
        return NULL;
    }
    machine->module = module;
    machine->dispatch = *dispatch;
    machine->options = *options;
    if (create(machine, error)) return machine;
    wb_machine_free(machine);
    return NULL;
}

void wb_machine_free(wb_machine *machine)
{
    if (machine == NULL) return;
    for (int i = 0; i < machine->allocated; i++) wb_group_free(machine->groups[i]);
    for (int i = 0; i < machine->region_count; i++) {
        free(machine->regions[i].flags);
        free(machine->regions[i].free_words);
    }
    wb_race_free(machine->race);
    free(machine->groups);
    free(machine->regions);
    free(machine->resources);
    free(machine->memory);
    free(machine->uniform_words);
    free(machine->orders);
    free(machine->site_of);
    free(machine->instruction_of);
    free(machine->sites);
    free(machine->reach);
    free(machine->decisive);
    free(machine->spin_rows);
    free(machine->counts);
    free(machine->findings);
    free(machine);
}

/* ---- Running ---- */

bool wb_machine_start_group(wb_machine *machine)
{
    uint64_t index = machine->group_first + machine->started * machine->group_step;
    if (index >= machine->group_end || machine->under_way >= machine->options.resident)
        return false;
    int at = machine->under_way;
    if (at == machine->allocated) {
        machine->groups[at] = wb_or_end(wb_group_create(machine)); // or it would end too early
        machine->allocated++;
    }
    wb_group_begin(machine->groups[at], group_at(machine, index));
    machine->started++;
    machine->under_way++;
    return true;
}

void wb_machine_end_group(wb_machine *machine, int index)
{
    wb_group *group = machine->groups[index];
    if (group->race != NULL) wb_race_end_group(machine->race, group->race);
    group->race = NULL;
    machine->groups[index] = machine->groups[--machine->under_way];
    machine->groups[machine->under_way] = group;
    machine->now = NULL;
}

// The instructions are used up: a loop that does not end is the likely cause.
static wb_stop out_of_budget(wb_machine *machine)
{
    if (machine->now != NULL)
        wb_report_loop(machine->now, &machine->module->code[machine->now->pc], machine->now->low,
                       true);
    return WB_STOP_BUDGET;
}

// Whether all groups that are under way only spin, and none has changed a word since the first did.
static bool is_stuck(wb_machine *machine, const wb_group *group)
{
    bool spins = false;
    for (uint32_t t = 0; t < group->team_count; t++) {
        const wb_team *team = &group->teams[t];
        if (wb_team_can_run(team) && team->spin.lanes == 0) return machine->stuck = 0, false;
        spins = spins || team->spin.lanes != 0;
    }
    if (!spins || machine->changes != machine->stuck_since) machine->stuck = 0;
    machine->stuck_since = machine->changes;
    return ++machine->stuck > machine->under_way;
}

// WB_STOP_BUDGET: it is used up, or, if `stuck` becomes true, no group can ever go on.
static wb_stop run(wb_machine *machine, wb_run_until until, bool *stuck)
{
    *stuck = false;
    machine->steps = WB_STEPS_NONE;
    machine->at_findings = machine->stopping = false;
    for (;;) {
        if (machine->under_way == 0 && !wb_machine_start_group(machine)) return WB_STOP_END;
        if (machine->current >= machine->under_way) machine->current = 0;
        switch (wb_group_run(machine, machine->groups[machine->current])) {
        case WB_GROUP_ENDED:
            wb_machine_end_group(machine, machine->current);
            if (until == WB_RUN_GROUP) return WB_STOP_GROUP;
            break;
        case WB_GROUP_SPINS: // the next one, or one more, may write what it waits for
            if (wb_machine_start_group(machine))
                machine->current = machine->under_way - 1;
            else if (is_stuck(machine, machine->groups[machine->current])) {
                wb_spin_report_stuck(machine->groups[machine->current]);
                *stuck = true;
                return WB_STOP_BUDGET;
            } else
                machine->current++;
            break;
        default: return WB_STOP_BUDGET;
        }
    }
}

wb_stop wb_machine_run(wb_machine *machine, wb_run_until until)
{
    bool stuck;
    wb_stop stop = run(machine, until, &stuck);
    return stop == WB_STOP_BUDGET && !stuck ? out_of_budget(machine) : stop;
}

bool wb_machine_run_some(wb_machine *machine, uint64_t lane_instructions, wb_stop *stop)
{
    uint64_t whole = machine->budget, limit = machine->lane_instructions + lane_instructions;
    if (limit > whole) limit = whole;
    bool stuck;
    machine->budget = limit;
    *stop = run(machine, WB_RUN_END, &stuck);
    uint64_t charged = limit - machine->budget; // see charge_slice() in team.c
    machine->budget = whole - charged;
    if (*stop != WB_STOP_BUDGET || stuck) return true;
    if (machine->lane_instructions < machine->budget) return false;
    *stop = out_of_budget(machine);
    return true;
}

uint64_t wb_machine_lane_instructions(const wb_machine *machine)
{
    return machine->lane_instructions;
}

bool wb_machine_depends_on_order(const wb_machine *machine, int *line)
{
    uint32_t site = machine->race != NULL ? wb_race_told_site(machine->race) : 0;
    *line = machine->depends_line;
    if (machine->depends_on_order || site == 0) return machine->depends_on_order;
    *line = machine->module->code[machine->instruction_of[site]].line;
    return true;
}

/* ---- Counts ---- */

static void add_access(const wb_machine *machine, uint32_t k, wb_line_counts *counts)
{
    const wb_instruction *i = &machine->module->code[k];
    const wb_instruction_counts *c = &machine->counts[k];
    if (i->op == WbOpAtomic) {
        counts->atomic_requests += c->requests;
        counts->atomic_ways += c->cost;
    } else if (i->op == WbOpLoad || i->op == WbOpStore) {
        bool shared = machine->module->variables[i->b].space == WB_SPACE_SHARED;
        *(shared ? &counts->shared_requests : &counts->buffer_requests) += c->requests;
        *(shared ? &counts->bank_ways : &counts->sectors) += c->cost;
    }
}

static void add_instruction(const wb_machine *machine, uint32_t k, wb_line_counts *counts)
{
    uint32_t team = (uint32_t)machine->options.team;
    uint32_t places = machine->lanes < team ? machine->lanes : team;
    counts->executions += machine->counts[k].executions;
    counts->lane_executions += machine->counts[k].lanes;
    counts->lane_places += machine->counts[k].executions * places;
    add_access(machine, k, counts);
}

void wb_machine_line_counts(const wb_machine *machine, int line, wb_line_counts *counts)
{
    *counts = (wb_line_counts){0};
    for (uint32_t k = 0; k < machine->module->code_count; k++)
        if (machine->module->code[k].line == line) add_instruction(machine, k, counts);
}

void wb_machine_all_line_counts(const wb_machine *machine, wb_line_counts *counts, int line_count)
{
    memset(counts, 0, (size_t)line_count * sizeof *counts);
    for (uint32_t k = 0; k < machine->module->code_count; k++) {
        int line = machine->module->code[k].line;
        if (line >= 1 && line <= line_count) add_instruction(machine, k, &counts[line - 1]);
    }
}

void wb_machine_add_cost(const wb_machine *machine, wb_machine_cost *sum)
{
    const wb_module *m = machine->module;
    uint32_t team = (uint32_t)machine->options.team;
    uint32_t places = machine->lanes < team ? machine->lanes : team;
    if (m->code_count > 0) sum->invocations += machine->counts[0].lanes; // all pass the first one
    for (uint32_t k = 0; k < m->code_count; k++) {
        const wb_instruction *i = &m->code[k];
        const wb_instruction_counts *c = &machine->counts[k];
        sum->lane_executions += c->lanes;
        sum->lane_places += c->executions * places;
        wb_line_counts own = {0};
        add_access(machine, k, &own);
        sum->buffer_requests += own.buffer_requests;
        sum->sectors += own.sectors;
        sum->shared_requests += own.shared_requests;
        sum->bank_ways += own.bank_ways;
        if (i->op != WbOpAtomic && i->op != WbOpLoad) continue;
        if (m->variables[i->b].space != WB_SPACE_STORAGE) continue;
        *(i->op == WbOpAtomic ? &sum->atomics : &sum->loads) += c->lanes;
    }
}
