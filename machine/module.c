#include "machine/module.h"

#include "machine/load.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAGIC = 0x07230203, HEADER = 5, MAX_BOUND = 1 << 19 };

/* ---- Words ---- */

bool wb_load_fail(wb_loader *l, const char *format, ...)
{
    if (l->failed) return false;
    l->failed = true;
    l->error->line = l->line;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(l->error->text, sizeof l->error->text, format, arguments);
    va_end(arguments);
    return false;
}

bool wb_load_words(wb_loader *l, uint32_t position, wb_words *w)
{
    uint32_t first = l->module->words[position];
    *w = (wb_words){(int)(first & 0xFFFF), first >> 16, l->module->words + position, position};
    if (w->count == 0 || w->count > l->word_count - position)
        return wb_load_fail(l, "the module is damaged: an instruction reaches beyond its end");
    return true;
}

uint32_t wb_load_word(wb_loader *l, const wb_words *w, uint32_t index)
{
    if (index < w->count) return w->word[index];
    char name[32];
    wb_load_fail(l, "the module is damaged: %s is too short",
                 wb_opcode_name(w->opcode, name, sizeof name));
    return 0;
}

wb_id *wb_load_id(wb_loader *l, const wb_words *w, uint32_t index)
{
    uint32_t id = wb_load_word(l, w, index);
    if (id > 0 && id < l->bound) return &l->ids[id];
    wb_load_fail(l, "the module is damaged: there is no id %u", id);
    l->ids[0] = (wb_id){0};
    return &l->ids[0];
}

wb_id *wb_load_kind(wb_loader *l, const wb_words *w, uint32_t index, wb_id_kind kind)
{
    wb_id *id = wb_load_id(l, w, index);
    if (id->kind == kind) return id;
    char name[32];
    wb_load_fail(l, "the module is damaged: an operand of %s is of another kind",
                 wb_opcode_name(w->opcode, name, sizeof name));
    l->ids[0] =
        (wb_id){.kind = kind, .address = WB_NO_ROW, .texel = WB_NO_ROW, .chosen = WB_NO_ROW};
    return &l->ids[0];
}

const char *wb_load_text(const wb_words *w, uint32_t index)
{
    if (index >= w->count) return "";
    const char *text = (const char *)(w->word + index);
    return memchr(text, '\0', (w->count - index) * sizeof *w->word) != NULL ? text : "";
}

bool wb_load_room(wb_loader *l, void *array, uint32_t *capacity, uint32_t count, size_t size)
{
    if (count < *capacity) return true;
    uint32_t wanted = *capacity < 16 ? 32 : *capacity * 2;
    void **at = array;
    void *grown = realloc(*at, wanted * size);
    if (grown == NULL) return wb_load_fail(l, "out of memory");
    *at = grown;
    *capacity = wanted;
    return true;
}

/* ---- Rows, constants, instructions ---- */

const wb_module_type *wb_load_type(const wb_loader *l, int type)
{
    bool good = type > 0 && type < l->module->type_count;
    return &l->module->types[good ? type : 0];
}

uint32_t wb_load_rows(wb_loader *l, uint32_t count)
{
    wb_module *m = l->module;
    if (count > WB_MAX_ROWS - m->row_count) {
        wb_load_fail(l, "the variables and values of one invocation need more than %d words",
                     WB_MAX_ROWS);
        return 0;
    }
    uint32_t row = m->row_count;
    m->row_count += count;
    return row;
}

uint32_t wb_load_extra(wb_loader *l, uint32_t word)
{
    wb_module *m = l->module;
    if (!wb_load_room(l, &m->extra, &l->extra_capacity, m->extra_count, sizeof *m->extra)) return 0;
    m->extra[m->extra_count] = word;
    return m->extra_count++;
}

static void add_constant(wb_loader *l, uint32_t row, uint32_t value, bool undefined)
{
    wb_module *m = l->module;
    if (!wb_load_room(l, &m->constants, &l->constant_capacity, m->constant_count,
                      sizeof *m->constants))
        return;
    m->constants[m->constant_count++] = (wb_constant){row, value, undefined};
}

uint32_t wb_load_constant(wb_loader *l, uint32_t value)
{
    uint32_t row = wb_load_rows(l, 1);
    add_constant(l, row, value, false);
    return row;
}

uint32_t wb_load_emit(wb_loader *l, wb_instruction instruction)
{
    wb_module *m = l->module;
    if (m->code_count >= WB_MAX_INSTRUCTIONS) {
        wb_load_fail(l, "with all functions inlined there are more than %d instructions",
                     WB_MAX_INSTRUCTIONS);
        return 0;
    }
    if (!wb_load_room(l, &m->code, &l->code_capacity, m->code_count, sizeof *m->code)) return 0;
    instruction.line = l->line;
    instruction.call = l->call;
    if (l->is_loose) instruction.mode |= WB_LOOSE;
    if (l->is_precise) instruction.mode |= WB_PRECISE;
    m->code[m->code_count] = instruction;
    return m->code_count++;
}

uint32_t wb_load_result(wb_loader *l, const wb_words *w)
{
    int type = wb_load_kind(l, w, 1, ID_TYPE)->type;
    wb_id *id = wb_load_id(l, w, 2);
    const wb_module_type *t = wb_load_type(l, type);
    if (t->words == 0) {
        char name[32];
        wb_load_fail(l, "%s gives a value of a type that the kernel machine has not",
                     wb_opcode_name(w->opcode, name, sizeof name));
        return 0;
    }
    // One that a loop's phi has met before it came has its rows already
    if (id->kind != ID_VALUE || id->type != type) id->row = wb_load_rows(l, t->words);
    id->kind = ID_VALUE;
    id->type = type;
    return id->row;
}

void wb_load_alias(wb_loader *l, const wb_words *w, int type, uint32_t row)
{
    wb_id *id = wb_load_id(l, w, 2);
    if (id->kind == ID_VALUE) { // a phi wants it in rows of its own
        uint32_t result = wb_load_result(l, w), words = wb_load_type(l, type)->words;
        if (wb_load_type(l, id->type)->words != words)
            wb_load_fail(l, "the module is damaged: a value of another type");
        wb_load_emit(l,
                     (wb_instruction){.op = WbOpMove, .count = words, .result = result, .a = row});
        return;
    }
    id->kind = ID_VALUE;
    id->type = type;
    id->row = row;
}

uint32_t wb_load_value(wb_loader *l, const wb_words *w, uint32_t index, int type)
{
    wb_id *id = wb_load_id(l, w, index);
    if (id->kind == ID_NONE && type != 0) {
        id->kind = ID_VALUE;
        id->type = type;
        id->row = wb_load_rows(l, wb_load_type(l, type)->words);
    }
    return wb_load_kind(l, w, index, ID_VALUE)->row;
}

/* ---- Names and decorations ---- */

static void add_member(wb_loader *l, wb_decoration d)
{
    enum { MAX_MEMBERS = 1 << 14 };
    if (l->member_count >= MAX_MEMBERS) wb_load_fail(l, "there are too many names of members");
    if (!wb_load_room(l, &l->members, &l->member_capacity, l->member_count, sizeof *l->members))
        return;
    l->members[l->member_count++] = d;
}

static void decorate(wb_loader *l, const wb_words *w)
{
    wb_id *id = wb_load_id(l, w, 1);
    uint32_t value = w->count > 3 ? w->word[3] : 0;
    switch (wb_load_word(l, w, 2)) {
    case DecorationBlock: id->is_block = true; break;
    case DecorationBufferBlock: id->is_buffer_block = true; break;
    case DecorationArrayStride: id->array_stride = value; break;
    case DecorationBuiltIn: id->built_in = (int)(value & 0xFFFF); break;
    case DecorationVolatile: id->is_volatile = true; break;
    case DecorationCoherent: id->coherent = true; break;
    case DecorationBinding: id->binding = (int)(value & 0xFFFF); break;
    case DecorationOffset: id->offset_bytes = value & 0xFFFFFF; break;
    case DecorationNoContraction: id->is_precise = true; break;
    case DecorationLocation:
        id->location = (int)(value & 0xFFFFFF);
        id->has_location = true;
        break;
    default: break;
    }
}

/* ---- What stands outside of functions ---- */

static void load_constant(wb_loader *l, const wb_words *w)
{
    uint32_t row = wb_load_result(l, w);
    wb_id *id = wb_load_id(l, w, 2);
    const wb_module_type *type = wb_load_type(l, id->type);
    bool is_true = w->opcode == OpConstantTrue || w->opcode == OpSpecConstantTrue;
    bool has_words = w->opcode == OpConstant || w->opcode == OpSpecConstant;
    for (uint32_t i = 0; !l->failed && i < type->words; i++)
        add_constant(l, row + i, has_words ? wb_load_word(l, w, 3 + i) : is_true,
                     w->opcode == OpUndef);
    bool scalar = type->kind == WB_TYPE_BOOL || type->kind == WB_TYPE_INT ||
                  type->kind == WB_TYPE_UINT || type->kind == WB_TYPE_FLOAT;
    id->is_constant = scalar && w->opcode != OpUndef;
    id->value = id->is_constant ? (has_words && w->count > 3 ? w->word[3] : is_true) : 0;
}

// The first constant from a row on; they are in the order of their rows.
static uint32_t constant_from(const wb_module *m, uint32_t row)
{
    uint32_t low = 0, high = m->constant_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (m->constants[middle].row < row)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// If the parts are constants, their values are put together anew.
static void load_composite(wb_loader *l, const wb_words *w)
{
    uint32_t row = wb_load_result(l, w), at = 0;
    wb_id *id = wb_load_id(l, w, 2);
    uint32_t words = wb_load_type(l, id->type)->words;
    wb_module *m = l->module;
    for (uint32_t i = 3; i < w->count; i++) {
        wb_id *part = wb_load_kind(l, w, i, ID_VALUE);
        uint32_t count = wb_load_type(l, part->type)->words;
        if (count > words - at) wb_load_fail(l, "the module is damaged: a constant is too long");
        for (uint32_t k = constant_from(m, part->row); !l->failed && k < m->constant_count; k++) {
            wb_constant c = m->constants[k];
            if (c.row >= part->row + count) break;
            add_constant(l, row + at + c.row - part->row, c.value, c.undefined);
        }
        if (l->failed) return;
        at += count;
    }
    if (at != words) wb_load_fail(l, "the module is damaged: a constant is too short");
}

static void load_entry(wb_loader *l, const wb_words *w)
{
    enum { COMPUTE = 5 };
    if (wb_load_word(l, w, 1) != COMPUTE || l->entry != 0) {
        wb_load_fail(l, "this is no module of one compute shader");
        return;
    }
    l->entry = wb_load_word(l, w, 2);
}

static void load_mode(wb_loader *l, const wb_words *w)
{
    enum { LOCAL_SIZE = 17 };
    if (wb_load_word(l, w, 2) != LOCAL_SIZE) return;
    uint64_t total = 1;
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t size = wb_load_word(l, w, 3 + i);
        l->module->local_size[i] = size;
        total *= size;
        if (total == 0 || total > WB_MAX_INVOCATIONS) {
            wb_load_fail(l, "a work group of %u x %u x %u invocations; there can be 1 to %d",
                         wb_load_word(l, w, 3), wb_load_word(l, w, 4), wb_load_word(l, w, 5),
                         WB_MAX_INVOCATIONS);
            return;
        }
    }
}

static void load_import(wb_loader *l, const wb_words *w)
{
    wb_id *id = wb_load_id(l, w, 1);
    if (strcmp(wb_load_text(w, 2), "GLSL.std.450") == 0)
        id->kind = ID_EXTENDED;
    else
        wb_load_fail(l, "the set of functions \"%.60s\" is not supported", wb_load_text(w, 2));
}

static void refuse(wb_loader *l, const wb_words *w)
{
    char name[32];
    wb_load_fail(l, "%s is not supported by the kernel machine",
                 wb_opcode_name(w->opcode, name, sizeof name));
}

static void load_global(wb_loader *l, const wb_words *w)
{
    switch (w->opcode) {
    case OpNop:
    case OpSource:
    case OpSourceContinued:
    case OpSourceExtension:
    case OpExtension:
    case OpMemoryModel:
    case OpCapability:
    case OpModuleProcessed:
    case OpNoLine:
    case OpString: break;
    case OpLine: l->line = (int)(wb_load_word(l, w, 2) & 0xFFFFFF); break;
    case OpName: wb_load_id(l, w, 1)->name = wb_load_text(w, 2); break;
    case OpMemberName:
        add_member(l, (wb_decoration){wb_load_word(l, w, 1), wb_load_word(l, w, 2), UINT32_MAX, 0,
                                      wb_load_text(w, 3)});
        break;
    case OpDecorate: decorate(l, w); break;
    case OpMemberDecorate:
        add_member(l, (wb_decoration){wb_load_word(l, w, 1), wb_load_word(l, w, 2),
                                      wb_load_word(l, w, 3), w->count > 4 ? w->word[4] : 0, NULL});
        break;
    case OpExtInstImport: load_import(l, w); break;
    case OpEntryPoint: load_entry(l, w); break;
    case OpExecutionMode: load_mode(l, w); break;
    case OpVariable: wb_load_variable(l, w); break;
    case OpConstantTrue:
    case OpConstantFalse:
    case OpConstant:
    case OpConstantNull:
    case OpSpecConstantTrue:
    case OpSpecConstantFalse:
    case OpSpecConstant:
    case OpUndef: load_constant(l, w); break;
    case OpConstantComposite:
    case OpSpecConstantComposite: load_composite(l, w); break;
    default:
        if (!wb_load_type_instruction(l, w)) refuse(l, w);
    }
}

/* ---- Functions: where they are, and whose their variables are ---- */

// glslang declares a global that is `precise` inside one function. Such a variable belongs to all.
static void note_use(wb_loader *l, uint32_t id, uint32_t function)
{
    if (id > 0 && id < l->bound && l->ids[id].owner != 0 && l->ids[id].owner != function)
        l->ids[id].owner = 0;
}

static void note_functions(wb_loader *l, uint32_t start, bool uses)
{
    uint32_t function = 0;
    wb_words w;
    for (uint32_t at = start; at < l->word_count && wb_load_words(l, at, &w); at += w.count) {
        if (w.opcode == OpFunction && !uses) {
            wb_id *id = wb_load_id(l, &w, 2);
            if (id->kind != ID_NONE) wb_load_fail(l, "the module is damaged: an id has two uses");
            id->kind = ID_FUNCTION;
            id->position = at;
        }
        if (w.opcode == OpFunction) function = wb_load_word(l, &w, 2);
        if (w.opcode == OpVariable && !uses) {
            wb_id *id = wb_load_id(l, &w, 2);
            id->owner = function;
            id->position = at;
        }
        bool names_pointers = w.opcode == OpLoad || w.opcode == OpStore ||
                              w.opcode == OpAccessChain || w.opcode == OpFunctionCall;
        for (uint32_t i = 1; uses && names_pointers && i < w.count; i++)
            note_use(l, w.word[i], function);
    }
}

// Variables that several functions use exist before any function is called.
static void declare_shared(wb_loader *l, uint32_t start)
{
    wb_words w;
    for (uint32_t at = start; at < l->word_count && wb_load_words(l, at, &w); at += w.count)
        if (w.opcode == OpVariable && wb_load_id(l, &w, 2)->owner == 0) wb_load_variable(l, &w);
}

static bool load_all(wb_loader *l)
{
    wb_words w;
    uint32_t at = HEADER;
    while (at < l->word_count && !l->failed && wb_load_words(l, at, &w)) {
        if (w.opcode == OpFunction) break;
        load_global(l, &w);
        at += w.count;
    }
    if (l->failed) return false;
    l->line = 0;
    if (l->entry == 0 || l->module->local_size[0] == 0)
        return wb_load_fail(l, "this is no module of a compute shader");
    note_functions(l, at, false);
    if (!l->failed) note_functions(l, at, true);
    if (!l->failed) declare_shared(l, at);
    return !l->failed && wb_load_decode(l);
}

static bool begin(wb_loader *l, const uint32_t *words, size_t count)
{
    wb_module *m = l->module;
    if (count < HEADER || count > (size_t)1 << 24 || words[0] != MAGIC)
        return wb_load_fail(l, "this is no SPIR-V");
    l->bound = words[3];
    if (l->bound == 0 || l->bound > MAX_BOUND)
        return wb_load_fail(l, "the module has %u ids; there can be %d", l->bound, MAX_BOUND);
    l->word_count = m->word_count = (uint32_t)count;
    m->words = malloc(count * sizeof *words);
    l->ids = calloc(l->bound, sizeof *l->ids);
    l->variable_capacity = 32;
    m->variables = calloc(l->variable_capacity, sizeof *m->variables); // [0] is there in any case
    if (m->words == NULL || l->ids == NULL || m->variables == NULL)
        return wb_load_fail(l, "out of memory");
    memcpy(m->words, words, count * sizeof *words);
    for (uint32_t i = 0; i < l->bound; i++)
        l->ids[i].address = l->ids[i].texel = l->ids[i].chosen = WB_NO_ROW;
    wb_load_extra(l, 0);
    return wb_load_room(l, &m->types, &l->type_capacity, 0, sizeof *m->types) &&
           (m->types[m->type_count++] = (wb_module_type){0}, true);
}

bool wb_module_load(wb_module *module, const uint32_t *words, size_t count, wb_module_error *error)
{
    *module = (wb_module){0};
    *error = (wb_module_error){0};
    wb_loader l = {.module = module, .error = error};
    bool good = begin(&l, words, count) && load_all(&l) && !l.failed;
    free(l.ids);
    free(l.members);
    free(l.fixes);
    free(l.return_jumps);
    if (!good) wb_module_free(module);
    return good;
}

void wb_module_free(wb_module *module)
{
    for (int i = 0; i < module->type_count; i++) free(module->types[i].members);
    free(module->types);
    free(module->code);
    free(module->loops);
    free(module->variables);
    free(module->calls);
    free(module->constants);
    free(module->extra);
    free(module->words);
    *module = (wb_module){0};
}
