/* The kernel debugger: reading what a person wants to know. A reader goes through the text from
 * left to right; the first thing that it cannot understand ends it. */
#include "base/message.h"
#include "base/text.h"
#include "machine/debug_state.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 64, MOST_NESTED = 32 };

typedef struct reader {
    const wb_debug *d;
    uint32_t lane, call, pc;
    const char *at;
    bool dry;                          // only whether it can be understood
    wb_debug_breakpoint *condition_of; // NULL: of none
    int names;                         // that an index or an operand names
    bool undefined, failed;
    int nested;
    wb_module_error *error;
} reader;

static void complain(reader *r, const char *format, ...) WB_PRINTF_LIKE(2, 3);

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
    bool whole; // of an integer type, whose `/` differs from that of floats
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
            wb_text_append(names, sizeof names, " %.36s", v->name);
        }
    complain(r, "there is no variable %s here; there are:%s", name, names);
}

static void read_index(reader *r, wb_spot *s)
{
    const wb_module *m = r->d->module;
    wb_type_kind kind = m->types[s->type].kind;
    double index = read_number(r).value;
    if (!take(r, "]")) complain(r, "a ] is missing at \"%.20s\"", r->at);
    if (kind != WB_TYPE_ARRAY && kind != WB_TYPE_MATRIX && kind != WB_TYPE_VECTOR)
        complain(r, "only arrays, matrices and vectors have an index");
    if (r->failed || r->dry) {
        if (!r->failed) *s = wb_spot_element(m, *s, 0);
        return;
    }
    uint64_t length = wb_spot_length(r->d, s);
    if (r->undefined || !(index >= 0.0 && index < (double)length)) {
        complain(r, "the index is %s%.0f; there are %llu elements",
                 r->undefined ? "not written yet: " : "", index, (unsigned long long)length);
        return;
    }
    *s = wb_spot_element(m, *s, (uint64_t)index);
}

static void read_member(reader *r, wb_spot *s)
{
    char name[NAME_SIZE];
    const wb_module *m = r->d->module;
    const wb_module_type *t = &m->types[s->type];
    take_name(r, name);
    for (uint32_t i = 0; t->kind == WB_TYPE_STRUCT && i < t->count; i++) {
        if (strcmp(t->members[i].name, name) != 0) continue;
        *s = wb_spot_member(m, *s, i);
        return;
    }
    static const char *const letters = "xyzwrgbastpq";
    const char *at = strlen(name) == 1 ? strchr(letters, name[0]) : NULL;
    if (t->kind == WB_TYPE_VECTOR && at != NULL && (uint32_t)(at - letters) % 4 < t->count)
        *s = wb_spot_element(m, *s, (uint64_t)(at - letters) % 4);
    else
        complain(r, "there is no .%s in it", name);
}

// Warns of a variable that has no value before the breakpoint's line, where that stops. What the
// line itself gives a value has one when lanes come back to it: from another line, as to the head
// of a loop, or from a function.
static void look_for_value(reader *r, int variable)
{
    const wb_instruction *code = r->d->module->code;
    const wb_variable *v = &r->d->module->variables[variable];
    uint32_t use = r->d->first_uses[variable], last = r->pc, first = last;
    bool is_left = false, calls = false;
    if (v->space != WB_SPACE_ROWS || v->call != r->call || use == UINT32_MAX) return;
    for (uint32_t k = 0; k < last; k++) {
        bool own = code[k].call == r->call, here = own && code[k].line == r->condition_of->line;
        if (here && first == last) first = k;
        is_left = is_left || (first != last && own && !here);
        calls = calls || (first != last && !own);
    }
    if (use > last)
        *r->error = (wb_module_error){.line = code[use].line};
    else if (use >= first && !is_left && calls)
        r->condition_of->midway = true;
    if (use < first || (use <= last && (is_left || calls))) return;
    snprintf(r->error->text, sizeof r->error->text,
             use > last ? "%s has no value there yet"
                        : "%s gets its value within this line, which runs whole",
             v->name);
}

// The rest of a path whose first name is known.
static void read_path(reader *r, const char *name, wb_spot *s)
{
    int member, variable = wb_debug_find_variable(r->d, name, r->call, r->pc, &member);
    if (variable < 0) {
        complain_of_name(r, name);
        return;
    }
    if (r->d->module->variables[variable].space >= WB_SPACE_IMAGE) {
        complain(r, "%s is an image; only buffers and variables can be looked at", name);
        return;
    }
    if (r->condition_of != NULL && r->error->text[0] == '\0') look_for_value(r, variable);
    *s = wb_spot_of(r->d->module, variable);
    if (member >= 0) *s = wb_spot_member(r->d->module, *s, (uint32_t)member);
    while (!r->failed) {
        if (take(r, "["))
            read_index(r, s);
        else if (take(r, "."))
            read_member(r, s);
        else
            return;
    }
}

static number number_at(reader *r, const wb_spot *s)
{
    const wb_module *m = r->d->module;
    wb_debug_value value;
    wb_type_kind kind = m->types[s->type].kind;
    if (kind < WB_TYPE_BOOL || kind > WB_TYPE_DOUBLE) {
        complain(r, "a single number is needed, not a whole vector, array or struct");
        return (number){.whole = true};
    }
    wb_spot_read(r->d, r->lane, s, &value);
    r->undefined = r->undefined || value.undefined[0];
    return (number){wb_debug_number_of(m, s->type, value.words), kind < WB_TYPE_FLOAT,
                    kind == WB_TYPE_BOOL};
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
    wb_spot s;
    r->names++;
    take_name(r, name);
    bool known = wb_debug_find_variable(r->d, name, r->call, r->pc, &member) >= 0;
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

static number read_conjunction(reader *r)
{
    number a = read_comparison(r);
    while (!r->failed && take(r, "&&")) {
        double x = a.value, y = read_comparison(r).value;
        a = (number){x != 0.0 && y != 0.0, true, true};
    }
    return a;
}

static number read_number(reader *r)
{
    number a = read_conjunction(r);
    while (!r->failed && take(r, "||")) {
        double x = a.value, y = read_conjunction(r).value;
        a = (number){x != 0.0 || y != 0.0, true, true};
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

static reader reader_at(const wb_debug *d, uint32_t lane, uint32_t pc, const char *text,
                        wb_module_error *error)
{
    const wb_module *m = d->module;
    uint32_t call = m->code[pc].call;
    *error = (wb_module_error){0};
    // Still on the line of the call: what it names is the caller's
    while (call != 0 && m->code[pc].line == m->calls[call].line) call = m->calls[call].caller;
    return (reader){.d = d, .lane = lane, .pc = pc, .call = call, .at = text, .error = error};
}

static reader reader_of(const wb_debug *d, uint32_t lane, const char *text, wb_module_error *error)
{
    return reader_at(d, lane, wb_debug_place_of(d, lane), text, error);
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

bool wb_debug_read_condition(const wb_debug *d, wb_debug_breakpoint *b, wb_module_error *error)
{
    number n;
    uint32_t pc = 0;
    for (uint32_t k = 0; k < d->module->code_count; k++)
        if (d->module->code[k].line == b->line) pc = k;
    reader r = reader_at(d, 0, pc, b->condition, error);
    r.dry = true;
    r.condition_of = b;
    return read_all(&r, &n);
}

// Whether the whole text is a path: a variable or a part of it.
static bool read_whole_path(reader *r, wb_spot *s)
{
    char name[NAME_SIZE];
    int member;
    reader start = *r;
    if (starts_name(r)) {
        take_name(r, name);
        if (wb_debug_find_variable(r->d, name, r->call, r->pc, &member) >= 0) {
            read_path(r, name, s);
            skip_blanks(r);
            if (r->failed || *r->at == '\0') return true;
        }
    }
    *r = start;
    return false;
}

static bool evaluate(reader *r, wb_debug_value *value)
{
    wb_spot s;
    number n;
    if (read_whole_path(r, &s)) {
        if (!r->failed) wb_spot_read(r->d, r->lane, &s, value);
        return !r->failed;
    }
    if (!read_all(r, &n)) return false;
    *value = (wb_debug_value){.module = r->d->module,
                              .number = n.value,
                              .is_truth = n.truth,
                              .count = 1,
                              .variable = -1,
                              .word = WB_NO_WORD};
    value->undefined[0] = r->undefined;
    return true;
}

bool wb_debug_evaluate(const wb_debug *d, uint32_t lane, const char *text, wb_debug_value *value,
                       wb_module_error *error)
{
    reader r = reader_of(d, lane, text, error);
    return evaluate(&r, value);
}

bool wb_debug_evaluate_at(const wb_debug *d, uint32_t lane, uint32_t pc, const char *text,
                          wb_debug_value *value, wb_module_error *error)
{
    reader r = reader_at(d, lane, pc, text, error);
    return evaluate(&r, value);
}

bool wb_debug_find_place(const wb_debug *d, uint32_t pc, const char *text, bool *is_fixed,
                         wb_spot *spot, wb_module_error *error)
{
    number n;
    reader r = reader_at(d, d->lane, pc, text, error);
    *is_fixed = read_whole_path(&r, spot) && r.names == 0 && !r.failed;
    if (*is_fixed || (r.failed && r.names == 0)) return *is_fixed;
    r = reader_at(d, d->lane, pc, text, error);
    r.dry = true;
    return read_whole_path(&r, spot) ? !r.failed : read_all(&r, &n);
}
