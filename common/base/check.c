#include "base/check.h"

#include "base/message.h"
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void (*told)(const wb_comparison *comparison); // NULL: no listener

void wb_check_listen(void (*listener)(const wb_comparison *comparison))
{
    told = listener;
}

/* "cells[3][17]", or "particles[12].velocity.y": `index` counts numbers in C order. */
static const char *place_text(const char *name, const wb_array *array, size_t index, char *text,
                              size_t size)
{
    size_t place[WB_MAX_DIMENSIONS] = {0};
    for (int d = array->dimensions - 1; d >= 0; d--) {
        place[d] = index % array->shape[d];
        index /= array->shape[d];
    }
    snprintf(text, size, "%s", name);
    int in_brackets = array->fields != NULL ? array->dimensions - 1 : array->dimensions;
    for (int d = 0; d < in_brackets; d++) wb_text_append(text, size, "[%zu]", place[d]);
    char label[64];
    if (array->fields != NULL)
        wb_text_append(
            text, size, ".%s",
            wb_fields_label(array->fields, (int)place[in_brackets], label, sizeof label));
    return text;
}

static bool equal(wb_type type, const void *a, const void *b, size_t k)
{
    switch (type) {
    case WB_U32: return ((const uint32_t *)a)[k] == ((const uint32_t *)b)[k];
    case WB_I32: return ((const int32_t *)a)[k] == ((const int32_t *)b)[k];
    case WB_F32: return ((const float *)a)[k] == ((const float *)b)[k];
    }
    return false;
}

static uint32_t bits_at(const void *data, size_t k)
{
    uint32_t bits;
    memcpy(&bits, (const uint32_t *)data + k, sizeof bits);
    return bits;
}

static const char *value_text(wb_type type, wb_comparing as, const void *data, size_t k, char *text,
                              size_t size)
{
    uint32_t bits = bits_at(data, k);
    if (as == WB_AS_PIXELS) {
        snprintf(text, size, "RGBA %u %u %u %u", bits & 255, bits >> 8 & 255, bits >> 16 & 255,
                 bits >> 24);
        return text;
    }
    switch (type) {
    case WB_U32: snprintf(text, size, "%u", bits); break;
    case WB_I32: snprintf(text, size, "%d", ((const int32_t *)data)[k]); break;
    case WB_F32: snprintf(text, size, "%.9g", (double)((const float *)data)[k]); break;
    }
    if (type != WB_F32 || !isnan(((const float *)data)[k])) return text;
    if (as == WB_BY_BITS)
        snprintf(text, size, "NaN (0x%08X)", bits); // there are many
    else
        snprintf(text, size, "NaN (not a number)");
    return text;
}

/* ---- What is wrong with an array ---- */

// Numbers come in order; those of one record count once.
typedef struct tally {
    size_t width;  // of an element, in numbers
    size_t first;  // wrong number
    size_t last;   // element that was found to be wrong
    size_t wrong;  // elements
    size_t silent; // of the wrong ones, those that no kernel has written
} tally;

static tally begin_tally(const wb_array *got)
{
    return (tally){.width = got->fields != NULL ? got->shape[got->dimensions - 1] : 1};
}

static void add_wrong(tally *t, const void *data, size_t k)
{
    if (t->wrong == 0) t->first = k;
    if (t->wrong > 0 && t->last == k / t->width) return;
    t->last = k / t->width;
    t->wrong++;
    t->silent += bits_at(data, k) == WB_UNWRITTEN;
}

// "got 3, expected 4; 2 of 80 are wrong", with what `got` and `expected` mean.
static void tell(const tally *t, const char *place, const wb_array *got, const char *value,
                 const char *expected, bool expects_nothing, const char *more)
{
    char silent[64] = "";
    bool never = bits_at(got->data, t->first) == WB_UNWRITTEN;
    if (t->silent == t->wrong)
        snprintf(silent, sizeof silent, "%s", t->wrong > 1 ? ", none of them written" : "");
    else if (t->silent > 0)
        snprintf(silent, sizeof silent, ", %zu of them never written", t->silent);
    size_t elements = wb_array_count(got) / t->width;
    if (expects_nothing)
        wb_error("%s: got %s, where nothing should be written; %zu of %zu are wrong%s%s", place,
                 value, t->wrong, elements, silent, more);
    else
        wb_error("%s: %s%s, expected %s; %zu of %zu are wrong%s%s", place, never ? "" : "got ",
                 never ? "never written" : value, expected, t->wrong, elements, silent, more);
}

static bool check_exact(const wb_comparison *c)
{
    const wb_array *got = c->got;
    const void *expected = c->expected;
    wb_comparing as = c->how;
    size_t count = wb_array_count(got);
    tally t = begin_tally(got);
    for (size_t k = 0; k < count; k++) {
        wb_type type = wb_fields_type(got->fields, got->type, k);
        if (!equal(as == WB_BY_BITS ? WB_U32 : type, got->data, expected, k))
            add_wrong(&t, got->data, k);
    }
    if (t.wrong == 0) return true;
    if (c->first != NULL) *c->first = t.first;
    char place[160], value[48], wanted[48];
    wb_type type = wb_fields_type(got->fields, got->type, t.first);
    uint32_t bits = bits_at(expected, t.first);
    tell(&t, place_text(c->name, got, t.first, place, sizeof place), got,
         value_text(type, as, got->data, t.first, value, sizeof value),
         value_text(type, as, expected, t.first, wanted, sizeof wanted),
         bits == WB_UNWRITTEN || bits == WB_CANARY, "");
    return false;
}

static bool close_enough(double got, double expected, double absolute, double relative)
{
    // An infinite `expected` would make the allowed difference infinite, and every number pass.
    if (isinf(expected)) return got == expected;
    return fabs(got - expected) <= absolute + relative * fabs(expected);
}

static bool check_close(const wb_comparison *c)
{
    const wb_array *got = c->got;
    const double *expected = c->expected;
    if (got->type != WB_F32) {
        wb_error("%s is %s; only float32 can be compared with a tolerance", c->name,
                 wb_type_name(got->type));
        return false;
    }
    const float *values = got->data;
    size_t count = wb_array_count(got);
    tally t = begin_tally(got);
    for (size_t k = 0; k < count; k++)
        if (!close_enough((double)values[k], expected[k], c->absolute, c->relative))
            add_wrong(&t, got->data, k);
    if (t.wrong == 0) return true;
    if (c->first != NULL) *c->first = t.first;
    char place[160], value[48], wanted[48], more[64] = "";
    double allowed = c->absolute + c->relative * fabs(expected[t.first]);
    snprintf(wanted, sizeof wanted, "%.9g", expected[t.first]);
    if (isnan(expected[t.first])) snprintf(wanted, sizeof wanted, "NaN"); // it may have a sign
    if (!isnan(allowed)) snprintf(more, sizeof more, "\nallowed there: %.3g more or less", allowed);
    tell(&t, place_text(c->name, got, t.first, place, sizeof place), got,
         value_text(WB_F32, WB_BY_VALUE, got->data, t.first, value, sizeof value), wanted, false,
         more);
    return false;
}

bool wb_check_compare(const wb_comparison *c)
{
    if (told != NULL) told(c);
    return c->how == WB_CLOSE ? check_close(c) : check_exact(c);
}

bool wb_check_equal(const char *name, const wb_array *got, const void *expected)
{
    return wb_check_compare(&(wb_comparison){WB_BY_VALUE, name, got, expected, 0.0, 0.0, NULL});
}

bool wb_check_bits(const char *name, const wb_array *got, const void *expected)
{
    return wb_check_compare(&(wb_comparison){WB_BY_BITS, name, got, expected, 0.0, 0.0, NULL});
}

bool wb_check_pixels(const char *name, const wb_array *got, const void *expected)
{
    return wb_check_compare(&(wb_comparison){WB_AS_PIXELS, name, got, expected, 0.0, 0.0, NULL});
}

bool wb_check_close(const char *name, const wb_array *got, const double *expected, double absolute,
                    double relative)
{
    return wb_check_compare(
        &(wb_comparison){WB_CLOSE, name, got, expected, absolute, relative, NULL});
}
