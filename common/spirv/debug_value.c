/* The kernel stepper: what variables hold, by the names that the kernel has for them. */
#include "spirv/debug_state.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 64, MOST_NESTED = 32 };

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

// Of those with that name in a call, the last that began before `pc`; else the first; -1: none.
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

// Of the function that the lane is in, or of one that called it.
static int find_variable(const wb_debug *d, const char *name, uint32_t call, uint32_t pc,
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

static uint32_t pc_of(const wb_debug *d, uint32_t lane)
{
    uint32_t pc = wb_debug_pc(d, lane), l = lane;
    const wb_team *team = wb_debug_team(d, &l);
    return pc >= WB_PC_BARRIER ? team->resume[l] - 1 : pc;
}

uint32_t wb_debug_variables(const wb_debug *d, uint32_t lane, const wb_variable **variables,
                            uint32_t capacity)
{
    const wb_module *m = d->module;
    uint32_t pc = pc_of(d, lane), call = m->code[pc].call, count = 0;
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

typedef struct spot {
    int variable, type;
    bool in_memory;
    uint64_t at;   // a row; or a byte of the variable's memory
    uint32_t step; // in memory, between the components of a vector
    uint32_t matrix_stride;
    bool row_major;
} spot;

static spot spot_of(const wb_module *m, int variable)
{
    const wb_variable *v = &m->variables[variable];
    bool in_memory = v->space >= WB_SPACE_SHARED;
    return (spot){.variable = variable,
                  .type = v->type,
                  .in_memory = in_memory,
                  .at = in_memory ? v->space == WB_SPACE_SHARED ? v->offset : 0 : v->row};
}

static spot member_of(const wb_module *m, spot s, uint32_t index)
{
    const wb_member *member = &m->types[s.type].members[index];
    s.at += s.in_memory ? member->offset : member->word;
    s.matrix_stride = member->matrix_stride;
    s.row_major = member->row_major;
    s.type = member->type;
    return s;
}

static uint32_t column_stride(const wb_module *m, const spot *s)
{
    const wb_module_type *column = &m->types[m->types[s->type].element];
    if (s->matrix_stride != 0) return s->matrix_stride;
    return (column->size + column->alignment - 1) / column->alignment * column->alignment;
}

// An element of an array, a column, a component.
static spot element_of(const wb_module *m, spot s, uint64_t index)
{
    const wb_module_type *t = &m->types[s.type], *e = &m->types[t->element];
    spot part = s;
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
static uint64_t length_of(const wb_debug *d, const spot *s)
{
    const wb_module_type *t = &d->module->types[s->type];
    if (t->kind != WB_TYPE_ARRAY || t->count > 0) return t->count;
    uint64_t size = (uint64_t)memory_of(d, s->variable).count * 4;
    return size > s->at && t->stride > 0 ? (size - s->at) / t->stride : 0;
}

/* ---- Values ---- */

static void add_word(const wb_debug *d, uint32_t lane, const spot *s, uint32_t part,
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

static void add_parts(const wb_debug *d, uint32_t lane, const spot *s, wb_debug_value *value)
{
    const wb_module *m = d->module;
    const wb_module_type *t = &m->types[s->type];
    bool is_struct = t->kind == WB_TYPE_STRUCT;
    if (is_struct || t->kind == WB_TYPE_ARRAY || t->kind == WB_TYPE_MATRIX ||
        t->kind == WB_TYPE_VECTOR) {
        uint64_t count = length_of(d, s);
        for (uint64_t i = 0; i < count; i++) {
            spot part = is_struct ? member_of(m, *s, (uint32_t)i) : element_of(m, *s, i);
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

static void read_spot(const wb_debug *d, uint32_t lane, const spot *s, wb_debug_value *value)
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
    spot s = spot_of(d->module, (int)(variable - d->module->variables));
    read_spot(d, lane, &s, value);
    return true;
}

bool wb_debug_same_value(const wb_debug_value *a, const wb_debug_value *b)
{
    uint32_t count = a->count < WB_DEBUG_WORDS ? a->count : WB_DEBUG_WORDS;
    if (a->type != b->type || a->count != b->count) return false;
    if (a->type == 0) return a->number == b->number || (isnan(a->number) && isnan(b->number));
    for (uint32_t i = 0; i < count; i++)
        if (a->undefined[i] != b->undefined[i] || (!a->undefined[i] && a->words[i] != b->words[i]))
            return false;
    return true;
}

/* ---- Texts ---- */

static void append(char *text, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void append(char *text, size_t size, const char *format, ...)
{
    size_t length = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    if (length + 1 < size) vsnprintf(text + length, size - length, format, arguments);
    va_end(arguments);
}

// The shortest that reads back as the same number; with a point, as GLSL writes it.
static void append_float(char *text, size_t size, double number, bool is_double)
{
    char digits[40];
    if (isnan(number) || isinf(number)) {
        append(text, size, "%s", isnan(number) ? "NaN" : number > 0 ? "inf" : "-inf");
        return;
    }
    for (int precision = 6; precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, number);
        double back = strtod(digits, NULL);
        if (is_double ? back == number : (float)back == (float)number) break;
    }
    append(text, size, "%s%s", digits, strpbrk(digits, ".e") == NULL ? ".0" : "");
}

static double number_of(const wb_module *m, int type, const uint32_t *words)
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
    double number = number_of(v->module, type, &v->words[at]);
    if (v->undefined[at])
        append(text, size, "?");
    else if (kind == WB_TYPE_BOOL)
        append(text, size, "%s", v->words[at] != 0 ? "true" : "false");
    else if (kind == WB_TYPE_FLOAT || kind == WB_TYPE_DOUBLE)
        append_float(text, size, number, kind == WB_TYPE_DOUBLE);
    else
        append(text, size, "%.0f", number);
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
    append(text, size, "{");
    while (*at < end) {
        bool is_cut = *at + v->module->types[type].words > WB_DEBUG_WORDS;
        now[0] = '\0';
        if (!is_cut) append_parts(v, type, at, end, now, sizeof now);
        if (times > 0 && !is_cut && strcmp(now, last) == 0) {
            times++;
            continue;
        }
        if (times > 1) append(text, size, " <%u times>", times);
        append(text, size, "%s%s", done++ > 0 ? ", " : "", is_cut ? "..." : now);
        times = 1;
        memcpy(last, now, sizeof last);
        if (is_cut) *at = end;
    }
    if (times > 1) append(text, size, " <%u times>", times);
    append(text, size, "}");
}

static void append_struct(const wb_debug_value *v, const wb_module_type *t, uint32_t *at,
                          uint32_t end, char *text, size_t size)
{
    append(text, size, "{");
    for (uint32_t i = 0; i < t->count && *at < end && *at < WB_DEBUG_WORDS; i++) {
        const wb_module_type *part = &v->module->types[t->members[i].type];
        uint32_t part_end = part->words > 0 && *at + part->words < end ? *at + part->words : end;
        append(text, size, "%s%s = ", i > 0 ? ", " : "", t->members[i].name);
        append_parts(v, t->members[i].type, at, part_end, text, size);
    }
    append(text, size, "}");
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
        append(text, size, "(");
        for (uint32_t i = 0; i < t->count && *at < WB_DEBUG_WORDS; i++) {
            append(text, size, "%s", i > 0 ? ", " : "");
            append_parts(v, t->element, at, end, text, size);
        }
        append(text, size, ")");
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
        append(text, size, "?");
    else if (v->is_truth)
        append(text, size, "%s", v->number != 0.0 ? "true" : "false");
    else if (fabs(v->number) < 1e15 && v->number == floor(v->number))
        append(text, size, "%.0f", v->number);
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
        append(text, size, "%s", scalars[t->kind]);
    else if (t->kind == WB_TYPE_VECTOR && e->kind >= WB_TYPE_BOOL && e->kind <= WB_TYPE_DOUBLE)
        append(text, size, "%svec%u", vectors[e->kind], t->count);
    else if (t->kind == WB_TYPE_MATRIX)
        append(text, size, "mat%ux%u", t->count, e->count);
    else if (t->kind == WB_TYPE_STRUCT)
        append(text, size, "%s", t->name != NULL ? t->name : "struct");
    else if (t->kind == WB_TYPE_ARRAY) {
        wb_debug_type_text(m, t->element, text, size);
        if (t->count > 0)
            append(text, size, "[%u]", t->count);
        else
            append(text, size, "[]");
    }
    return text;
}

/* ---- Reading expressions ---- */

typedef struct reader {
    const wb_debug *d;
    uint32_t lane, call, pc;
    const char *at;
    bool dry; // only whether it can be understood
    bool undefined, failed;
    int nested;
    wb_module_error *error;
} reader;

static void complain(reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void complain(reader *r, const char *format, ...)
{
    if (r->failed) return;
    r->failed = true;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(r->error->text, sizeof r->error->text, format, arguments);
    va_end(arguments);
}

static void skip_blanks(reader *r)
{
    while (isspace((unsigned char)*r->at)) r->at++;
}

static bool take(reader *r, const char *word)
{
    skip_blanks(r);
    size_t length = strlen(word);
    if (strncmp(r->at, word, length) != 0) return false;
    r->at += length;
    return true;
}

static bool starts_name(reader *r)
{
    skip_blanks(r);
    return isalpha((unsigned char)*r->at) || *r->at == '_';
}

static void take_name(reader *r, char name[NAME_SIZE])
{
    size_t length = 0;
    skip_blanks(r);
    while (isalnum((unsigned char)*r->at) || *r->at == '_') {
        if (length + 1 < NAME_SIZE) name[length++] = *r->at;
        r->at++;
    }
    name[length] = '\0';
}

typedef struct number {
    double value;
    bool whole; // of an integer type, of which `/` is another than of floats
    bool truth; // the result of a comparison
} number;

static number read_number(reader *r);

// What there is in place of a name that there is not.
static void complain_of_name(reader *r, const char *name)
{
    const wb_module *m = r->d->module;
    char names[160] = "";
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < m->variable_count && strlen(names) < sizeof names - 40; i++) {
            const wb_variable *v = &m->variables[i];
            bool own = v->space == WB_SPACE_ROWS && v->call == r->call;
            if (own != (pass == 0) || (pass == 1 && v->space == WB_SPACE_ROWS)) continue;
            if (v->name[0] == '\0' || strncmp(v->name, "param", 5) == 0) continue;
            append(names, sizeof names, " %.36s", v->name);
        }
    complain(r, "there is no variable %s here; there are:%s", name, names);
}

static void read_index(reader *r, spot *s)
{
    const wb_module *m = r->d->module;
    wb_type_kind kind = m->types[s->type].kind;
    double index = read_number(r).value;
    if (!take(r, "]")) complain(r, "a ] is missing at \"%.20s\"", r->at);
    if (kind != WB_TYPE_ARRAY && kind != WB_TYPE_MATRIX && kind != WB_TYPE_VECTOR)
        complain(r, "only arrays, matrices and vectors have an index");
    if (r->failed || r->dry) {
        if (!r->failed) *s = element_of(m, *s, 0);
        return;
    }
    uint64_t length = length_of(r->d, s);
    if (r->undefined || !(index >= 0.0 && index < (double)length)) {
        complain(r, "the index is %s%.0f; there are %llu elements",
                 r->undefined ? "not written yet: " : "", index, (unsigned long long)length);
        return;
    }
    *s = element_of(m, *s, (uint64_t)index);
}

static void read_member(reader *r, spot *s)
{
    char name[NAME_SIZE];
    const wb_module *m = r->d->module;
    const wb_module_type *t = &m->types[s->type];
    take_name(r, name);
    for (uint32_t i = 0; t->kind == WB_TYPE_STRUCT && i < t->count; i++) {
        if (strcmp(t->members[i].name, name) != 0) continue;
        *s = member_of(m, *s, i);
        return;
    }
    static const char *const letters = "xyzwrgbastpq";
    const char *at = strlen(name) == 1 ? strchr(letters, name[0]) : NULL;
    if (t->kind == WB_TYPE_VECTOR && at != NULL && (uint32_t)(at - letters) % 4 < t->count)
        *s = element_of(m, *s, (uint64_t)(at - letters) % 4);
    else
        complain(r, "there is no .%s in it", name);
}

// The rest of a path whose first name is known.
static void read_path(reader *r, const char *name, spot *s)
{
    int member, variable = find_variable(r->d, name, r->call, r->pc, &member);
    if (variable < 0) {
        complain_of_name(r, name);
        return;
    }
    if (r->d->module->variables[variable].space >= WB_SPACE_IMAGE) {
        complain(r, "%s is an image; only buffers and variables can be looked at", name);
        return;
    }
    *s = spot_of(r->d->module, variable);
    if (member >= 0) *s = member_of(r->d->module, *s, (uint32_t)member);
    while (!r->failed) {
        if (take(r, "["))
            read_index(r, s);
        else if (take(r, "."))
            read_member(r, s);
        else
            return;
    }
}

static number number_at(reader *r, const spot *s)
{
    const wb_module *m = r->d->module;
    wb_debug_value value;
    wb_type_kind kind = m->types[s->type].kind;
    if (kind < WB_TYPE_BOOL || kind > WB_TYPE_DOUBLE) {
        complain(r, "a single number is needed, not a whole vector, array or struct");
        return (number){.whole = true};
    }
    read_spot(r->d, r->lane, s, &value);
    r->undefined = r->undefined || value.undefined[0];
    return (number){number_of(m, s->type, value.words), kind < WB_TYPE_FLOAT, kind == WB_TYPE_BOOL};
}

// Built-in inputs that the kernel itself may not use.
static bool read_built_in(reader *r, const char *name, number *n)
{
    const uint32_t *size = r->d->module->local_size, *group = r->d->group->id;
    uint32_t lane = r->lane;
    uint32_t local[3] = {lane % size[0], lane / size[0] % size[1], lane / size[0] / size[1]};
    const char *before = r->at;
    if (strcmp(name, "lane") == 0 || strcmp(name, "gl_LocalInvocationIndex") == 0) {
        *n = (number){lane, true, false};
        return true;
    }
    char part[NAME_SIZE] = "";
    if (take(r, ".")) take_name(r, part);
    int c = part[0] - 'x';
    bool one = c >= 0 && c < 3 && part[1] == '\0';
    if (one && strcmp(name, "gl_LocalInvocationID") == 0)
        *n = (number){local[c], true, false};
    else if (one && strcmp(name, "gl_WorkGroupID") == 0)
        *n = (number){group[c], true, false};
    else if (one && strcmp(name, "gl_GlobalInvocationID") == 0)
        *n = (number){group[c] * size[c] + local[c], true, false};
    else {
        r->at = before;
        return false;
    }
    return true;
}

static bool read_function(reader *r, const char *name, number *n)
{
    bool nan = strcmp(name, "isnan") == 0, inf = strcmp(name, "isinf") == 0;
    if ((!nan && !inf && strcmp(name, "abs") != 0) || !take(r, "(")) return false;
    number x = read_number(r);
    if (!take(r, ")")) complain(r, "a ) is missing at \"%.20s\"", r->at);
    if (nan || inf)
        *n = (number){nan ? isnan(x.value) != 0 : isinf(x.value) != 0, true, true};
    else
        *n = (number){fabs(x.value), x.whole, false};
    return true;
}

static number read_literal(reader *r)
{
    char *end;
    number n = {strtod(r->at, &end), true, false};
    if (end == r->at) complain(r, "a number or a variable is needed at \"%.20s\"", r->at);
    for (; r->at < end; r->at++) n.whole = n.whole && *r->at != '.' && *r->at != 'e';
    if (*r->at == 'u' || *r->at == 'f') n.whole = *r->at++ == 'u'; // as GLSL writes them
    return n;
}

static number read_named(reader *r)
{
    char name[NAME_SIZE];
    number n = {.whole = true};
    int member;
    spot s;
    take_name(r, name);
    bool known = find_variable(r->d, name, r->call, r->pc, &member) >= 0;
    if (strcmp(name, "true") == 0 || strcmp(name, "false") == 0)
        n = (number){name[0] == 't', true, true};
    else if (known || (!read_function(r, name, &n) && !read_built_in(r, name, &n))) {
        read_path(r, name, &s);
        if (!r->failed) n = number_at(r, &s);
    }
    return n;
}

static number read_primary(reader *r)
{
    number n = {.whole = true};
    if (r->failed || ++r->nested > MOST_NESTED) {
        complain(r, "it is nested too deeply");
        return n;
    }
    if (take(r, "-")) {
        n = read_primary(r);
        n.value = -n.value;
        n.truth = false;
    } else if (take(r, "!"))
        n = (number){read_primary(r).value == 0.0, true, true};
    else if (take(r, "(")) {
        n = read_number(r);
        if (!take(r, ")")) complain(r, "a ) is missing at \"%.20s\"", r->at);
    } else
        n = starts_name(r) ? read_named(r) : read_literal(r);
    r->nested--;
    return n;
}

static number read_product(reader *r)
{
    number a = read_primary(r);
    while (!r->failed) {
        char sign = take(r, "*") ? '*' : take(r, "/") ? '/' : take(r, "%") ? '%' : '\0';
        if (sign == '\0') break;
        number b = read_primary(r);
        a.whole = a.whole && b.whole;
        a.truth = false;
        a.value = sign == '*'   ? a.value * b.value
                  : sign == '/' ? a.value / b.value
                                : fmod(a.value, b.value);
        if (a.whole && sign == '/') a.value = trunc(a.value);
    }
    return a;
}

static number read_sum(reader *r)
{
    number a = read_product(r);
    while (!r->failed) {
        char sign = take(r, "+") ? '+' : take(r, "-") ? '-' : '\0';
        if (sign == '\0') break;
        number b = read_product(r);
        a = (number){sign == '+' ? a.value + b.value : a.value - b.value, a.whole && b.whole,
                     false};
    }
    return a;
}

static number read_comparison(reader *r)
{
    static const char *const signs[] = {"==", "!=", "<=", ">=", "<", ">"};
    number a = read_sum(r);
    for (int i = 0; i < 6; i++) {
        if (!take(r, signs[i])) continue;
        double x = a.value, y = read_sum(r).value;
        const bool results[] = {x == y, x != y, x <= y, x >= y, x<y, x> y};
        return (number){results[i], true, true};
    }
    return a;
}

static number read_number(reader *r)
{
    number a = read_comparison(r);
    while (!r->failed) {
        bool both = take(r, "&&");
        if (!both && !take(r, "||")) break;
        double x = a.value, y = read_comparison(r).value;
        a = (number){both ? x != 0.0 && y != 0.0 : x != 0.0 || y != 0.0, true, true};
    }
    return a;
}

static bool read_all(reader *r, number *n)
{
    *n = read_number(r);
    skip_blanks(r);
    if (*r->at != '\0') complain(r, "\"%.20s\" is too much", r->at);
    return !r->failed;
}

static reader reader_of(const wb_debug *d, uint32_t lane, const char *text, wb_module_error *error)
{
    uint32_t pc = pc_of(d, lane);
    *error = (wb_module_error){0};
    return (reader){.d = d,
                    .lane = lane,
                    .pc = pc,
                    .call = d->module->code[pc].call,
                    .at = text,
                    .error = error};
}

bool wb_debug_number(const wb_debug *d, uint32_t lane, const char *text, double *value,
                     bool *undefined, wb_module_error *error)
{
    number n;
    reader r = reader_of(d, lane, text, error);
    bool good = read_all(&r, &n);
    *value = n.value;
    *undefined = r.undefined;
    return good;
}

bool wb_debug_can_evaluate(const wb_debug *d, int line, const char *text, wb_module_error *error)
{
    number n;
    reader r = reader_of(d, 0, text, error);
    r.dry = true;
    for (uint32_t k = 0; k < d->module->code_count; k++)
        if (d->module->code[k].line == line) r.pc = k, r.call = d->module->code[k].call;
    return read_all(&r, &n);
}

bool wb_debug_evaluate(const wb_debug *d, uint32_t lane, const char *text, wb_debug_value *value,
                       wb_module_error *error)
{
    char name[NAME_SIZE];
    int member;
    reader r = reader_of(d, lane, text, error);
    if (starts_name(&r)) {
        take_name(&r, name);
        if (find_variable(d, name, r.call, r.pc, &member) >= 0) {
            spot s;
            read_path(&r, name, &s);
            skip_blanks(&r);
            if (r.failed) return false;
            if (*r.at == '\0') {
                read_spot(d, lane, &s, value);
                return true;
            }
        }
    }
    number n;
    r = reader_of(d, lane, text, error);
    if (!read_all(&r, &n)) return false;
    *value = (wb_debug_value){.module = d->module,
                              .number = n.value,
                              .is_truth = n.truth,
                              .count = 1,
                              .variable = -1,
                              .word = WB_NO_WORD};
    value->undefined[0] = r.undefined;
    return true;
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
