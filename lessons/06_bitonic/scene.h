/* The pairs that are sorted: from files, or made here. */
#ifndef BITONIC_SCENE_H
#define BITONIC_SCENE_H

#include "base/array.h"
#include "lesson/lesson.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum input_kind {
    INPUT_RANDOM,
    INPUT_SORTED,
    INPUT_REVERSED,
    INPUT_EQUAL,          // one key for all
    INPUT_FEW,            // four different keys
    INPUT_ORGAN_PIPE,     // up and down again
    INPUT_LARGEST,        // two of three are the largest key of all
    INPUT_SPECIAL,        // the ends of the type's range, now and then; of float32 also NaN and -0
    INPUT_ZEROS_AND_ONES, // key 16 r + b is bit b of r: all inputs that a network of 16 can have
    INPUT_TYPED,          // by a person
} input_kind;

/* The bits of a key as the uint32 that has the same place in the order, and back, as in
 * shaders/06_bitonic/order.glsl. */
uint32_t order_of(uint32_t bits, wb_type type);
uint32_t from_order(uint32_t order, wb_type type);

/* "random", "sorted", ... */
const char *input_name(input_kind kind);

/* Keys as their bits, and values; `room` of each. Those behind `count` are all ones. */
typedef struct input_pairs {
    wb_type type; // of the keys
    uint32_t count, room;
    uint32_t *keys, *values;
    input_kind kind;    // if not from a file
    uint32_t low, high; // the smallest and the largest key, as order_of()
    bool is_from_file;
    wb_typed typed;
} input_pairs;

/* How many keys there are and of what type, before any is read: what --load says, or else `count`
 * and `type`. False, with a message, for a file that cannot be read. */
bool input_find(input_pairs *input, uint32_t count, wb_type type);

/* The keys of --load, or such as `kind` says, and the values of --load, or 0, 1, 2, ... Random
 * float32 come from all bit patterns but those of NaN: tiny and huge numbers. False, with a
 * message, on failure. */
bool input_make(input_pairs *input, uint32_t room, input_kind kind, uint64_t seed);

/* Does nothing to a zeroed one. */
void input_free(input_pairs *input);

#endif
