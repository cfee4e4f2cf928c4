/* Functions and flow: every call is replaced by the function's instructions, every block's end by
 * jumps and branches, every phi by moves at the ends of the blocks before it. */
#include "machine/load.h"

#include <string.h>

static void decode_function(wb_loader *l, uint32_t function, const wb_words *call);

/* ---- Jumps ---- */

static void set_target(wb_loader *l, wb_fix fix, uint32_t target)
{
    wb_instruction *i = &l->module->code[fix.instruction];
    uint32_t *operands[] = {&i->a, &i->b, &i->c};
    *operands[fix.operand] = target;
}

static void branch_to(wb_loader *l, uint32_t instruction, uint8_t operand, uint32_t label)
{
    if (l->failed) return;
    if (label == 0 || label >= l->bound || l->ids[label].kind != ID_LABEL ||
        l->ids[label].owner != l->function) {
        wb_load_fail(l, "the module is damaged: a branch into nowhere");
        return;
    }
    if (!wb_load_room(l, &l->fixes, &l->fix_capacity, l->fix_count, sizeof *l->fixes)) return;
    l->fixes[l->fix_count++] = (wb_fix){instruction, operand, label};
}

static void resolve(wb_loader *l, uint32_t first)
{
    for (uint32_t i = first; i < l->fix_count && !l->failed; i++) {
        uint32_t target = l->ids[l->fixes[i].label].target;
        if (target == UINT32_MAX) wb_load_fail(l, "the module is damaged: a branch into nowhere");
        set_target(l, l->fixes[i], target);
    }
    l->fix_count = first;
}

static uint32_t emit(wb_loader *l, uint16_t op, uint32_t count, uint32_t result, uint32_t a)
{
    return wb_load_emit(l, (wb_instruction){.op = op, .count = count, .result = result, .a = a});
}

/* ---- Phis ---- */

// The phi at a position, if there is one; line numbers may stand before it.
static bool next_phi(wb_loader *l, uint32_t *position, wb_words *w)
{
    enum { MOST_LINES = 4 };
    for (int lines = 0; *position < l->word_count && lines < MOST_LINES; lines++) {
        if (l->failed || !wb_load_words(l, *position, w)) return false;
        if (w->opcode != OpPhi && w->opcode != OpLine && w->opcode != OpNoLine) return false;
        *position += w->count;
        if (w->opcode == OpPhi) return true;
    }
    return false;
}

static uint32_t phi_source(wb_loader *l, const wb_words *phi, int type)
{
    for (uint32_t i = 3; i + 1 < phi->count; i += 2)
        if (phi->word[i + 1] == l->label) return wb_load_value(l, phi, i, type);
    wb_load_fail(l, "the module is damaged: a phi without a value for a block before it");
    return 0;
}

static bool has_phis(wb_loader *l, uint32_t label)
{
    if (label == 0 || label >= l->bound || l->ids[label].kind != ID_LABEL) return false;
    uint32_t at = l->ids[label].position;
    wb_words w;
    return next_phi(l, &at, &w);
}

// What the phis of a block become on the way there from this block: first all are read (into rows
// of their own, for they may be each other's values), then all written.
static void move_phis(wb_loader *l, uint32_t label)
{
    if (!has_phis(l, label)) return;
    for (int pass = 0; pass < 2; pass++) {
        uint32_t at = l->ids[label].position;
        wb_words w;
        while (next_phi(l, &at, &w) && !l->failed) {
            uint32_t row = wb_load_result(l, &w);
            wb_id *id = wb_load_id(l, &w, 2);
            uint32_t words = wb_load_type(l, id->type)->words;
            if (id->texel == WB_NO_ROW) id->texel = wb_load_rows(l, words);
            if (pass == 0)
                emit(l, WbOpMove, words, id->texel, phi_source(l, &w, id->type));
            else
                emit(l, WbOpMove, words, row, id->texel);
        }
    }
}

/* ---- Ends of blocks ---- */

// Whether the block with this label comes next: then no jump is needed.
static bool comes_next(wb_loader *l, const wb_words *w, uint32_t label)
{
    uint32_t at = w->position + w->count;
    wb_words next;
    while (at < l->word_count && wb_load_words(l, at, &next)) {
        if (next.opcode == OpLabel) return next.count > 1 && next.word[1] == label;
        if (next.opcode != OpLine && next.opcode != OpNoLine) return false;
        at += next.count;
    }
    return false;
}

static void jump(wb_loader *l, uint32_t label)
{
    move_phis(l, label);
    branch_to(l, emit(l, WbOpJump, 0, 0, 0), 0, label);
}

// The operand of a branch: the label itself, or a place on the way where phis are moved.
static void branch_over_phis(wb_loader *l, uint32_t instruction, uint8_t operand, uint32_t label)
{
    if (!has_phis(l, label)) {
        branch_to(l, instruction, operand, label);
        return;
    }
    if (!l->failed) set_target(l, (wb_fix){instruction, operand, 0}, l->module->code_count);
    jump(l, label);
}

static void load_branch(wb_loader *l, const wb_words *w)
{
    if (w->opcode == OpBranch) {
        uint32_t label = wb_load_word(l, w, 1);
        if (comes_next(l, w, label))
            move_phis(l, label);
        else
            jump(l, label);
        return;
    }
    uint32_t at = emit(l, WbOpBranch, 1, 0, wb_load_value(l, w, 1, 0));
    branch_over_phis(l, at, 1, wb_load_word(l, w, 2));
    branch_over_phis(l, at, 2, wb_load_word(l, w, 3));
}

static void load_switch(wb_loader *l, const wb_words *w)
{
    uint32_t selector = wb_load_value(l, w, 1, 0);
    for (uint32_t i = 3; i + 1 < w->count && !l->failed; i += 2) {
        uint32_t is_case = wb_load_rows(l, 1);
        wb_load_emit(l, (wb_instruction){.op = WbOpIEqual,
                                         .count = 1,
                                         .result = is_case,
                                         .a = selector,
                                         .b = wb_load_constant(l, w->word[i])});
        uint32_t at = emit(l, WbOpBranch, 1, 0, is_case);
        branch_over_phis(l, at, 1, w->word[i + 1]);
        if (!l->failed) l->module->code[at].c = l->module->code_count;
    }
    jump(l, wb_load_word(l, w, 2));
}

// A value to return goes where the caller wants it; then to the function's end, unless we are
// there.
static void load_return(wb_loader *l, const wb_words *w)
{
    if (w->opcode == OpReturnValue) {
        const wb_id *value = wb_load_kind(l, w, 1, ID_VALUE);
        if (l->return_row == WB_NO_ROW) {
            wb_load_fail(l, "the module is damaged: main returns a value");
            return;
        }
        const wb_id *result = wb_load_id(l, w, 1);
        emit(l, WbOpMove, wb_load_type(l, result->type)->words, l->return_row, value->row);
    }
    wb_words next;
    uint32_t at = w->position + w->count;
    if (at < l->word_count && wb_load_words(l, at, &next) && next.opcode == OpFunctionEnd) return;
    if (!wb_load_room(l, &l->return_jumps, &l->return_capacity, l->return_count,
                      sizeof *l->return_jumps))
        return;
    l->return_jumps[l->return_count++] = emit(l, WbOpJump, 0, 0, 0);
}

/* ---- Barriers ---- */

static uint8_t fences(uint32_t scope, uint32_t semantics)
{
    bool narrow = scope == ScopeWorkgroup || scope == ScopeSubgroup;
    return (uint8_t)((narrow ? WB_FENCE_GROUP : 0) |
                     ((semantics & SemanticsUniform) != 0 ? WB_FENCE_BUFFER : 0) |
                     ((semantics & SemanticsWorkgroup) != 0 ? WB_FENCE_SHARED : 0) |
                     ((semantics & SemanticsImage) != 0 ? WB_FENCE_IMAGE : 0));
}

static uint32_t constant(wb_loader *l, const wb_words *w, uint32_t index)
{
    const wb_id *id = wb_load_kind(l, w, index, ID_VALUE);
    if (!id->is_constant) wb_load_fail(l, "a scope or semantics that is no constant");
    return id->value;
}

static void load_barrier(wb_loader *l, const wb_words *w)
{
    bool control = w->opcode == OpControlBarrier;
    uint32_t scope = constant(l, w, 1);
    uint32_t memory = control ? 2 : 1; // its scope, and behind that its semantics
    wb_instruction i = {.op = WbOpFence,
                        .sub = fences(constant(l, w, memory), constant(l, w, memory + 1))};
    if (control) i.op = scope == ScopeSubgroup ? WbOpSubgroupBarrier : WbOpBarrier;
    if (control && scope != ScopeSubgroup && scope != ScopeWorkgroup)
        wb_load_fail(l, "a barrier of scope %u is not supported", scope);
    wb_load_emit(l, i);
}

/* ---- Functions ---- */

// The position of an instruction's result id, or 0 if it has none.
static uint32_t result_index(int opcode)
{
    switch (opcode) {
    case OpNop:
    case OpLine:
    case OpNoLine:
    case OpStore:
    case OpCopyMemory:
    case OpBranch:
    case OpBranchConditional:
    case OpSwitch:
    case OpReturn:
    case OpReturnValue:
    case OpUnreachable:
    case OpKill:
    case OpLoopMerge:
    case OpSelectionMerge:
    case OpControlBarrier:
    case OpMemoryBarrier:
    case OpAtomicStore:
    case OpImageWrite:
    case OpFunctionEnd: return 0;
    case OpLabel: return 1;
    default: return 2;
    }
}

// Forgets what an earlier call of the function has left, and finds its labels.
static void prepare(wb_loader *l, uint32_t position, uint32_t function)
{
    wb_words w;
    for (uint32_t at = position; at < l->word_count && !l->failed; at += w.count) {
        if (!wb_load_words(l, at, &w)) return;
        if (w.opcode == OpFunctionEnd) return;
        uint32_t index = result_index(w.opcode);
        if (index == 0 || w.opcode == OpFunction) continue;
        wb_id *id = wb_load_id(l, &w, index);
        if (id->kind == ID_FUNCTION || id->kind == ID_TYPE || id->kind == ID_EXTENDED ||
            (id->kind == ID_VALUE && id->is_constant))
            wb_load_fail(l, "the module is damaged: an id has two uses");
        if (w.opcode == OpVariable && id->owner == 0 && id->kind == ID_POINTER) continue;
        id->kind = w.opcode == OpLabel ? ID_LABEL : ID_NONE;
        id->texel = WB_NO_ROW;
        id->target = UINT32_MAX;
        if (w.opcode == OpVariable) continue;
        id->position = at + w.count;
        id->owner = function;
    }
    wb_load_fail(l, "the module is damaged: a function without an end");
}

static void bind_parameter(wb_loader *l, const wb_words *w, const wb_words *call, uint32_t number)
{
    wb_id *id = wb_load_id(l, w, 2);
    if (call == NULL) {
        wb_load_fail(l, "the module is damaged: main has parameters");
        return;
    }
    wb_id argument = *wb_load_id(l, call, 4 + number);
    const char *name = id->name;
    if (argument.kind != ID_VALUE && argument.kind != ID_POINTER && argument.kind != ID_IMAGE)
        wb_load_fail(l, "the module is damaged: an argument that is none");
    *id = argument;
    id->name = name;
    id->is_constant = false;
    id->owner = l->function;
    wb_module *m = l->module;
    // What a person wants to look at by the parameter's name
    bool shown = argument.kind == ID_VALUE ||
                 (argument.kind == ID_POINTER && argument.address == WB_NO_ROW &&
                  m->variables[argument.variable].space == WB_SPACE_ROWS);
    if (!shown || name == NULL || l->failed ||
        !wb_load_room(l, &m->variables, &l->variable_capacity, (uint32_t)m->variable_count,
                      sizeof *m->variables))
        return;
    uint32_t row = argument.kind == ID_VALUE
                       ? argument.row
                       : m->variables[argument.variable].row + argument.offset;
    m->variables[m->variable_count++] = (wb_variable){
        .name = name, .block = "", .type = argument.type, .row = row, .call = l->call};
}

// "twice" of "twice(u1;", in the module's own copy of the words.
static const char *function_name(const wb_id *id)
{
    char *end = id->name != NULL ? strchr(id->name, '(') : NULL;
    if (end != NULL) *end = '\0';
    return id->name != NULL ? id->name : "";
}

static void enter_call(wb_loader *l, const wb_words *w)
{
    uint32_t function = wb_load_word(l, w, 3);
    const wb_id *id = wb_load_kind(l, w, 3, ID_FUNCTION);
    wb_module *m = l->module;
    if (m->call_count >= WB_MAX_CALLS)
        wb_load_fail(l, "there are more than %d calls of functions, if all are inlined",
                     WB_MAX_CALLS);
    if (l->failed ||
        !wb_load_room(l, &m->calls, &l->call_capacity, m->call_count, sizeof *m->calls))
        return;
    m->calls[m->call_count] = (wb_module_call){function_name(id), l->line, l->call};
    uint32_t call = l->call, row = l->return_row, label = l->label, caller = l->function;
    int line = l->line;
    bool returns = wb_load_type(l, wb_load_kind(l, w, 1, ID_TYPE)->type)->kind != WB_TYPE_VOID;
    l->return_row = returns ? wb_load_result(l, w) : WB_NO_ROW;
    l->call = m->call_count++;
    l->function = function;
    decode_function(l, function, w);
    l->call = call;
    l->return_row = row;
    l->label = label;
    l->function = caller;
    l->line = line;
}

static void load_undefined(wb_loader *l, const wb_words *w)
{
    uint32_t row = wb_load_result(l, w);
    emit(l, WbOpUndefine, wb_load_type(l, wb_load_id(l, w, 2)->type)->words, row, 0);
}

static void load_body(wb_loader *l, const wb_words *w, const wb_words *call, uint32_t *parameters)
{
    switch (w->opcode) {
    case OpNop:
    case OpNoLine:
    case OpLoopMerge:
    case OpSelectionMerge:
    case OpPhi: break;
    case OpLine: l->line = (int)(wb_load_word(l, w, 2) & 0xFFFFFF); break;
    case OpFunctionParameter: bind_parameter(l, w, call, (*parameters)++); break;
    case OpLabel:
        l->label = wb_load_word(l, w, 1);
        wb_load_id(l, w, 1)->target = l->module->code_count;
        break;
    case OpVariable: wb_load_variable(l, w); break;
    case OpUndef: load_undefined(l, w); break;
    case OpBranch:
    case OpBranchConditional: load_branch(l, w); break;
    case OpSwitch: load_switch(l, w); break;
    case OpReturn:
    case OpReturnValue: load_return(l, w); break;
    case OpUnreachable: emit(l, WbOpEnd, 0, 0, 0); break;
    case OpControlBarrier:
    case OpMemoryBarrier: load_barrier(l, w); break;
    case OpFunctionCall: enter_call(l, w); break;
    default:
        if (!wb_load_memory(l, w) && !wb_load_image(l, w) && !wb_load_arithmetic(l, w) &&
            !wb_load_extended(l, w) && !wb_load_subgroup(l, w)) {
            char name[32];
            wb_load_fail(l, "%s is not supported by the kernel machine",
                         wb_opcode_name(w->opcode, name, sizeof name));
        }
    }
}

static void decode_function(wb_loader *l, uint32_t function, const wb_words *call)
{
    enum { MAX_WORK = 1 << 22 };
    wb_id *id = &l->ids[function];
    if (id->on_stack || l->depth >= WB_MAX_CALL_DEPTH) {
        wb_load_fail(l, "%s() calls itself, or calls are nested deeper than %d",
                     id->name != NULL ? id->name : "a function", WB_MAX_CALL_DEPTH);
        return;
    }
    id->on_stack = true;
    l->depth++;
    uint32_t fixes = l->fix_count, returns = l->return_count, parameters = 0;
    uint32_t at = id->position;
    prepare(l, at, function);
    wb_words w;
    for (; at < l->word_count && !l->failed; at += w.count) {
        if (!wb_load_words(l, at, &w) || w.opcode == OpFunctionEnd) break;
        if (l->work++ > MAX_WORK) wb_load_fail(l, "with all functions inlined it is too long");
        if (w.opcode != OpFunction) load_body(l, &w, call, &parameters);
    }
    resolve(l, fixes);
    for (uint32_t i = returns; i < l->return_count && !l->failed; i++)
        l->module->code[l->return_jumps[i]].a = l->module->code_count;
    l->return_count = returns;
    l->depth--;
    id->on_stack = false;
}

// What main begins with belongs to its first line, which may be that of a call.
static void give_lines(wb_module *m)
{
    uint32_t first = 0;
    while (first + 1 < m->code_count && m->code[first].line == 0) first++;
    int line = m->code[first].line;
    for (uint32_t call = m->code[first].call; call != 0; call = m->calls[call].caller)
        line = m->calls[call].line;
    for (uint32_t k = 0; k < first; k++) m->code[k].line = line;
}

/* ---- Loops with a barrier() ---- */

// Where a jump goes back to; WB_NO_ROW if it does not.
static uint32_t back_to(const wb_module *m, uint32_t at)
{
    const wb_instruction *i = &m->code[at];
    if (i->op == WbOpJump && i->a <= at) return i->a;
    return i->op == WbOpBranch && i->b <= at ? i->b : WB_NO_ROW;
}

static bool has_barrier(const wb_module *m, uint32_t first, uint32_t last)
{
    for (uint32_t k = first; k <= last; k++)
        if (m->code[k].op == WbOpBarrier) return true;
    return false;
}

// Several jumps may go back to one place.
static bool note_loop(wb_loader *l, uint32_t first, uint32_t last)
{
    wb_module *m = l->module;
    uint32_t n = 0;
    while (n < m->loop_count && m->loops[n].first != first) n++;
    if (n == m->loop_count) {
        if (!wb_load_room(l, &m->loops, &l->loop_capacity, n, sizeof *m->loops)) return false;
        m->loops[m->loop_count++].first = first;
    }
    m->loops[n].last = last;
    m->code[last].result = n + 1;
    return true;
}

static bool find_loops(wb_loader *l)
{
    wb_module *m = l->module;
    bool any = has_barrier(m, 0, m->code_count - 1);
    for (uint32_t k = 0; any && k < m->code_count; k++) {
        uint32_t first = back_to(m, k);
        if (first != WB_NO_ROW && has_barrier(m, first, k) && !note_loop(l, first, k)) return false;
    }
    return true;
}

bool wb_load_decode(wb_loader *l)
{
    wb_module *m = l->module;
    if (l->entry >= l->bound || l->ids[l->entry].kind != ID_FUNCTION)
        return wb_load_fail(l, "the module is damaged: there is no main");
    if (!wb_load_room(l, &m->calls, &l->call_capacity, 0, sizeof *m->calls)) return false;
    m->calls[m->call_count++] = (wb_module_call){.function = "main"};
    l->return_row = WB_NO_ROW;
    l->function = l->entry;
    decode_function(l, l->entry, NULL);
    emit(l, WbOpEnd, 0, 0, 0);
    if (!l->failed) give_lines(m);
    return !l->failed && find_loops(l);
}
