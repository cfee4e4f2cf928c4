/* Sorting on the CPU: the oracle, and the two peers that the GPU is measured against. */
#ifndef BITONIC_SORTING_H
#define BITONIC_SORTING_H

#include "base/array.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct sort_pair {
    uint32_t key, value;
} sort_pair;

/* The bits of a key as the uint32 that has the same place in the order, and back, as in
 * shaders/06_bitonic/order.glsl. */
uint32_t sorting_order(uint32_t bits, wb_type type);
uint32_t sorting_from_order(uint32_t order, wb_type type);

/* Ascending by key, then by value, with the C library's qsort(). */
void sorting_qsort(sort_pair *pairs, size_t count);

/* Ascending by key, and stable: a radix sort by digits of eight bits, all of which are counted in
 * one reading. `scratch` has room for as many pairs. */
void sorting_radix(sort_pair *pairs, sort_pair *scratch, size_t count);

typedef struct sorting_rule {
    wb_type type;    // of the keys
    bool descending; // the largest first
    bool by_value;   // equal keys in the order of their values; if not, in that in which they stood
} sorting_rule;

/* The oracle, slow and plain: sorts `count` pairs from the first two arrays into the last two.
 * False, with a message, if memory is short. */
bool sorting_expect(const uint32_t *keys, const uint32_t *values, uint32_t *sorted_keys,
                    uint32_t *sorted_values, size_t count, sorting_rule rule);

#endif
