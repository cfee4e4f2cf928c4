// The peers: the same sorts on one core of the CPU, and then to the GPU.
#include "parts.h"

#include <stdlib.h>

static int compare_pairs(const void *a, const void *b)
{
    const sort_pair *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return (x->value > y->value) - (x->value < y->value);
}

// Ascending by key, then by value.
static void sort_by_comparing(sort_pair *pairs, size_t count)
{
    qsort(pairs, count, sizeof *pairs, compare_pairs);
}

enum { DIGITS = 4, DIGIT_VALUES = 256 };

static uint32_t digit_of(uint32_t key, int digit)
{
    return key >> 8 * digit & (DIGIT_VALUES - 1);
}

// Ascending by key, and stable: by digits of eight bits, all of which are counted in one reading.
static void sort_by_digits(sort_pair *pairs, sort_pair *scratch, size_t count)
{
    size_t places[DIGITS][DIGIT_VALUES] = {0};
    for (size_t i = 0; i < count; i++)
        for (int d = 0; d < DIGITS; d++) places[d][digit_of(pairs[i].key, d)]++;
    for (int d = 0; d < DIGITS; d++) {
        size_t sum = 0;
        for (int r = 0; r < DIGIT_VALUES; r++) {
            size_t here = places[d][r];
            places[d][r] = sum;
            sum += here;
        }
    }
    for (int d = 0; d < DIGITS; d++) { // an even number: ends in `pairs`
        for (size_t i = 0; i < count; i++)
            scratch[places[d][digit_of(pairs[i].key, d)]++] = pairs[i];
        sort_pair *swapped = pairs;
        pairs = scratch;
        scratch = swapped;
    }
}

void step_cpu(void)
{
    const input_pairs *given = &bitonic.given;
    sort_pair *pairs = bitonic.cpu_pairs, *spare = pairs + given->count;
    wb_pass_begin("sort on the CPU");
    for (uint32_t i = 0; i < given->count; i++)
        pairs[i] = (sort_pair){order_of(given->keys[i], given->type), given->values[i]};
    if (wb_variant_index() == CPU_QSORT)
        sort_by_comparing(pairs, given->count);
    else
        sort_by_digits(pairs, spare, given->count);
    uint32_t *keys = (uint32_t *)spare, *values = keys + given->count;
    for (uint32_t i = 0; i < given->count; i++) {
        keys[i] = from_order(pairs[i].key, given->type);
        values[i] = pairs[i].value;
    }
    // What commands write needs no barrier.
    glBindBuffer(GL_COPY_WRITE_BUFFER, bitonic.sorted_keys.id);
    glBufferSubData(GL_COPY_WRITE_BUFFER, 0, bitonic.sorted_keys.size_bytes, keys);
    glBindBuffer(GL_COPY_WRITE_BUFFER, bitonic.sorted_values.id);
    glBufferSubData(GL_COPY_WRITE_BUFFER, 0, bitonic.sorted_values.size_bytes, values);
    wb_pass_end();
    bitonic.passes_done = 1;
}
