#include "step/inspect.h"

#include "base/memory.h"
#include "base/message.h"
#include "gl/read_back.h"
#include "gl/texture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Elements ---- */

double wb_inspect_value(const wb_buffer *buffer, size_t index, uint32_t bits)
{
    int32_t i;
    float f;
    switch (wb_fields_type(buffer->fields, buffer->type, index)) {
    case WB_I32: memcpy(&i, &bits, sizeof i); return i;
    case WB_F32: memcpy(&f, &bits, sizeof f); return (double)f;
    default: return bits;
    }
}

static size_t element_count(const wb_buffer *buffer)
{
    return (size_t)buffer->size_bytes / 4;
}

// How many of `count` elements from `first` on the buffer has.
static size_t clip(const wb_buffer *buffer, size_t first, size_t count)
{
    size_t all = element_count(buffer), left = first < all ? all - first : 0;
    return count < left ? count : left;
}

// OpenGL 4.3 reads a whole level of a texture, or nothing.
static void read_words(const wb_buffer *buffer, size_t first, size_t count, uint32_t *words)
{
    if (buffer->target == GL_NONE) {
        wb_read_back(buffer->id, (int64_t)first * 4, (int64_t)count * 4, words);
        return;
    }
    uint32_t *all = wb_or_end(malloc((size_t)buffer->size_bytes));
    wb_texture_read(buffer, buffer->id, all);
    memcpy(words, all + first, count * sizeof *words);
    free(all);
}

// The whole buffer, to be freed; NULL, with a message, if memory is short.
static uint32_t *read_all(const wb_buffer *buffer)
{
    size_t count = element_count(buffer);
    uint32_t *words = malloc(count * sizeof *words + 1);
    if (words == NULL)
        wb_error("inspector: out of memory for buffer %s", buffer->name);
    else if (count > 0)
        read_words(buffer, 0, count, words);
    return words;
}

/* ---- What changed ---- */

typedef struct remembered_part {
    char buffer[64]; // its name
    size_t first, count;
    uint32_t *words;
} remembered_part;

static remembered_part remembered[WB_MAX_BUFFERS];
static int remembered_count;

static int find_remembered(const wb_buffer *buffer)
{
    for (int i = 0; i < remembered_count; i++)
        if (strncmp(buffer->name, remembered[i].buffer, sizeof remembered[i].buffer - 1) == 0)
            return i;
    return -1;
}

static void forget(int index)
{
    if (index < 0) return;
    free(remembered[index].words);
    remembered[index] = remembered[--remembered_count];
}

void wb_inspect_remember(const wb_buffer *buffer, size_t first, size_t count)
{
    while (buffer == NULL && remembered_count > 0) forget(0);
    if (buffer == NULL) return;
    forget(find_remembered(buffer));
    count = clip(buffer, first, count);
    if (count == 0 || remembered_count == WB_MAX_BUFFERS) return;
    uint32_t *words = malloc(count * sizeof *words);
    if (words == NULL) return; // then nothing shows as changed
    read_words(buffer, first, count, words);
    remembered_part *part = &remembered[remembered_count++];
    *part = (remembered_part){.first = first, .count = count, .words = words};
    strncpy(part->buffer, buffer->name, sizeof part->buffer - 1);
}

// Whether the element differs from the copy of its buffer, which is NULL if there is none.
static bool has_changed(const remembered_part *part, size_t index, uint32_t bits)
{
    return part != NULL && index >= part->first && index - part->first < part->count &&
           part->words[index - part->first] != bits;
}

size_t wb_inspect_read(const wb_buffer *buffer, size_t first, size_t count, double *values,
                       bool *changed)
{
    count = clip(buffer, first, count);
    wb_inspect_table line = {first, count, 1, 1, 0};
    if (count > 0) wb_inspect_read_table(buffer, &line, values, changed);
    return count;
}

// A row of the table; `words` begin with its first element.
static void take_row(const wb_buffer *buffer, const wb_inspect_table *t, size_t first,
                     const uint32_t *words, double *values, bool *changed)
{
    int known = changed != NULL ? find_remembered(buffer) : -1;
    const remembered_part *before = known >= 0 ? &remembered[known] : NULL;
    for (size_t c = 0; c < t->columns; c++) {
        size_t step = c * t->column_step;
        values[c] = wb_inspect_value(buffer, first + step, words[step]);
        if (changed != NULL) changed[c] = has_changed(before, first + step, words[step]);
    }
}

void wb_inspect_read_table(const wb_buffer *buffer, const wb_inspect_table *t, double *values,
                           bool *changed)
{
    bool at_once = buffer->target != GL_NONE;
    size_t row_words = (t->columns - 1) * t->column_step + 1;
    size_t all_words = (t->rows - 1) * t->row_step + row_words;
    uint32_t *words = wb_or_end(malloc((at_once ? all_words : row_words) * sizeof *words));
    if (at_once) read_words(buffer, t->first, all_words, words);
    for (size_t r = 0; r < t->rows; r++) {
        size_t from = r * t->row_step;
        if (!at_once) read_words(buffer, t->first + from, row_words, words);
        take_row(buffer, t, t->first + from, words + (at_once ? from : 0), values + r * t->columns,
                 changed != NULL ? changed + r * t->columns : NULL);
    }
    free(words);
}

/* ---- Statistics ---- */

// Every `stride`-th number from `first` on.
typedef struct numbers {
    size_t first, stride;
} numbers;

// All but the histogram.
static void find_range(const wb_buffer *buffer, const uint32_t *words, numbers those,
                       wb_inspect_statistics *s)
{
    double sum = 0.0;
    *s = (wb_inspect_statistics){.minimum = NAN, .maximum = NAN};
    for (size_t i = those.first; i < element_count(buffer); i += those.stride) {
        double value = wb_inspect_value(buffer, i, words[i]);
        s->count++;
        if (isnan(value)) s->nan_count++;
        if (isinf(value)) s->infinite_count++;
        if (!isfinite(value)) continue;
        s->minimum = fmin(s->minimum, value); // fmin() and fmax() prefer a number to NaN
        s->maximum = fmax(s->maximum, value);
        sum += value;
    }
    s->mean = sum / (double)(s->count - s->nan_count - s->infinite_count);
}

static void count_bins(const wb_buffer *buffer, const uint32_t *words, numbers those,
                       wb_inspect_statistics *s)
{
    double range = s->maximum - s->minimum;
    for (size_t i = those.first; i < element_count(buffer); i += those.stride) {
        double value = wb_inspect_value(buffer, i, words[i]);
        if (!isfinite(value)) continue;
        int bin = range > 0.0 ? (int)((value - s->minimum) / range * WB_INSPECT_BINS) : 0;
        s->histogram[bin < WB_INSPECT_BINS ? bin : WB_INSPECT_BINS - 1]++;
    }
}

bool wb_inspect_statistics_of(const wb_buffer *buffer, int column,
                              wb_inspect_statistics *statistics)
{
    uint32_t *words = read_all(buffer);
    if (words == NULL) return false;
    numbers those = {0, wb_texture_channels(buffer)};
    if (those.stride > 1) those.first = (size_t)column;
    if (buffer->fields != NULL)
        those = (numbers){(size_t)column, (size_t)wb_fields_width(buffer->fields)};
    find_range(buffer, words, those, statistics);
    count_bins(buffer, words, those, statistics);
    free(words);
    return true;
}

/* ---- What is wrong ---- */

bool wb_inspect_compare(const wb_buffer *buffer, const void *expected, size_t first, size_t count,
                        bool *wrong, long long *first_wrong, size_t *wrong_count)
{
    const uint32_t *right = expected;
    uint32_t *got = read_all(buffer);
    *first_wrong = -1;
    *wrong_count = 0;
    if (wrong != NULL) memset(wrong, 0, count * sizeof *wrong);
    for (size_t i = 0; got != NULL && i < element_count(buffer); i++) {
        // NaN equals nothing
        if (wb_inspect_value(buffer, i, got[i]) == wb_inspect_value(buffer, i, right[i])) continue;
        if (*first_wrong < 0) *first_wrong = (long long)i;
        ++*wrong_count;
        if (wrong != NULL && i >= first && i - first < count) wrong[i - first] = true;
    }
    bool good = got != NULL;
    free(got);
    return good;
}
