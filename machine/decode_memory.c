/* Pointers, which are known while decoding but for the indices in them; loads and stores; images.
 */
#include "machine/load.h"

/* ---- Variables ---- */

static bool in_rows(wb_space space)
{
    return space == WB_SPACE_ROWS || space == WB_SPACE_VALUE || space == WB_SPACE_INPUT;
}

static bool space_of(wb_loader *l, int storage, int type, const wb_id *block, wb_space *space)
{
    wb_type_kind kind = wb_load_type(l, type)->kind;
    switch (storage) {
    case SpvFunction:
    case SpvPrivate: *space = WB_SPACE_ROWS; return true;
    case SpvInput: *space = WB_SPACE_INPUT; return true;
    case SpvWorkgroup: *space = WB_SPACE_SHARED; return true;
    case SpvAtomicCounter:
    case SpvStorageBuffer: *space = WB_SPACE_STORAGE; return true;
    case SpvUniform:
        *space = block->is_buffer_block ? WB_SPACE_STORAGE : WB_SPACE_UNIFORM;
        return true;
    case SpvUniformConstant:
        *space = kind == WB_TYPE_SAMPLED_IMAGE ? WB_SPACE_TEXTURE
                 : kind == WB_TYPE_IMAGE       ? WB_SPACE_IMAGE
                                               : WB_SPACE_VALUE;
        return true;
    default: return wb_load_fail(l, "variables of storage class %d are not supported", storage);
    }
}

static void place(wb_loader *l, wb_variable *v)
{
    const wb_module_type *t = wb_load_type(l, v->type);
    if (in_rows(v->space)) {
        if (t->words == 0) wb_load_fail(l, "the variable %s has no size", v->name);
        v->row = wb_load_rows(l, t->words);
    } else if (v->space == WB_SPACE_SHARED) {
        uint32_t alignment = t->alignment < 4 ? 4 : t->alignment;
        uint32_t start = (l->module->shared_size + alignment - 1) / alignment * alignment;
        if (t->words == 0 || t->size > WB_MAX_SHARED_SIZE - start) {
            wb_load_fail(l, "the shared variables of a work group are larger than %d bytes",
                         WB_MAX_SHARED_SIZE);
            return;
        }
        v->offset = start;
        l->module->shared_size = start + t->size;
    } else if (v->space == WB_SPACE_STORAGE || v->space == WB_SPACE_UNIFORM) {
        if (t->kind != WB_TYPE_STRUCT && v->binding < WB_FIRST_COUNTERS)
            wb_load_fail(l, "the module is damaged: no block");
    } else if (t->dimensions == 0)
        wb_load_fail(l, "the module is damaged: no image");
}

// What an array of blocks or images, or of arrays of them, has for elements, and how many.
static int innermost(const wb_loader *l, int type, uint32_t *count)
{
    const wb_module_type *t = wb_load_type(l, type);
    uint64_t all = 1;
    for (; t->kind == WB_TYPE_ARRAY; t = wb_load_type(l, type)) {
        all = all * t->count > UINT32_MAX ? UINT32_MAX : all * t->count;
        type = t->element;
    }
    *count = (uint32_t)all;
    return type;
}

static bool is_opaque(wb_type_kind kind)
{
    return kind == WB_TYPE_IMAGE || kind == WB_TYPE_SAMPLED_IMAGE;
}

// Each element of an array of blocks, images or textures becomes a variable, with the next binding.
static void add_variables(wb_loader *l, wb_variable v, uint32_t count)
{
    wb_module *m = l->module;
    enum { MOST = 256 };
    if (count == 0 || count > MOST)
        wb_load_fail(l, "an array of %u blocks or images is too long", count);
    for (uint32_t i = 0; i < count && !l->failed; i++, v.binding++) {
        place(l, &v);
        if (l->failed || !wb_load_room(l, &m->variables, &l->variable_capacity,
                                       (uint32_t)m->variable_count, sizeof *m->variables))
            return;
        m->variables[m->variable_count++] = v;
    }
}

// With its initial value, or none.
static void begin_rows(wb_loader *l, const wb_words *w, const wb_variable *v)
{
    uint32_t words = wb_load_type(l, v->type)->words, row = v->row;
    if (w->count > 4)
        wb_load_emit(
            l, (wb_instruction){
                   .op = WbOpMove, .count = words, .result = row, .a = wb_load_value(l, w, 4, 0)});
    else
        wb_load_emit(l, (wb_instruction){.op = WbOpUndefine, .count = words, .result = row});
}

bool wb_load_variable(wb_loader *l, const wb_words *w)
{
    wb_id *id = wb_load_id(l, w, 2);
    const wb_module_type *pointer = wb_load_type(l, wb_load_kind(l, w, 1, ID_TYPE)->type);
    if (pointer->kind != WB_TYPE_POINTER) return wb_load_fail(l, "a variable that is no pointer");
    if (id->kind == ID_POINTER) return true; // one that several functions use, and that is there
    int storage = (int)(wb_load_word(l, w, 3) & 0xFFFF);
    uint32_t count = 1;
    int element = innermost(l, pointer->element, &count);
    bool is_array = count > 1 || element != pointer->element;
    const wb_id *block = &l->ids[wb_load_type(l, element)->id];
    wb_variable v = {.name = id->name != NULL ? id->name : "",
                     .type = pointer->element,
                     .binding = id->binding,
                     .location = id->has_location ? id->location : -1,
                     .built_in = id->built_in,
                     .coherent = id->coherent,
                     .is_volatile = id->is_volatile,
                     .call = storage == SpvFunction && id->owner != 0 ? l->call : 0};
    if (!space_of(l, storage, element, block, &v.space)) return true;
    bool chooses = is_array && storage != SpvAtomicCounter &&
                   (is_opaque(wb_load_type(l, element)->kind) || v.space == WB_SPACE_STORAGE ||
                    v.space == WB_SPACE_UNIFORM);
    if (chooses) v.type = element;
    if (storage == SpvAtomicCounter) {
        v.binding += WB_FIRST_COUNTERS;
        v.offset = id->offset_bytes;
    }
    bool is_block = v.space == WB_SPACE_STORAGE || v.space == WB_SPACE_UNIFORM;
    v.block = is_block && block->name != NULL ? block->name : "";
    int first = l->module->variable_count;
    add_variables(l, v, chooses ? count : 1);
    if (l->failed) return true;
    *id = (wb_id){.kind = ID_POINTER,
                  .type = pointer->element,
                  .name = id->name,
                  .variable = first,
                  .chooses = chooses,
                  .chosen = WB_NO_ROW,
                  .choices = chooses ? count : 1,
                  .address = WB_NO_ROW,
                  .texel = WB_NO_ROW,
                  .position = id->position,
                  .owner = id->owner,
                  .coherent = id->coherent,
                  .is_volatile = id->is_volatile,
                  .binding = id->binding,
                  .location = id->location,
                  .has_location = id->has_location,
                  .built_in = id->built_in};
    id->mode = (uint8_t)((v.coherent ? WB_COHERENT : 0) | (v.is_volatile ? WB_VOLATILE : 0));
    if (v.space == WB_SPACE_ROWS) begin_rows(l, w, &l->module->variables[first]);
    return true;
}

/* ---- Arrays of blocks and images ---- */

/* Of an array of blocks or images only one element is meant, which may be known at run time only:
 * then what is done with it is emitted for each, behind a branch. Begin with a zeroed state:
 *     while (choose(l, &pointer, &state)) emit(&state.one); */
typedef struct choice {
    wb_id one; // the pointer or image with its variable
    uint32_t next, branch;
} choice;

static bool choose(wb_loader *l, const wb_id *pointer, choice *state)
{
    if (state->branch != 0 && !l->failed) l->module->code[state->branch].c = l->module->code_count;
    if (l->failed || state->next >= (pointer->chosen != WB_NO_ROW ? pointer->choices : 1))
        return false;
    state->one = *pointer;
    uint32_t k = state->next++;
    if (pointer->chosen == WB_NO_ROW) return true;
    state->one.variable += (int)k;
    state->one.chosen = WB_NO_ROW;
    uint32_t is_it = wb_load_rows(l, 1);
    wb_load_emit(l, (wb_instruction){.op = WbOpIEqual,
                                     .count = 1,
                                     .result = is_it,
                                     .a = pointer->chosen,
                                     .b = wb_load_constant(l, k)});
    state->branch = wb_load_emit(l, (wb_instruction){.op = WbOpBranch, .count = 1, .a = is_it});
    if (!l->failed) l->module->code[state->branch].b = l->module->code_count;
    return !l->failed;
}

static uint32_t emit_index(wb_loader *l, const wb_id *index, uint32_t before,
                           const uint32_t described[4], uint32_t row)
{
    bool is_signed = wb_load_type(l, index->type)->kind == WB_TYPE_INT;
    uint32_t extra = wb_load_extra(l, described[0]);
    for (int i = 1; i < 4; i++) wb_load_extra(l, described[i]);
    wb_load_emit(l, (wb_instruction){.op = WbOpIndex,
                                     .mode = is_signed ? WB_SIGNED : 0,
                                     .count = 1,
                                     .result = row,
                                     .a = before,
                                     .b = index->row,
                                     .c = described[3],
                                     .extra = extra});
    return row;
}

// From an array of blocks or images to one of them, or to an array again.
static void enter_choice(wb_loader *l, wb_id *p, const wb_module_type *t, const wb_id *index)
{
    uint32_t each;
    p->type = t->element;
    innermost(l, p->type, &each);
    p->chooses = wb_load_type(l, p->type)->kind == WB_TYPE_ARRAY;
    if (index->is_constant && p->chosen == WB_NO_ROW) {
        if (index->value >= t->count)
            wb_load_fail(l, "the module is damaged: an array has no element %u", index->value);
        p->variable += (int)(index->value * each);
        p->choices = each;
        return;
    }
    const uint32_t described[4] = {t->count, UINT32_MAX, 0, each};
    p->chosen = emit_index(l, index, p->chosen, described, wb_load_rows(l, 1));
}

/* ---- Access chains ---- */

static bool is_in_rows(const wb_loader *l, const wb_id *pointer)
{
    return in_rows(l->module->variables[pointer->variable].space);
}

// Words from one part of a composite to the next.
static uint32_t step_of(wb_loader *l, const wb_id *p, const wb_module_type *t)
{
    const wb_module_type *e = wb_load_type(l, t->element);
    if (is_in_rows(l, p)) return e->words;
    if (t->kind == WB_TYPE_ARRAY) return t->stride / 4;
    if (t->kind == WB_TYPE_VECTOR)
        return (p->row_major && p->matrix_stride != 0 ? p->matrix_stride : e->size) / 4;
    if (p->row_major) return wb_load_type(l, e->element)->size / 4;
    uint32_t packed = (e->size + e->alignment - 1) / e->alignment * e->alignment;
    return (p->matrix_stride != 0 ? p->matrix_stride : packed) / 4;
}

static void enter_member(wb_loader *l, wb_id *p, const wb_module_type *t, const wb_id *index)
{
    if (!index->is_constant || index->value >= t->count) {
        wb_load_fail(l, "the module is damaged: a struct has no member %u", index->value);
        return;
    }
    const wb_member *m = &t->members[index->value];
    p->offset += is_in_rows(l, p) ? m->word : m->offset / 4;
    p->type = m->type;
    p->matrix_stride = m->matrix_stride;
    p->row_major = m->row_major;
    if (m->coherent) p->mode |= WB_COHERENT;
    if (m->is_volatile) p->mode |= WB_VOLATILE;
}

static void enter_element(wb_loader *l, wb_id *p, const wb_module_type *t, const wb_id *index)
{
    uint32_t step = step_of(l, p, t);
    bool fixed =
        index->is_constant && (t->count == 0 ? index->value < 1 << 20 : index->value < t->count);
    if (fixed) {
        if ((uint64_t)p->offset + (uint64_t)index->value * step > 1u << 30)
            wb_load_fail(l, "an address beyond 4 GiB");
        p->offset += index->value * step;
    } else {
        uint32_t row = wb_load_rows(l, 1), length = t->count;
        choice state = {0};
        while (choose(l, p, &state)) { // the length may depend on it
            const uint32_t described[4] = {length, (uint32_t)state.one.variable, p->offset, step};
            emit_index(l, index, p->address, described, row);
        }
        p->address = row;
    }
    p->type = t->element;
}

static void load_chain(wb_loader *l, const wb_words *w)
{
    wb_id p = *wb_load_kind(l, w, 3, ID_POINTER);
    for (uint32_t i = 4; i < w->count && !l->failed; i++) {
        const wb_module_type *t = wb_load_type(l, p.type);
        const wb_id *index = wb_load_kind(l, w, i, ID_VALUE);
        if (p.chooses && t->kind == WB_TYPE_ARRAY)
            enter_choice(l, &p, t, index);
        else if (t->kind == WB_TYPE_STRUCT)
            enter_member(l, &p, t, index);
        else if (t->kind == WB_TYPE_ARRAY || t->kind == WB_TYPE_VECTOR || t->kind == WB_TYPE_MATRIX)
            enter_element(l, &p, t, index);
        else
            wb_load_fail(l, "the module is damaged: an index into a scalar");
    }
    wb_id *id = wb_load_id(l, w, 2);
    p.name = id->name;
    p.owner = id->owner;
    p.position = id->position;
    *id = p;
}

/* ---- Loads and stores ---- */

static uint32_t words_to_move(wb_loader *l, const wb_id *p)
{
    uint32_t words = wb_load_type(l, p->type)->words;
    if (words == 0 || p->texel != WB_NO_ROW || p->chooses)
        wb_load_fail(l, "a load or store of something without a size");
    return words;
}

// What is added to an address, for a word of a block or of shared memory.
static uint32_t base_of(const wb_variable *v, const wb_id *p)
{
    bool has_offset = v->space == WB_SPACE_SHARED || v->binding >= WB_FIRST_COUNTERS;
    return (has_offset ? v->offset / 4 : 0) + p->offset;
}

static wb_instruction memory_access(wb_loader *l, const wb_id *p, uint16_t op, uint32_t row)
{
    const wb_variable *v = &l->module->variables[p->variable];
    wb_instruction i = {.op = op,
                        .mode = p->mode,
                        .count = words_to_move(l, p),
                        .result = row,
                        .a = p->address,
                        .b = (uint32_t)p->variable,
                        .c = base_of(v, p)};
    if (v->space == WB_SPACE_IMAGE || v->space == WB_SPACE_TEXTURE)
        wb_load_fail(l, "the module is damaged: an image is no memory");
    else
        wb_load_offsets(l, p->type, p->matrix_stride, p->row_major, &i.extra);
    return i;
}

// An image of a kind that the machine has not: refused where it is used, by name.
static bool is_refused(wb_loader *l, int type, const wb_variable *v)
{
    const wb_module_type *t = wb_load_type(l, type);
    if (t->refused == NULL) return false;
    wb_load_fail(l, "%s is a %s image, which the kernel machine does not support", v->name,
                 t->refused);
    return true;
}

static void load_load(wb_loader *l, const wb_words *w)
{
    wb_id p = *wb_load_kind(l, w, 3, ID_POINTER);
    wb_id *id = wb_load_id(l, w, 2);
    const wb_variable v = l->module->variables[p.variable];
    if (l->failed || is_refused(l, p.type, &v)) return;
    if (p.chooses) wb_load_fail(l, "the module is damaged: a load of an array of images or blocks");
    if (v.space == WB_SPACE_IMAGE || v.space == WB_SPACE_TEXTURE) {
        id->kind = ID_IMAGE;
        id->type = p.type;
        id->variable = p.variable;
        id->chosen = p.chosen;
        id->choices = p.choices;
        id->mode = p.mode;
        return;
    }
    if (wb_load_kind(l, w, 1, ID_TYPE)->type != p.type &&
        wb_load_type(l, wb_load_id(l, w, 1)->type)->words != wb_load_type(l, p.type)->words) {
        wb_load_fail(l, "the module is damaged: a load of another type");
        return;
    }
    if ((v.space == WB_SPACE_VALUE || v.space == WB_SPACE_INPUT) && p.address == WB_NO_ROW) {
        wb_load_alias(l, w, p.type, v.row + p.offset); // nothing writes there: no need for a copy
        return;
    }
    uint32_t row = wb_load_result(l, w);
    choice state = {0};
    if (!in_rows(v.space))
        while (choose(l, &p, &state)) wb_load_emit(l, memory_access(l, &state.one, WbOpLoad, row));
    else
        wb_load_emit(l, (wb_instruction){.op = p.address == WB_NO_ROW ? WbOpMove : WbOpLoadRows,
                                         .count = words_to_move(l, &p),
                                         .result = row,
                                         .a = p.address == WB_NO_ROW ? v.row + p.offset : p.address,
                                         .c = v.row + p.offset});
}

static void store_rows(wb_loader *l, const wb_id *p, uint32_t row, uint32_t words)
{
    if (l->failed) return;
    const wb_variable v = l->module->variables[p->variable];
    if (words != wb_load_type(l, p->type)->words || v.space == WB_SPACE_VALUE ||
        v.space == WB_SPACE_INPUT || v.space == WB_SPACE_UNIFORM)
        wb_load_fail(l, "the module is damaged: a store of another type, or where none may be");
    else if (!in_rows(v.space))
        for (choice state = {0}; choose(l, p, &state);)
            wb_load_emit(l, memory_access(l, &state.one, WbOpStore, row));
    else if (p->address == WB_NO_ROW)
        wb_load_emit(l, (wb_instruction){.op = WbOpMove,
                                         .count = words_to_move(l, p),
                                         .result = v.row + p->offset,
                                         .a = row});
    else
        wb_load_emit(l, (wb_instruction){.op = WbOpStoreRows,
                                         .count = words_to_move(l, p),
                                         .a = p->address,
                                         .b = row,
                                         .c = v.row + p->offset});
}

void wb_load_store(wb_loader *l, const wb_words *w, uint32_t pointer, uint32_t row, uint32_t words)
{
    wb_id p = *wb_load_kind(l, w, pointer, ID_POINTER);
    store_rows(l, &p, row, words);
}

static void load_copy(wb_loader *l, const wb_words *w)
{
    wb_id to = *wb_load_kind(l, w, 1, ID_POINTER), from = *wb_load_kind(l, w, 2, ID_POINTER);
    const wb_variable v = l->module->variables[from.variable];
    if (in_rows(v.space)) {
        wb_load_fail(l, "OpCopyMemory of a variable is not supported by the kernel machine");
        return;
    }
    uint32_t words = words_to_move(l, &from), row = wb_load_rows(l, words);
    for (choice state = {0}; choose(l, &from, &state);)
        wb_load_emit(l, memory_access(l, &state.one, WbOpLoad, row));
    store_rows(l, &to, row, words);
}

static void load_length(wb_loader *l, const wb_words *w)
{
    uint32_t row = wb_load_result(l, w);
    const wb_id *p = wb_load_kind(l, w, 3, ID_POINTER);
    const wb_module_type *t = wb_load_type(l, p->type);
    uint32_t member = wb_load_word(l, w, 4);
    if (t->kind != WB_TYPE_STRUCT || member >= t->count || p->address != WB_NO_ROW || p->chooses ||
        is_in_rows(l, p)) {
        wb_load_fail(l, "the module is damaged: the length of what is no array");
        return;
    }
    const wb_module_type *array = wb_load_type(l, t->members[member].type);
    if (array->kind != WB_TYPE_ARRAY || array->stride == 0) {
        wb_load_fail(l, "the module is damaged: the length of what is no array");
        return;
    }
    uint32_t extra = wb_load_extra(l, p->offset * 4 + t->members[member].offset);
    wb_load_extra(l, array->stride);
    for (choice state = {0}; choose(l, p, &state);)
        wb_load_emit(l, (wb_instruction){.op = WbOpLength,
                                         .count = 1,
                                         .result = row,
                                         .b = (uint32_t)state.one.variable,
                                         .extra = extra});
}

/* ---- Atomics ---- */

static int atomic_kind(int opcode)
{
    switch (opcode) {
    case OpAtomicLoad: return WB_ATOMIC_LOAD;
    case OpAtomicStore: return WB_ATOMIC_STORE;
    case OpAtomicExchange: return WB_ATOMIC_EXCHANGE;
    case OpAtomicCompareExchange: return WB_ATOMIC_COMPARE;
    case OpAtomicIIncrement:
    case OpAtomicIAdd: return WB_ATOMIC_ADD;
    case OpAtomicIDecrement:
    case OpAtomicISub: return WB_ATOMIC_SUB;
    case OpAtomicSMin: return WB_ATOMIC_SMIN;
    case OpAtomicUMin: return WB_ATOMIC_UMIN;
    case OpAtomicSMax: return WB_ATOMIC_SMAX;
    case OpAtomicUMax: return WB_ATOMIC_UMAX;
    case OpAtomicAnd: return WB_ATOMIC_AND;
    case OpAtomicOr: return WB_ATOMIC_OR;
    case OpAtomicXor: return WB_ATOMIC_XOR;
    case OpAtomicFAddEXT: return WB_ATOMIC_FADD;
    default: return -1;
    }
}

static void load_atomic(wb_loader *l, const wb_words *w, int kind)
{
    bool is_store = kind == WB_ATOMIC_STORE;
    wb_id p = *wb_load_kind(l, w, is_store ? 1 : 3, ID_POINTER);
    const wb_variable *v = &l->module->variables[p.variable];
    bool is_texel = p.texel != WB_NO_ROW;
    if (l->failed) return;
    if (is_texel ? v->space != WB_SPACE_IMAGE
                 : v->space != WB_SPACE_SHARED && v->space != WB_SPACE_STORAGE) {
        wb_load_fail(l, "an atomic operation on what is neither shared nor in a buffer or image");
        return;
    }
    if (!is_texel && wb_load_type(l, p.type)->words != 1) {
        wb_load_fail(l, "atomic operations on other than 32 bits are not supported");
        return;
    }
    bool has_value = kind != WB_ATOMIC_LOAD && w->opcode != OpAtomicIIncrement &&
                     w->opcode != OpAtomicIDecrement;
    uint32_t at = is_store ? 4 : kind == WB_ATOMIC_COMPARE ? 7 : 6;
    uint32_t value = has_value ? wb_load_value(l, w, at, 0) : wb_load_constant(l, 1);
    uint32_t other = kind == WB_ATOMIC_COMPARE ? wb_load_value(l, w, 8, 0) : value;
    uint32_t result = is_store ? wb_load_rows(l, 1) : wb_load_result(l, w);
    uint32_t extra = wb_load_extra(l, value);
    wb_load_extra(l, other);
    for (choice state = {0}; choose(l, &p, &state);)
        wb_load_emit(l, (wb_instruction){.op = WbOpAtomic,
                                         .mode = p.mode,
                                         .sub = (uint8_t)kind,
                                         .count = 1,
                                         .result = result,
                                         .a = is_texel ? p.texel : p.address,
                                         .b = (uint32_t)state.one.variable,
                                         .c = is_texel ? 0 : base_of(v, &p),
                                         .extra = extra});
}

static void load_texel_pointer(wb_loader *l, const wb_words *w)
{
    wb_id p = *wb_load_kind(l, w, 3, ID_POINTER);
    uint32_t row = wb_load_value(l, w, 4, 0);
    wb_id *id = wb_load_id(l, w, 2);
    const wb_module_type *t = wb_load_type(l, p.type);
    if (!l->failed && is_refused(l, p.type, &l->module->variables[p.variable])) return;
    if (t->kind != WB_TYPE_IMAGE ||
        wb_load_type(l, wb_load_id(l, w, 4)->type)->words < (uint32_t)t->dimensions) {
        wb_load_fail(l, "the module is damaged: a texel of no image");
        return;
    }
    p.texel = row;
    p.type = t->element;
    p.name = id->name;
    p.owner = id->owner;
    *id = p;
}

bool wb_load_memory(wb_loader *l, const wb_words *w)
{
    int atomic = atomic_kind(w->opcode);
    if (atomic >= 0) {
        load_atomic(l, w, atomic);
        return true;
    }
    switch (w->opcode) {
    case OpAccessChain:
    case OpInBoundsAccessChain: load_chain(l, w); return true;
    case OpLoad: load_load(l, w); return true;
    case OpStore: {
        wb_id p = *wb_load_kind(l, w, 1, ID_POINTER);
        uint32_t row = wb_load_value(l, w, 2, 0);
        store_rows(l, &p, row, wb_load_type(l, wb_load_id(l, w, 2)->type)->words);
        return true;
    }
    case OpCopyMemory: load_copy(l, w); return true;
    case OpArrayLength: load_length(l, w); return true;
    case OpImageTexelPointer: load_texel_pointer(l, w); return true;
    default: return false;
    }
}

/* ---- Images and textures ---- */

// The row of a value of at least that many words: coordinates, an offset, a derivative.
static uint32_t sized(wb_loader *l, const wb_words *w, uint32_t index, uint32_t count)
{
    uint32_t row = wb_load_value(l, w, index, 0);
    if (wb_load_type(l, wb_load_id(l, w, index)->type)->words < count)
        wb_load_fail(l, "the module is damaged: too few coordinates");
    return row;
}

enum { // the image operands that GLSL 4.30 comes to
    OPERAND_BIAS = 1,
    OPERAND_LOD = 2,
    OPERAND_GRAD = 4,
    OPERAND_CONST_OFFSET = 8,
    OPERAND_OFFSET = 16,
    OPERAND_CONST_OFFSETS = 32,
    OPERAND_KNOWN = 63,
};

// The level of detail goes to c, what else the operands name to `extra`.
static void load_operands(wb_loader *l, const wb_words *w, uint32_t at, wb_instruction *i,
                          const wb_id *image, wb_sampling sampling)
{
    const wb_module_type *t = wb_load_type(l, image->type);
    uint32_t count = (uint32_t)t->dimensions - (t->has_layers || t->is_cube);
    uint32_t mask = w->count > at ? w->word[at] : 0;
    at++;
    if ((mask & ~(uint32_t)OPERAND_KNOWN) != 0)
        wb_load_fail(l, "samples of textures are not supported by the kernel machine");
    if ((mask & OPERAND_GRAD) != 0 && t->is_cube)
        wb_load_fail(l, "textureGrad() of the cube %s is not supported by the kernel machine",
                     l->module->variables[image->variable].name);
    if ((mask & OPERAND_BIAS) != 0) at++; // without derivatives there is nothing to add it to
    if ((mask & OPERAND_LOD) != 0) i->c = wb_load_value(l, w, at++, 0);
    for (int k = 0; k < 2 && (mask & OPERAND_GRAD) != 0; k++)
        sampling.row[k == 0 ? WB_SAMPLE_GRAD_X : WB_SAMPLE_GRAD_Y] = sized(l, w, at++, count);
    if ((mask & (OPERAND_CONST_OFFSET | OPERAND_OFFSET)) != 0)
        sampling.row[WB_SAMPLE_OFFSET] = sized(l, w, at++, count);
    if ((mask & OPERAND_CONST_OFFSETS) != 0) sampling.row[WB_SAMPLE_OFFSETS] = sized(l, w, at, 8);
    i->extra = wb_load_extra(l, sampling.row[0]);
    for (int k = 1; k < WB_SAMPLE_ROWS; k++) wb_load_extra(l, sampling.row[k]);
}

// Coordinates of the place, of an offset and of a derivative: a cube has a direction for a place.
static uint32_t place_count(const wb_module_type *t)
{
    return t->is_cube ? 3u + t->has_layers : (uint32_t)t->dimensions;
}

static void load_sample(wb_loader *l, const wb_words *w, const wb_id *image, wb_instruction *i)
{
    wb_sampling sampling;
    for (int k = 0; k < WB_SAMPLE_ROWS; k++) sampling.row[k] = WB_NO_ROW;
    bool gathers = w->opcode == OpImageGather || w->opcode == OpImageDrefGather;
    bool projects =
        w->opcode == OpImageSampleProjExplicitLod || w->opcode == OpImageSampleProjDrefExplicitLod;
    bool compares = w->opcode == OpImageSampleDrefExplicitLod || w->opcode == OpImageDrefGather ||
                    w->opcode == OpImageSampleProjDrefExplicitLod;
    uint32_t count = place_count(wb_load_type(l, image->type));
    i->a = sized(l, w, 4, count + projects);
    if (projects) sampling.row[WB_SAMPLE_Q] = i->a + count;
    if (compares)
        sampling.row[WB_SAMPLE_REFERENCE] = wb_load_value(l, w, 5, 0);
    else if (gathers)
        sampling.row[WB_SAMPLE_COMPONENT] = wb_load_value(l, w, 5, 0);
    if (gathers) i->mode |= WB_SIGNED; // marks it
    load_operands(l, w, compares || gathers ? 6 : 5, i, image, sampling);
}

static int image_operation(int opcode)
{
    switch (opcode) {
    case OpImageRead: return WbOpImageRead;
    case OpImageWrite: return WbOpImageWrite;
    case OpImageQuerySize: return WbOpImageSize;
    case OpImageFetch: return WbOpTextureFetch;
    case OpImageSampleExplicitLod:
    case OpImageSampleImplicitLod:
    case OpImageSampleDrefExplicitLod:
    case OpImageSampleProjExplicitLod:
    case OpImageSampleProjDrefExplicitLod:
    case OpImageGather:
    case OpImageDrefGather: return WbOpTextureSample;
    case OpImageQuerySizeLod: return WbOpTextureSize;
    case OpImageQueryLevels: return WbOpTextureLevels;
    default: return -1;
    }
}

static void emit_image(wb_loader *l, const wb_id *image, wb_instruction i)
{
    for (choice state = {0}; choose(l, image, &state);) {
        i.b = (uint32_t)state.one.variable;
        wb_load_emit(l, i);
    }
}

bool wb_load_image(wb_loader *l, const wb_words *w)
{
    if (w->opcode == OpImage) {
        wb_id image = *wb_load_kind(l, w, 3, ID_IMAGE);
        wb_id *id = wb_load_id(l, w, 2);
        image.name = id->name;
        image.owner = id->owner;
        image.position = id->position;
        if (!l->failed) *id = image;
        return true;
    }
    int operation = image_operation(w->opcode);
    if (operation < 0) return false;
    uint32_t at = w->opcode == OpImageWrite ? 1 : 3;
    wb_id image = *wb_load_kind(l, w, at, ID_IMAGE);
    const wb_module_type t = *wb_load_type(l, image.type);
    bool is_texture = l->module->variables[image.variable].space == WB_SPACE_TEXTURE;
    bool wants_texture = operation > WbOpImageSize;
    if (is_texture && operation == WbOpImageSize)
        operation = WbOpTextureSize;
    else if (l->failed || is_texture != wants_texture) {
        wb_load_fail(l, "the module is damaged: an image is no texture");
        return true;
    }
    wb_instruction i = {.op = (uint16_t)operation,
                        .mode = image.mode,
                        .sub = (uint8_t)t.dimensions,
                        .c = WB_NO_ROW};
    if (w->opcode == OpImageWrite) {
        i.c = wb_load_value(l, w, 3, 0);
        i.count = wb_load_type(l, wb_load_id(l, w, 3)->type)->words;
        if (i.count > 4) wb_load_fail(l, "the module is damaged: a texel of more than 4 words");
    } else {
        i.result = wb_load_result(l, w);
        i.count = wb_load_type(l, wb_load_id(l, w, 2)->type)->words;
        if (i.count > 4) wb_load_fail(l, "texels of more than 4 words are not supported");
    }
    if (operation == WbOpTextureSample)
        load_sample(l, w, &image, &i);
    else if (operation == WbOpImageRead || operation == WbOpImageWrite ||
             operation == WbOpTextureFetch)
        i.a = sized(l, w, at + 1, (uint32_t)t.dimensions);
    wb_sampling none;
    for (int k = 0; k < WB_SAMPLE_ROWS; k++) none.row[k] = WB_NO_ROW;
    if (operation == WbOpTextureFetch) load_operands(l, w, 5, &i, &image, none);
    if (w->opcode == OpImageQuerySizeLod) i.c = wb_load_value(l, w, 4, 0);
    emit_image(l, &image, i);
    return true;
}
