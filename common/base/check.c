#include "base/check.h"

#include "base/message.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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
    for (int d = 0; d < in_brackets; d++) {
        size_t length = strlen(text);
        snprintf(text + length, size - length, "[%zu]", place[d]);
    }
    if (array->fields != NULL) {
        char label[64];
        size_t length = strlen(text);
        snprintf(text + length, size - length, ".%s",
                 wb_fields_label(array->fields, (int)place[in_brackets], label, sizeof label));
    }
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

static const char *value_text(wb_type type, const void *data, size_t k, char *text, size_t size)
{
    switch (type) {
    case WB_U32: snprintf(text, size, "%u", ((const uint32_t *)data)[k]); break;
    case WB_I32: snprintf(text, size, "%d", ((const int32_t *)data)[k]); break;
    case WB_F32: snprintf(text, size, "%.9g", (double)((const float *)data)[k]); break;
    }
    return text;
}

bool wb_check_equal(const char *name, const wb_array *got, const void *expected)
{
    size_t count = wb_array_count(got), wrong = 0, first = 0;
    for (size_t k = 0; k < count; k++) {
        if (equal(wb_fields_type(got->fields, got->type, k), got->data, expected, k)) continue;
        if (wrong++ == 0) first = k;
    }
    if (wrong == 0) return true;
    char place[160], value[32], wanted[32];
    wb_type type = wb_fields_type(got->fields, got->type, first);
    wb_error("%s: got %s, expected %s; %zu of %zu are wrong",
             place_text(name, got, first, place, sizeof place),
             value_text(type, got->data, first, value, sizeof value),
             value_text(type, expected, first, wanted, sizeof wanted), wrong, count);
    return false;
}

static bool close_enough(double got, double expected, double absolute, double relative)
{
    // An infinite `expected` would make the allowed difference infinite, and every number pass.
    if (isinf(expected)) return got == expected;
    return fabs(got - expected) <= absolute + relative * fabs(expected);
}

bool wb_check_close(const char *name, const wb_array *got, const double *expected, double absolute,
                    double relative)
{
    if (got->type != WB_F32) {
        wb_error("%s is %s; only float32 can be compared with a tolerance", name,
                 wb_type_name(got->type));
        return false;
    }
    const float *values = got->data;
    size_t count = wb_array_count(got), wrong = 0, first = 0;
    for (size_t k = 0; k < count; k++) {
        if (close_enough((double)values[k], expected[k], absolute, relative)) continue;
        if (wrong++ == 0) first = k;
    }
    if (wrong == 0) return true;
    char place[160];
    wb_error("%s: got %.9g, expected %.9g; %zu of %zu are wrong\n"
             "allowed difference: %g + %g x |expected|",
             place_text(name, got, first, place, sizeof place), (double)values[first],
             expected[first], wrong, count, absolute, relative);
    return false;
}
