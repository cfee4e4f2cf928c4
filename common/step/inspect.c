#include "step/inspect.h"

#include "base/message.h"
#include "gl/read_back.h"

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

static void read_words(const wb_buffer *buffer, size_t first, size_t count, uint32_t *words)
{
    wb_read_back(buffer->id, (int64_t)first * 4, (int64_t)count * 4, words);
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
    enum { PART = 1024 };
    uint32_t words[PART];
    int known = find_remembered(buffer);
    const remembered_part *before = known >= 0 ? &remembered[known] : NULL;
    count = clip(buffer, first, count);
    for (size_t done = 0; done < count; done += PART) {
        size_t part = count - done < PART ? count - done : PART;
        read_words(buffer, first + done, part, words);
        for (size_t i = 0; i < part; i++) {
            values[done + i] = wb_inspect_value(buffer, first + done + i, words[i]);
            if (changed != NULL)
                changed[done + i] = has_changed(before, first + done + i, words[i]);
        }
    }
    return count;
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
    numbers those = {0, 1};
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
