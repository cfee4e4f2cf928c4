#include "lesson/kernel_compare.h"

#include "gl/floats.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- What a word is ---- */

typedef struct word_kind {
    wb_type_kind kind;     // WB_TYPE_NONE: it lies between members
    uint32_t array_first;  // bytes: where the outermost array around it starts
    uint32_t array_stride; // 0: there is none
    uint32_t half;         // of a double: 1 for its upper word
} word_kind;

// The struct's member that has the byte: the last that starts before it.
static const wb_member *member_at(const wb_module_type *t, uint32_t byte)
{
    const wb_member *found = NULL;
    for (uint32_t i = 0; i < t->count; i++)
        if (t->members[i].offset <= byte) found = &t->members[i];
    return found;
}

static word_kind kind_of_word(const wb_module *m, int type, uint32_t byte)
{
    word_kind word = {WB_TYPE_NONE, 0, 0, 0};
    const wb_module_type *t = &m->types[type];
    for (uint32_t base = 0, first; t->kind == WB_TYPE_STRUCT || t->kind == WB_TYPE_ARRAY;) {
        if (t->kind == WB_TYPE_STRUCT) {
            const wb_member *member = member_at(t, byte);
            if (member == NULL) return word;
            first = member->offset;
            t = &m->types[member->type];
        } else {
            if (t->stride == 0 || (t->count != 0 && byte / t->stride >= t->count)) return word;
            if (word.array_stride == 0) {
                word.array_stride = t->stride;
                word.array_first = base;
            }
            first = byte / t->stride * t->stride;
            t = &m->types[t->element];
        }
        base += first;
        byte -= first;
    }
    if (t->kind == WB_TYPE_MATRIX)
        word.kind = m->types[m->types[t->element].element].kind;
    else if (byte < t->size)
        word.kind = t->kind == WB_TYPE_VECTOR ? m->types[t->element].kind : t->kind;
    word.half = word.kind == WB_TYPE_DOUBLE ? byte / 4 % 2 : 0;
    return word;
}

static int variable_of(const wb_module *m, const wb_machine_resource *r)
{
    for (int i = 0; i < m->variable_count; i++)
        if (m->variables[i].space == r->space && m->variables[i].binding == r->binding) return i;
    return -1;
}

static word_kind kind_at(const wb_module *m, const wb_machine_resource *r, int variable,
                         uint32_t word)
{
    if (r->binding >= WB_FIRST_COUNTERS && r->space == WB_SPACE_STORAGE)
        return (word_kind){WB_TYPE_UINT, 0, 0, 0};
    if (r->space == WB_SPACE_IMAGE) {
        bool floats = r->format.kind == WB_TEXEL_FLOAT && r->format.bits == 32;
        return (word_kind){floats ? WB_TYPE_FLOAT : WB_TYPE_UINT, 0, wb_texel_bytes(&r->format), 0};
    }
    return kind_of_word(m, m->variables[variable].type, word * 4);
}

/* ---- Words ---- */

static uint32_t word_at(const uint8_t *data, uint32_t word)
{
    uint32_t value;
    memcpy(&value, data + (size_t)word * 4, sizeof value);
    return value;
}

static float as_float(uint32_t word)
{
    float f;
    memcpy(&f, &word, sizeof f);
    return f;
}

static double as_double(const uint8_t *data, uint32_t word)
{
    double d;
    memcpy(&d, data + (size_t)word * 4, sizeof d);
    return d;
}

static bool is_near(float a, float b, float largest)
{
    if (isnan(a) || isnan(b)) return isnan(a) && isnan(b);
    if (isinf(a) || isinf(b)) return a == b;
    float most = fmaxf(fabsf(a), fabsf(b));
    return fabsf(a - b) <= fmaxf(2e-5f * most, 2e-6f * largest);
}

static void print_word(char *text, size_t size, wb_type_kind kind, uint32_t word)
{
    if (kind == WB_TYPE_FLOAT)
        snprintf(text, size, "%.9g", (double)as_float(word));
    else if (kind == WB_TYPE_INT)
        snprintf(text, size, "%d", (int32_t)word);
    else
        snprintf(text, size, "%u", word);
}

/* ---- One resource ---- */

typedef struct comparison {
    const wb_capture *capture;
    const wb_machine_resource *resource;
    int variable;
    const uint8_t *got, *expected; // the driver's and the machine's
    const uint8_t *others[4];      // the machine's in other orders
    int other_count;
    float largest; // of the numbers that are floats; negative: not known yet
    int varies;    // whether the array that begins at varying_first does; negative: not known yet
    uint32_t varying_first;
    bool exact; // floats, too
    const wb_machine *free_machine;
    int number; // of the resource
} comparison;

static float largest_float(comparison *c)
{
    const wb_module *m = &c->capture->kernel->module;
    uint32_t words = (uint32_t)(c->resource->size / 4);
    if (c->largest >= 0.0f) return c->largest;
    c->largest = 0.0f;
    for (uint32_t w = 0; w < words; w++) {
        float f = fabsf(as_float(word_at(c->expected, w)));
        if (!(f > c->largest) || isinf(f)) continue;
        if (kind_at(m, c->resource, c->variable, w).kind == WB_TYPE_FLOAT) c->largest = f;
    }
    return c->largest;
}

// Whether the machine itself got another value there in another order.
static bool differs_in_order(const comparison *c, size_t first, size_t size)
{
    for (int i = 0; i < c->other_count; i++)
        if (memcmp(c->others[i] + first, c->expected + first, size) != 0) return true;
    return false;
}

// The same for a word; in an array, for any element, because the order may decide which elements
// are written at all. The answer for an array is kept: the next word needs the same one.
static bool depends_on_order(comparison *c, uint32_t word, word_kind kind)
{
    if (kind.array_stride == 0) return differs_in_order(c, (size_t)word * 4, 4);
    if (c->varies < 0 || c->varying_first != kind.array_first) {
        c->varies = differs_in_order(c, kind.array_first, c->resource->size - kind.array_first);
        c->varying_first = kind.array_first;
    }
    return c->varies == 1;
}

static size_t element_size; // qsort() hands nothing on

static int compare_elements(const void *a, const void *b)
{
    return memcmp(a, b, element_size);
}

// Whether the array holds the same elements, each equally often, in whatever order.
static bool is_same_set(const comparison *c, word_kind kind)
{
    size_t stride = kind.array_stride, size = c->resource->size;
    if (stride == 0 || kind.array_first >= size) return false;
    size_t count = (size - kind.array_first) / stride;
    uint8_t *got = malloc(count * stride + 1), *expected = malloc(count * stride + 1);
    bool same = false;
    if (got != NULL && expected != NULL) {
        memcpy(got, c->got + kind.array_first, count * stride);
        memcpy(expected, c->expected + kind.array_first, count * stride);
        element_size = stride;
        qsort(got, count, stride, compare_elements);
        qsort(expected, count, stride, compare_elements);
        same = memcmp(got, expected, count * stride) == 0;
    }
    free(got);
    free(expected);
    return same;
}

/* ---- What GLSL leaves open ---- */

// Within the bound; 0 agrees with -0. Of a NaN the bound is infinite: no driver has to make one.
static bool is_within(double a, double b, double bound)
{
    return a == b || isinf(bound) || fabs(a - b) <= bound;
}

// An image's texel, channel by channel. Its format's step is open, too: it is not said which of two
// neighbours a value becomes.
static bool is_texel_within(const comparison *c, uint32_t word, double bound)
{
    const wb_texel_format *f = &c->resource->format;
    uint32_t bytes = wb_texel_bytes(f), per_word = bytes < 4 ? 4 / bytes : 1;
    double share = f->kind == WB_TEXEL_SMALL_FLOATS ? 0x1p-5 : f->bits == 16 ? 0x1p-10 : 0x1p-23;
    double step = f->kind == WB_TEXEL_SMALL_UNORM ? 1.0 / 1023 : 1.0 / ((1u << (f->bits - 1)) - 1);
    bool counts =
        f->kind == WB_TEXEL_UNORM || f->kind == WB_TEXEL_SNORM || f->kind == WB_TEXEL_SMALL_UNORM;
    for (uint32_t t = 0; t < per_word; t++) {
        size_t texel = bytes < 4 ? (size_t)word * per_word + t : (size_t)word * 4 / bytes;
        uint32_t got[4], expected[4];
        wb_texel_read(f, c->got, texel, got);
        wb_texel_read(f, c->expected, texel, expected);
        for (int k = 0; k < 4; k++) {
            double a = (double)as_float(got[k]), b = (double)as_float(expected[k]);
            double own = counts ? step : share * fabs(b);
            if (bound == 0 && f->bits == 32 && f->kind == WB_TEXEL_FLOAT) own = 0;
            if (f->bits == 16 && !counts) own = isinf(b) ? INFINITY : fmax(own, 0x1p-24);
            if (!is_within(a, b, bound + own * 1.001)) return false;
        }
    }
    return true;
}

static wb_agreement judge_freely(const comparison *c, uint32_t word, word_kind kind, wb_freedom *f)
{
    if (c->free_machine == NULL || !wb_machine_freedom(c->free_machine, c->number, word, f))
        return WB_DIFFERS;
    bool is_image = c->resource->space == WB_SPACE_IMAGE;
    bool has_floats = is_image && c->resource->format.kind != WB_TEXEL_INT &&
                      c->resource->format.kind != WB_TEXEL_UINT &&
                      c->resource->format.kind != WB_TEXEL_SMALL_UINT;
    double bound = (double)f->bound;
    if (isinf(bound)) return WB_IS_OPEN;
    if (kind.kind == WB_TYPE_DOUBLE) {
        wb_freedom low;
        uint32_t first = word - kind.half;
        wb_machine_freedom(c->free_machine, c->number, first, &low);
        if (isinf(low.bound)) return WB_IS_OPEN;
        bool within =
            is_within(as_double(c->got, first), as_double(c->expected, first), (double)low.bound);
        return within ? WB_AGREES_FREELY : WB_DIFFERS;
    }
    bool within = has_floats ? is_texel_within(c, word, bound)
                             : (f->is_float || kind.kind == WB_TYPE_FLOAT) &&
                                   is_within((double)as_float(word_at(c->got, word)),
                                             (double)as_float(word_at(c->expected, word)), bound);
    if (within) return WB_AGREES_FREELY;
    // A branch may have kept the driver from coming here, or brought it elsewhere
    return wb_machine_lost_line(c->free_machine) > 0 ? WB_IS_OPEN : WB_DIFFERS;
}

static wb_agreement judge_word(comparison *c, uint32_t word, word_kind kind)
{
    uint32_t got = word_at(c->got, word), expected = word_at(c->expected, word);
    bool floats = kind.kind == WB_TYPE_FLOAT, varies = depends_on_order(c, word, kind);
    bool near = floats && is_near(as_float(got), as_float(expected), largest_float(c));
    if (floats && isnan(as_float(got)) && isnan(as_float(expected))) return WB_AGREES;
    if (near && (!c->exact || varies)) return WB_AGREES_NEARLY;
    return varies ? WB_NOT_COMPARABLE : WB_DIFFERS;
}

static void note(wb_kernel_difference *d, const comparison *c, uint32_t word, word_kind kind,
                 wb_agreement agreement, const wb_freedom *freedom)
{
    const wb_module *m = &c->capture->kernel->module;
    const wb_variable *v = &m->variables[c->variable];
    if (agreement < d->agreement) return;
    if (agreement == d->agreement) {
        d->count++;
        bool is_first = freedom->when > 0 && freedom->when < d->freedom.when;
        if (is_first && agreement == WB_DIFFERS) d->freedom = *freedom;
        return;
    }
    int64_t element;
    *d = (wb_kernel_difference){.agreement = agreement, .count = 1, .freedom = *freedom};
    snprintf(d->block, sizeof d->block, "%s", *v->block != '\0' ? v->block : v->name);
    if (v->space == WB_SPACE_IMAGE)
        snprintf(d->word, sizeof d->word, "%s, word %u", v->name, word);
    else
        wb_module_name_word(m, c->variable, word, d->word, sizeof d->word, &element);
    print_word(d->got, sizeof d->got, kind.kind, word_at(c->got, word));
    print_word(d->expected, sizeof d->expected, kind.kind, word_at(c->expected, word));
}

// Two zeros are equal, whatever their signs: a driver that knows a factor to be 0 need not
// multiply.
static bool are_zeros(uint32_t a, uint32_t b)
{
    return ((a | b) & 0x7FFFFFFFu) == 0;
}

static void compare_resource(comparison *c, wb_kernel_difference *d)
{
    const wb_module *m = &c->capture->kernel->module;
    uint32_t words = (uint32_t)(c->resource->size / 4);
    int same_set = -1; // not known yet; of the last array
    uint32_t array = UINT32_MAX;
    for (uint32_t w = 0; w < words; w++) {
        if (word_at(c->got, w) == word_at(c->expected, w)) continue;
        word_kind kind = kind_at(m, c->resource, c->variable, w);
        if (kind.kind == WB_TYPE_NONE) continue;
        if (kind.kind == WB_TYPE_FLOAT && are_zeros(word_at(c->got, w), word_at(c->expected, w)))
            continue;
        wb_freedom freedom = {0};
        wb_agreement agreement = judge_word(c, w, kind);
        if (agreement == WB_DIFFERS) agreement = judge_freely(c, w, kind, &freedom);
        // In a list whose order is open, an element may have the same place in all our orders
        bool may_be_set = c->other_count > 0 && agreement >= WB_NOT_COMPARABLE;
        if (may_be_set && (same_set < 0 || array != kind.array_first)) {
            same_set = is_same_set(c, kind);
            array = kind.array_first;
        }
        if (may_be_set && same_set == 1) agreement = WB_AGREES_AS_SET;
        note(d, c, w, kind, agreement, &freedom);
    }
}

/* ---- All of them ---- */

static bool is_exact(const wb_kernel *kernel)
{
    const wb_floats *f = wb_floats_of_driver();
    return f->known && kernel->inexact == NULL && f->keeps_small && f->rounds_divide &&
           f->rounds_sqrt && !(f->contracts && kernel->contracts);
}

// `others`: the memories to compare with; NULL: those that the driver has left.
static wb_kernel_difference compare_all(const wb_capture *capture, uint8_t *const *others,
                                        uint8_t *const *const *runs, int run_count,
                                        const wb_machine *free_machine)
{
    wb_kernel_difference d = {.agreement = WB_AGREES};
    for (int i = 0; i < capture->dispatch.resource_count; i++) {
        const wb_capture_memory *m = &capture->memory[capture->memory_of[i]];
        const uint8_t *other = others != NULL ? others[capture->memory_of[i]] : m->after;
        if (other == NULL || capture->resources[i].space == WB_SPACE_TEXTURE) continue;
        comparison c = {.capture = capture,
                        .resource = &capture->resources[i],
                        .largest = -1.0f,
                        .varies = -1,
                        .free_machine = free_machine,
                        .number = i};
        size_t offset = (size_t)((uint8_t *)c.resource->data - m->work);
        c.got = other + offset;
        c.expected = c.resource->data;
        if (memcmp(c.got, c.expected, c.resource->size) == 0) continue;
        c.variable = variable_of(&capture->kernel->module, c.resource);
        c.exact = is_exact(capture->kernel);
        c.other_count = run_count < 4 ? run_count : 4;
        for (int r = 0; r < c.other_count; r++)
            c.others[r] = runs[r][capture->memory_of[i]] + offset;
        if (c.variable >= 0) compare_resource(&c, &d);
    }
    return d;
}

wb_kernel_difference wb_kernel_compare(const wb_capture *capture, uint8_t *const *const *runs,
                                       int run_count, const wb_machine *free_machine)
{
    return compare_all(capture, NULL, runs, run_count, free_machine);
}

wb_kernel_difference wb_kernel_compare_orders(const wb_capture *capture, uint8_t *const *first)
{
    return compare_all(capture, first, NULL, 0, NULL);
}
