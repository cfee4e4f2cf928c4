/* The memory of a dispatch as the machine knows it: bindings, regions, uniforms. */
#include "machine/machine_state.h"

#include <stdlib.h>

/* ---- Memory: bindings that overlap are one region ---- */

static bool is_written(const wb_machine *machine, const wb_machine_resource *r)
{
    const wb_module *m = machine->module;
    for (uint32_t k = 0; k < m->code_count; k++) {
        const wb_instruction *i = &m->code[k];
        if (i->op != WbOpStore && i->op != WbOpAtomic && i->op != WbOpImageWrite) continue;
        const wb_variable *v = &m->variables[i->b];
        if (v->space == r->space && v->binding == r->binding) return true;
    }
    return false;
}

static bool overlap(const wb_region *a, const wb_machine_resource *r)
{
    const uint8_t *data = r->data;
    return data < a->data + a->size && a->data < data + r->size;
}

static void include(wb_region *region, const wb_machine_resource *r)
{
    uint8_t *data = r->data, *end = data + r->size;
    uint8_t *old_end = region->data + region->size;
    if (data < region->data) region->data = data;
    region->size = (size_t)((end > old_end ? end : old_end) - region->data);
}

// One region for each resource, then those that overlap become one.
bool wb_memory_make_regions(wb_machine *machine)
{
    int count = machine->dispatch.resource_count;
    machine->regions = calloc((size_t)count + 1, sizeof *machine->regions);
    if (machine->regions == NULL) return false;
    for (int i = 0; i < count; i++) {
        const wb_machine_resource *r = &machine->resources[i];
        if (r->size == 0) continue;
        wb_region merged = {.data = r->data, .size = r->size, .race = -1};
        merged.written = is_written(machine, r);
        merged.image = r->space >= WB_SPACE_IMAGE;
        merged.unit_bytes = merged.image ? wb_texel_bytes(&r->format) : 4;
        for (int k = 0; k < machine->region_count;) {
            wb_region *other = &machine->regions[k];
            if (!overlap(other, &(wb_machine_resource){.data = merged.data, .size = merged.size})) {
                k++;
                continue;
            }
            merged.written = merged.written || other->written;
            merged.image = merged.image || other->image;
            if (merged.unit_bytes != other->unit_bytes) merged.unit_bytes = 4;
            include(&merged, &(wb_machine_resource){.data = other->data, .size = other->size});
            *other = machine->regions[--machine->region_count];
        }
        machine->regions[machine->region_count++] = merged;
    }
    for (int i = 0; i < machine->region_count; i++) {
        wb_region *region = &machine->regions[i];
        size_t units = region->size / region->unit_bytes, words = region->size / 4;
        region->units = units > UINT32_MAX / 2 ? UINT32_MAX / 2 : (uint32_t)units;
        if (machine->options.check) region->flags = calloc((words > units ? words : units) + 1, 1);
        if (machine->options.check && region->flags == NULL) return false;
        if (machine->options.freedom == NULL || !region->written) continue;
        region->free_words = calloc(words + 1, sizeof *region->free_words);
        if (region->free_words == NULL) return false;
    }
    return true;
}

static wb_region *region_of(wb_machine *machine, const wb_machine_resource *r)
{
    for (int i = 0; i < machine->region_count; i++)
        if (overlap(&machine->regions[i], r)) return &machine->regions[i];
    return NULL;
}

static const wb_machine_resource *resource_of(const wb_machine *machine, const wb_variable *v)
{
    for (int i = 0; i < machine->dispatch.resource_count; i++) {
        const wb_machine_resource *r = &machine->resources[i];
        if (r->space == v->space && r->binding == v->binding) return r;
    }
    return NULL;
}

static void connect(wb_machine *machine, const wb_variable *v, wb_memory *memory)
{
    const wb_machine_resource *r = resource_of(machine, v);
    *memory = (wb_memory){.region = -1, .resource = r, .each = 1, .texels = 1};
    wb_region *region = r != NULL ? region_of(machine, r) : NULL;
    if (region == NULL) return;
    size_t before = (size_t)((uint8_t *)r->data - region->data);
    memory->region = region->race;
    memory->first = (uint32_t)(before / region->unit_bytes);
    if (v->space >= WB_SPACE_IMAGE) {
        uint32_t bytes = wb_texel_bytes(&r->format), unit_bytes = region->unit_bytes;
        if (bytes > unit_bytes)
            memory->each = bytes / unit_bytes;
        else
            memory->texels = unit_bytes / bytes;
        memory->count = (uint32_t)r->width * (uint32_t)r->height * (uint32_t)r->depth;
        memory->words = r->data;
        return;
    }
    memory->words = r->data;
    memory->count = r->size / 4 > UINT32_MAX / 2 ? UINT32_MAX / 2 : (uint32_t)(r->size / 4);
    memory->flags = region->flags != NULL ? region->flags + memory->first : NULL;
    memory->any_flags = &region->any_flags;
    for (uint32_t i = 0; memory->flags != NULL && r->undefined != NULL && i < memory->count; i++) {
        if (r->undefined[i] != 0) memory->flags[i] = WB_UNDEFINED;
        region->any_flags = region->any_flags || r->undefined[i] != 0;
    }
}

bool wb_memory_connect(wb_machine *machine)
{
    const wb_module *m = machine->module;
    machine->memory = calloc((size_t)m->variable_count + 1, sizeof *machine->memory);
    if (machine->memory == NULL) return false;
    for (int i = 0; i < m->variable_count; i++)
        if (m->variables[i].space >= WB_SPACE_STORAGE)
            connect(machine, &m->variables[i], &machine->memory[i]);
    return true;
}

wb_memory wb_memory_of(const wb_team *team, uint32_t variable)
{
    const wb_machine *machine = team->machine;
    if (machine->module->variables[variable].space != WB_SPACE_SHARED)
        return machine->memory[variable];
    return (wb_memory){.words = team->group->shared,
                       .count = machine->module->shared_size / 4,
                       .flags = team->group->shared_flags};
}

/* ---- Uniforms ---- */

// The uniform that has the location; fewer words than the kernel's if fewer are given.
static void fill_leaf(wb_machine *machine, int location, uint32_t row, uint32_t words)
{
    for (int i = 0; i < machine->dispatch.uniform_count; i++) {
        const wb_machine_uniform *u = &machine->dispatch.uniforms[i];
        uint32_t elements = u->elements > 0 ? u->elements : 1;
        if (location < u->location || (uint32_t)(location - u->location) >= elements) continue;
        uint64_t first = (uint64_t)(location - u->location) * words;
        for (uint32_t w = 0; w < words && first + w < u->count; w++)
            machine->uniform_words[row + w] = u->words[first + w];
    }
}

// An array's elements and a struct's members have locations of their own.
static void fill_uniform(wb_machine *machine, int type, int *location, uint32_t row)
{
    const wb_module_type *t = &machine->module->types[type];
    if (t->kind != WB_TYPE_ARRAY && t->kind != WB_TYPE_STRUCT) {
        fill_leaf(machine, (*location)++, row, t->words);
        return;
    }
    for (uint32_t i = 0; i < t->count; i++) {
        bool is_struct = t->kind == WB_TYPE_STRUCT;
        int part = is_struct ? t->members[i].type : t->element;
        uint32_t skip = is_struct ? t->members[i].word : i * machine->module->types[part].words;
        fill_uniform(machine, part, location, row + skip);
    }
}

bool wb_memory_fill_uniforms(wb_machine *machine)
{
    const wb_module *m = machine->module;
    machine->uniform_words = calloc((size_t)m->row_count + 1, sizeof *machine->uniform_words);
    if (machine->uniform_words == NULL) return false;
    for (int i = 0; i < m->variable_count; i++) {
        const wb_variable *v = &m->variables[i];
        int location = v->location;
        if (v->space == WB_SPACE_VALUE && location >= 0)
            fill_uniform(machine, v->type, &location, v->row);
    }
    return true;
}
