#include "sorting.h"

#include "base/message.h"

#include <stdlib.h>
#include <string.h>

static const uint32_t SIGN = UINT32_C(1) << 31;

uint32_t sorting_order(uint32_t bits, wb_type type)
{
    if (type == WB_U32) return bits;
    return type == WB_F32 && (bits & SIGN) != 0 ? ~bits : bits ^ SIGN;
}

uint32_t sorting_from_order(uint32_t order, wb_type type)
{
    if (type == WB_U32) return order;
    return type == WB_F32 && (order & SIGN) == 0 ? ~order : order ^ SIGN;
}

/* ---- The peers ---- */

static int compare_pairs(const void *a, const void *b)
{
    const sort_pair *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return (x->value > y->value) - (x->value < y->value);
}

void sorting_qsort(sort_pair *pairs, size_t count)
{
    qsort(pairs, count, sizeof *pairs, compare_pairs);
}

enum { DIGITS = 4, RADIX = 256 };

static uint32_t digit_of(uint32_t key, int digit)
{
    return key >> 8 * digit & (RADIX - 1);
}

void sorting_radix(sort_pair *pairs, sort_pair *scratch, size_t count)
{
    size_t places[DIGITS][RADIX] = {0};
    for (size_t i = 0; i < count; i++)
        for (int d = 0; d < DIGITS; d++) places[d][digit_of(pairs[i].key, d)]++;
    for (int d = 0; d < DIGITS; d++) {
        size_t sum = 0;
        for (int r = 0; r < RADIX; r++) {
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

/* ---- The oracle ---- */

typedef struct ranked_pair {
    uint32_t order, second; // what decides, and what decides between equals
    uint32_t key, value;
} ranked_pair;

static int compare_ranked(const void *a, const void *b)
{
    const ranked_pair *x = a, *y = b;
    if (x->order != y->order) return x->order < y->order ? -1 : 1;
    return (x->second > y->second) - (x->second < y->second);
}

bool sorting_expect(const uint32_t *keys, const uint32_t *values, uint32_t *sorted_keys,
                    uint32_t *sorted_values, size_t count, sorting_rule rule)
{
    ranked_pair *ranked = malloc(count * sizeof *ranked);
    if (ranked == NULL) {
        wb_error("no memory to sort %zu pairs on the CPU", count);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t order = sorting_order(keys[i], rule.type);
        ranked[i] = (ranked_pair){.order = rule.descending ? ~order : order,
                                  .second = rule.by_value ? values[i] : (uint32_t)i,
                                  .key = keys[i],
                                  .value = values[i]};
    }
    qsort(ranked, count, sizeof *ranked, compare_ranked);
    for (size_t i = 0; i < count; i++) {
        sorted_keys[i] = ranked[i].key;
        sorted_values[i] = ranked[i].value;
    }
    free(ranked);
    return true;
}
