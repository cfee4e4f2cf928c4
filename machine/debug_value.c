/* The kernel debugger: what variables hold, by the names that the kernel has for them. */
#include "base/text.h"
#include "machine/debug_state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Which variable a name is ---- */

// Where each variable is first written, which tells those of one name apart: of two loops with an
// `i` of their own, the lane is in the one that began last.
void wb_debug_find_first_uses(wb_debug *d)
{
    const wb_module *m = d->module;
    int capacity = 0;
    uint32_t *owner = wb_grow(NULL, &capacity, (int)m->row_count + 1, sizeof *owner);
    capacity = 0;
    d->first_uses = wb_grow(NULL, &capacity, m->variable_count + 1, sizeof *d->first_uses);
    for (int v = 0; v < m->variable_count; v++) {
        d->first_uses[v] = UINT32_MAX;
        const wb_variable *variable = &m->variables[v];
        uint32_t words = variable->space <= WB_SPACE_INPUT ? m->types[variable->type].words : 0;
        for (uint32_t w = 0; w < words; w++) owner[variable->row + w] = (uint32_t)v + 1;
    }
    for (uint32_t k = m->code_count; k-- > 0;) {
        const wb_instruction *i = &m->code[k];
        if (i->op == WbOpUndefine || i->op == WbOpStore) continue;
        uint32_t row = i->op == WbOpStoreRows ? i->c : i->result;
        if (row < m->row_count && owner[row] != 0) d->first_uses[owner[row] - 1] = k;
    }
    free(owner);
}

// The last variable of that name in a call that began before `pc`; else the first; -1: none.
static int find_in_call(const wb_debug *d, const char *name, uint32_t call, uint32_t pc)
{
    const wb_module *m = d->module;
    int found = -1;
    for (int v = 0; v < m->variable_count; v++) {
        if (m->variables[v].call != call || strcmp(m->variables[v].name, name) != 0) continue;
        if (found < 0 || d->first_uses[v] < pc) found = v;
    }
    return found;
}

// A variable of the function that the lane is in, or of one that called it.
int wb_debug_find_variable(const wb_debug *d, const char *name, uint32_t call, uint32_t pc,
                           int *member)
{
    *member = -1;
    for (;; call = d->module->calls[call].caller) {
        int found = find_in_call(d, name, call, pc);
        if (found >= 0) return found;
        if (call == 0) break;
    }
    const wb_variable *v = wb_module_find(d->module, name, 0, member);
    return v != NULL ? (int)(v - d->module->variables) : -1;
}

uint32_t wb_debug_variables(const wb_debug *d, uint32_t lane, const wb_variable **variables,
                            uint32_t capacity)
{
    const wb_module *m = d->module;
    uint32_t pc = wb_debug_place_of(d, lane), call = m->code[pc].call, count = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < m->variable_count; i++) {
            const wb_variable *v = &m->variables[i];
            bool own = v->space == WB_SPACE_ROWS && v->call == call;
            if (pass == 0 ? !own : v->space == WB_SPACE_ROWS || v->space >= WB_SPACE_IMAGE)
                continue;
            if (own && (find_in_call(d, v->name, call, pc) != i || v->name[0] == '\0')) continue;
            if (count < capacity) variables[count] = v;
            count++;
        }
    return count;
}

/* ---- Places: of a variable or a part of it ---- */

wb_spot wb_spot_of(const wb_module *m, int variable)
{
    const wb_variable *v = &m->variables[variable];
    bool in_memory = v->space >= WB_SPACE_SHARED;
    return (wb_spot){.variable = variable,
                     .type = v->type,
                     .in_memory = in_memory,
                     .at = in_memory ? v->space == WB_SPACE_SHARED ? v->offset : 0 : v->row};
}

wb_spot wb_spot_member(const wb_module *m, wb_spot s, uint32_t index)
{
    const wb_member *member = &m->types[s.type].members[index];
    s.at += s.in_memory ? member->offset : member->word;
    s.matrix_stride = member->matrix_stride;
    s.row_major = member->row_major;
    s.type = member->type;
    return s;
}

static uint32_t column_stride(const wb_module *m, const wb_spot *s)
{
    const wb_module_type *column = &m->types[m->types[s->type].element];
    if (s->matrix_stride != 0) return s->matrix_stride;
    return (column->size + column->alignment - 1) / column->alignment * column->alignment;
}

// An element of an array, a column, a component.
wb_spot wb_spot_element(const wb_module *m, wb_spot s, uint64_t index)
{
    const wb_module_type *t = &m->types[s.type], *e = &m->types[t->element];
    wb_spot part = s;
    part.type = t->element;
    if (!s.in_memory)
        part.at += index * e->words;
    else if (t->kind == WB_TYPE_ARRAY)
        part.at += index * t->stride;
    else if (t->kind == WB_TYPE_MATRIX) {
        uint32_t scalar = m->types[e->element].size;
        part.at += index * (s.row_major ? scalar : column_stride(m, &s));
        part.step = s.row_major ? column_stride(m, &s) : 0;
    } else
        part.at += index * (s.step != 0 ? s.step : e->size);
    return part;
}

static wb_memory memory_of(const wb_debug *d, int variable)
{
    return wb_memory_of(&d->group->teams[0], (uint32_t)variable);
}

// How many elements there are to choose from.
uint64_t wb_spot_length(const wb_debug *d, const wb_spot *s)
{
    const wb_module_type *t = &d->module->types[s->type];
    if (t->kind != WB_TYPE_ARRAY || t->count > 0) return t->count;
    uint64_t size = (uint64_t)memory_of(d, s->variable).count * 4;
    return size > s->at && t->stride > 0 ? (size - s->at) / t->stride : 0;
}

/* ---- Values ---- */

static void add_word(const wb_debug *d, uint32_t lane, const wb_spot *s, uint32_t part,
                     wb_debug_value *value)
{
    uint32_t at = value->count++, l = lane;
    if (at >= WB_DEBUG_WORDS) return;
    if (!s->in_memory) {
        const wb_team *team = wb_debug_team(d, &l);
        uint32_t row = (uint32_t)s->at + part;
        value->words[at] = wb_row(team, row)[l];
        value->undefined[at] = wb_flag(&team->flags[row], l, 0);
        return;
    }
    wb_memory memory = memory_of(d, s->variable);
    uint64_t word = s->at / 4 + part;
    bool is_there = memory.words != NULL && word < memory.count;
    value->words[at] = is_there ? memory.words[word] : 0;
    value->undefined[at] =
        !is_there || (memory.flags != NULL && (memory.flags[word] & WB_UNDEFINED) != 0);
}

static void add_parts(const wb_debug *d, uint32_t lane, const wb_spot *s, wb_debug_value *value)
{
    const wb_module *m = d->module;
    const wb_module_type *t = &m->types[s->type];
    bool is_struct = t->kind == WB_TYPE_STRUCT;
    if (is_struct || t->kind == WB_TYPE_ARRAY || t->kind == WB_TYPE_MATRIX ||
        t->kind == WB_TYPE_VECTOR) {
        uint64_t count = wb_spot_length(d, s);
        for (uint64_t i = 0; i < count; i++) {
            wb_spot part =
                is_struct ? wb_spot_member(m, *s, (uint32_t)i) : wb_spot_element(m, *s, i);
            if (value->count > WB_DEBUG_WORDS && t->kind == WB_TYPE_ARRAY) {
                value->count += (uint32_t)(count - i) * m->types[t->element].words;
                return;
            }
            add_parts(d, lane, &part, value);
        }
        return;
    }
    for (uint32_t w = 0; w < (t->kind == WB_TYPE_DOUBLE ? 2u : 1u); w++)
        add_word(d, lane, s, w, value);
}

void wb_spot_read(const wb_debug *d, uint32_t lane, const wb_spot *s, wb_debug_value *value)
{
    value->module = d->module;
    value->type = s->type;
    value->count = 0;
    value->number = 0.0;
    value->is_truth = false;
    value->variable = s->variable;
    value->word = s->in_memory ? (uint32_t)(s->at / 4) : WB_NO_WORD;
    add_parts(d, lane, s, value);
}

bool wb_debug_read(const wb_debug *d, uint32_t lane, const wb_variable *variable,
                   wb_debug_value *value)
{
    if (variable->space >= WB_SPACE_IMAGE) return false;
    wb_spot s = wb_spot_of(d->module, (int)(variable - d->module->variables));
    wb_spot_read(d, lane, &s, value);
    return true;
}

/* ---- Texts ---- */

// The shortest that reads back as the same number; with a point, as GLSL writes it.
static void append_float(char *text, size_t size, double number, bool is_double)
{
    char digits[40];
    if (isnan(number) || isinf(number)) {
        wb_text_append(text, size, "%s", isnan(number) ? "NaN" : number > 0 ? "inf" : "-inf");
        return;
    }
    for (int precision = 6; precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, number);
        double back = strtod(digits, NULL);
        if (is_double ? back == number : (float)back == (float)number) break;
    }
    wb_text_append(text, size, "%s%s", digits, strpbrk(digits, ".e") == NULL ? ".0" : "");
}

double wb_debug_number_of(const wb_module *m, int type, const uint32_t *words)
{
    float f;
    double number;
    int32_t i;
    memcpy(&f, words, sizeof f);
    memcpy(&i, words, sizeof i);
    switch (m->types[type].kind) {
    case WB_TYPE_FLOAT: return (double)f;
    case WB_TYPE_INT: return i;
    case WB_TYPE_DOUBLE: memcpy(&number, words, sizeof number); return number;
    default: return words[0];
    }
}

static void append_scalar(const wb_debug_value *v, int type, uint32_t at, char *text, size_t size)
{
    wb_type_kind kind = v->module->types[type].kind;
    double number = wb_debug_number_of(v->module, type, &v->words[at]);
    if (v->undefined[at])
        wb_text_append(text, size, "?");
    else if (kind == WB_TYPE_BOOL)
        wb_text_append(text, size, "%s", v->words[at] != 0 ? "true" : "false");
    else if (kind == WB_TYPE_FLOAT || kind == WB_TYPE_DOUBLE)
        append_float(text, size, number, kind == WB_TYPE_DOUBLE);
    else
        wb_text_append(text, size, "%.0f", number);
}

static void append_parts(const wb_debug_value *v, int type, uint32_t *at, uint32_t end, char *text,
                         size_t size);

// Equal neighbours once, with their number.
static void append_array(const wb_debug_value *v, int type, uint32_t *at, uint32_t end, char *text,
                         size_t size)
{
    enum { PART = 400 };
    char last[PART] = "", now[PART];
    uint32_t times = 0, done = 0;
    wb_text_append(text, size, "{");
    while (*at < end) {
        bool is_cut = *at + v->module->types[type].words > WB_DEBUG_WORDS;
        now[0] = '\0';
        if (!is_cut) append_parts(v, type, at, end, now, sizeof now);
        if (times > 0 && !is_cut && strcmp(now, last) == 0) {
            times++;
            continue;
        }
        if (times > 1) wb_text_append(text, size, " <%u times>", times);
        wb_text_append(text, size, "%s%s", done++ > 0 ? ", " : "", is_cut ? "..." : now);
        times = 1;
        memcpy(last, now, sizeof last);
        if (is_cut) *at = end;
    }
    if (times > 1) wb_text_append(text, size, " <%u times>", times);
    wb_text_append(text, size, "}");
}

static void append_struct(const wb_debug_value *v, const wb_module_type *t, uint32_t *at,
                          uint32_t end, char *text, size_t size)
{
    wb_text_append(text, size, "{");
    for (uint32_t i = 0; i < t->count && *at < end && *at < WB_DEBUG_WORDS; i++) {
        const wb_module_type *part = &v->module->types[t->members[i].type];
        uint32_t part_end = part->words > 0 && *at + part->words < end ? *at + part->words : end;
        wb_text_append(text, size, "%s%s = ", i > 0 ? ", " : "", t->members[i].name);
        append_parts(v, t->members[i].type, at, part_end, text, size);
    }
    wb_text_append(text, size, "}");
}

static void append_parts(const wb_debug_value *v, int type, uint32_t *at, uint32_t end, char *text,
                         size_t size)
{
    const wb_module_type *t = &v->module->types[type];
    if (t->kind == WB_TYPE_STRUCT)
        append_struct(v, t, at, end, text, size);
    else if (t->kind == WB_TYPE_ARRAY)
        append_array(v, t->element, at, end, text, size);
    else if (t->kind == WB_TYPE_VECTOR || t->kind == WB_TYPE_MATRIX) {
        wb_text_append(text, size, "(");
        for (uint32_t i = 0; i < t->count && *at < WB_DEBUG_WORDS; i++) {
            wb_text_append(text, size, "%s", i > 0 ? ", " : "");
            append_parts(v, t->element, at, end, text, size);
        }
        wb_text_append(text, size, ")");
    } else if (*at < WB_DEBUG_WORDS) {
        append_scalar(v, type, *at, text, size);
        *at += t->kind == WB_TYPE_DOUBLE ? 2 : 1;
    }
}

const char *wb_debug_value_text(const wb_debug_value *v, char *text, size_t size)
{
    uint32_t at = 0;
    text[0] = '\0';
    if (v->type != 0)
        append_parts(v, v->type, &at, v->count, text, size);
    else if (v->undefined[0])
        wb_text_append(text, size, "?");
    else if (v->is_truth)
        wb_text_append(text, size, "%s", v->number != 0.0 ? "true" : "false");
    else if (fabs(v->number) < 1e15 && v->number == floor(v->number))
        wb_text_append(text, size, "%.0f", v->number);
    else
        append_float(text, size, v->number, true);
    return text;
}

const char *wb_debug_type_text(const wb_module *m, int type, char *text, size_t size)
{
    static const char *const scalars[] = {[WB_TYPE_BOOL] = "bool",
                                          [WB_TYPE_INT] = "int",
                                          [WB_TYPE_UINT] = "uint",
                                          [WB_TYPE_FLOAT] = "float",
                                          [WB_TYPE_DOUBLE] = "double"};
    static const char *const vectors[] = {[WB_TYPE_BOOL] = "b",
                                          [WB_TYPE_INT] = "i",
                                          [WB_TYPE_UINT] = "u",
                                          [WB_TYPE_FLOAT] = "",
                                          [WB_TYPE_DOUBLE] = "d"};
    const wb_module_type *t = &m->types[type], *e = &m->types[t->element];
    text[0] = '\0';
    if (t->kind >= WB_TYPE_BOOL && t->kind <= WB_TYPE_DOUBLE)
        wb_text_append(text, size, "%s", scalars[t->kind]);
    else if (t->kind == WB_TYPE_VECTOR && e->kind >= WB_TYPE_BOOL && e->kind <= WB_TYPE_DOUBLE)
        wb_text_append(text, size, "%svec%u", vectors[e->kind], t->count);
    else if (t->kind == WB_TYPE_MATRIX)
        wb_text_append(text, size, "mat%ux%u", t->count, e->count);
    else if (t->kind == WB_TYPE_STRUCT)
        wb_text_append(text, size, "%s", t->name != NULL ? t->name : "struct");
    else if (t->kind == WB_TYPE_ARRAY) {
        wb_debug_type_text(m, t->element, text, size);
        if (t->count > 0)
            wb_text_append(text, size, "[%u]", t->count);
        else
            wb_text_append(text, size, "[]");
    }
    return text;
}

/* ---- A word of memory ---- */

// The type of the scalar at a byte of a variable.
static int scalar_at(const wb_module *m, int type, uint64_t byte)
{
    for (;;) {
        const wb_module_type *t = &m->types[type];
        if (t->kind == WB_TYPE_STRUCT) {
            uint32_t k = t->count;
            while (k > 1 && t->members[k - 1].offset > byte) k--;
            if (k == 0) return 0;
            byte -= t->members[k - 1].offset;
            type = t->members[k - 1].type;
        } else if (t->kind == WB_TYPE_ARRAY) {
            byte = t->stride > 0 ? byte % t->stride : byte;
            type = t->element;
        } else if (t->kind == WB_TYPE_VECTOR || t->kind == WB_TYPE_MATRIX)
            type = t->element;
        else
            return type;
    }
}

const char *wb_debug_word_text(const wb_module *m, int variable, uint32_t word, uint32_t value,
                               char *text, size_t size)
{
    const wb_variable *v = &m->variables[variable];
    uint64_t byte = (uint64_t)word * 4 - (v->space == WB_SPACE_SHARED ? v->offset : 0);
    wb_debug_value one = {
        .module = m, .type = scalar_at(m, v->type, byte), .count = 1, .words = {value}};
    if (one.type != 0 && m->types[one.type].kind != WB_TYPE_DOUBLE)
        return wb_debug_value_text(&one, text, size);
    snprintf(text, size, "0x%08x", value);
    return text;
}
