#include "inputs.h"

#include <stdlib.h>
#include <string.h>

typedef struct block {
    const wb_module *module;
    uint32_t *words, count;
    inputs_integers integers;
} block;

static uint32_t sample(wb_type_kind kind, uint32_t seed)
{
    uint32_t random = seed * 2654435761u, u = random >> 24;
    float f = 0.25f + (float)(random >> 20) / 4096.0f;
    if (kind == WB_TYPE_FLOAT) memcpy(&u, &f, sizeof u);
    return u;
}

// `element`: of the array that it is in.
static void fill(const block *b, int type, uint32_t byte, uint32_t element)
{
    const wb_module_type *t = &b->module->types[type];
    if (byte / 4 >= b->count) return;
    if (t->kind == WB_TYPE_STRUCT) {
        for (uint32_t i = 0; i < t->count; i++)
            fill(b, t->members[i].type, byte + t->members[i].offset, element);
    } else if (t->kind == WB_TYPE_ARRAY) {
        uint32_t length = t->count > 0 ? t->count : (b->count * 4 - byte) / t->stride;
        for (uint32_t i = 0; i < length && byte / 4 < b->count; i++, byte += t->stride)
            fill(b, t->element, byte, i);
    } else if (t->kind == WB_TYPE_VECTOR) {
        for (uint32_t i = 0; i < t->count; i++)
            fill(b, t->element, byte + i * b->module->types[t->element].size, element);
    } else if (b->integers == INPUTS_IN_TURN && t->kind != WB_TYPE_FLOAT)
        b->words[byte / 4] = element;
    else
        b->words[byte / 4] = sample(t->kind, byte / 4);
}

static bool has(const inputs *in, const wb_variable *v)
{
    for (int i = 0; i < in->dispatch.resource_count; i++)
        if (in->resources[i].space == v->space && in->resources[i].binding == v->binding)
            return true;
    return false;
}

static void add_uniform(inputs *in, const wb_module *m, const wb_variable *v, uint32_t uniform)
{
    const wb_module_type *t = &m->types[v->type];
    int n = in->dispatch.uniform_count;
    if (n == MAX_INPUTS || t->words > 4) return;
    wb_type_kind kind = t->kind == WB_TYPE_VECTOR ? m->types[t->element].kind : t->kind;
    float half = 0.5f;
    for (uint32_t i = 0; i < t->words; i++) {
        in->values[n][i] = kind == WB_TYPE_BOOL ? 1 : uniform;
        if (kind == WB_TYPE_FLOAT) memcpy(&in->values[n][i], &half, sizeof half);
    }
    in->uniforms[n] = (wb_machine_uniform){v->location, in->values[n], t->words,
                                           t->kind == WB_TYPE_ARRAY ? t->count : 1};
    in->uniform_variables[n] = v;
    in->dispatch.uniform_count++;
}

void inputs_make(inputs *in, const wb_module *m, uint32_t words, uint32_t uniform,
                 inputs_integers integers)
{
    *in = (inputs){0};
    in->dispatch = (wb_machine_dispatch){
        .groups = {1, 1, 1}, .resources = in->resources, .uniforms = in->uniforms};
    for (int i = 0; i < m->variable_count; i++) {
        const wb_variable *v = &m->variables[i];
        if (v->space == WB_SPACE_VALUE) add_uniform(in, m, v, uniform);
        if (v->space < WB_SPACE_STORAGE || in->dispatch.resource_count == MAX_INPUTS || has(in, v))
            continue;
        bool is_block = v->space == WB_SPACE_STORAGE || v->space == WB_SPACE_UNIFORM;
        size_t size = is_block ? (size_t)words * 4 : (size_t)IMAGE_SIDE * IMAGE_SIDE * 4;
        wb_machine_resource *r = &in->resources[in->dispatch.resource_count++];
        *r = (wb_machine_resource){.space = v->space,
                                   .binding = v->binding,
                                   .size = size,
                                   .format = {WB_TEXEL_FLOAT, 1, 32},
                                   .width = IMAGE_SIDE,
                                   .height = IMAGE_SIDE,
                                   .depth = 1};
        r->data = calloc(size / 4, 4);
        if (r->data == NULL) abort();
        if (is_block) fill(&(block){m, r->data, words, integers}, v->type, 0, 0);
    }
}

void inputs_free(inputs *in)
{
    for (int i = 0; i < in->dispatch.resource_count; i++) free(in->resources[i].data);
    *in = (inputs){0};
}
