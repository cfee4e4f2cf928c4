#include "scene.h"

#include "lesson/lesson.h"

#include <stdlib.h>
#include <string.h>

static const uint32_t SIGN = UINT32_C(1) << 31;

uint32_t order_of(uint32_t bits, wb_type type)
{
    if (type == WB_U32) return bits;
    return type == WB_F32 && (bits & SIGN) != 0 ? ~bits : bits ^ SIGN;
}

uint32_t from_order(uint32_t order, wb_type type)
{
    if (type == WB_U32) return order;
    return type == WB_F32 && (order & SIGN) == 0 ? ~order : order ^ SIGN;
}

const char *input_name(input_kind kind)
{
    static const char *const names[] = {[INPUT_RANDOM] = "random",
                                        [INPUT_SORTED] = "sorted",
                                        [INPUT_REVERSED] = "reversed",
                                        [INPUT_EQUAL] = "equal",
                                        [INPUT_FEW] = "few different",
                                        [INPUT_ORGAN_PIPE] = "organ pipe",
                                        [INPUT_LARGEST] = "mostly largest",
                                        [INPUT_SPECIAL] = "special",
                                        [INPUT_ZEROS_AND_ONES] = "zero-or-one",
                                        [INPUT_TYPED] = "given"};
    return names[kind];
}

/* ---- Made here ---- */

// The place of key i in the order of all 2^32.
static uint32_t place_of(uint32_t i, uint32_t count, input_kind kind, wb_random *random)
{
    uint32_t step = UINT32_MAX / count; // i * step: from 0 to nearly the largest
    uint32_t from_nearer_end = i < count - 1 - i ? i : count - 1 - i;
    switch (kind) {
    case INPUT_SORTED: return i * step;
    case INPUT_REVERSED: return (count - 1 - i) * step;
    case INPUT_EQUAL: return UINT32_MAX / 2;
    case INPUT_FEW: return (wb_random_below(random, 4) * 2 + 1) << 29;
    case INPUT_ORGAN_PIPE: return from_nearer_end * step * 2;
    case INPUT_LARGEST: return wb_random_below(random, 3) > 0 ? UINT32_MAX : wb_random_u32(random);
    case INPUT_ZEROS_AND_ONES: return i / 16 >> i % 16 & 1;
    default: return wb_random_u32(random);
    }
}

// A float32 is always a number, or infinite: no NaN.
static uint32_t bits_of(uint32_t place, wb_type type)
{
    const uint32_t minus_infinity = 0x007FFFFF, infinity = 0xFF800000; // places in the order
    if (type == WB_F32 && place < minus_infinity) place = minus_infinity;
    if (type == WB_F32 && place > infinity) place = infinity;
    return from_order(place, type);
}

// Every second key is one that comparisons get wrong: bits that as float32 are 0, -0, infinite or
// NaN of either sign, and as integers the ends of their ranges.
static uint32_t special_bits(wb_random *random, wb_type type)
{
    static const uint32_t bits[] = {0x00000000, 0x80000000, 0x7F800000, 0xFF800000,
                                    0x7FC00000, 0xFFC00000, 0x7F800001, 0xFFFFFFFF,
                                    0x7FFFFFFF, 0x3F800000, 0xBF800000, 0x3F800001};
    uint32_t which = wb_random_below(random, 24);
    return which < 12 ? bits[which] : bits_of(wb_random_u32(random), type);
}

// The number as a key of the type.
static uint32_t typed_bits(int number, wb_type type)
{
    float as_float = (float)number;
    uint32_t bits = (uint32_t)number;
    if (type == WB_F32) memcpy(&bits, &as_float, sizeof bits);
    return bits;
}

static void make_keys(input_pairs *input, input_kind kind, uint64_t seed)
{
    wb_random random = wb_random_seed(seed);
    for (uint32_t i = 0; i < input->count && kind == INPUT_TYPED; i++)
        input->keys[i] = typed_bits(input->typed.numbers[i], input->type);
    for (uint32_t i = 0; i < input->count && kind != INPUT_TYPED; i++)
        input->keys[i] = kind == INPUT_SPECIAL
                             ? special_bits(&random, input->type)
                             : bits_of(place_of(i, input->count, kind, &random), input->type);
}

/* ---- From files ---- */

// What is not one row of numbers is refused when it is loaded into its buffer, with a message.
static bool is_row(const wb_array *array)
{
    return array->dimensions == 1 && array->shape[0] > 0 && array->shape[0] <= UINT32_MAX / 2;
}

bool input_find(input_pairs *input, uint32_t count, wb_type type)
{
    bool given;
    wb_array file = {.type = type};
    *input = (input_pairs){.count = count, .type = type};
    if (!wb_load_shape("keys", &file, &given)) return !given;
    input->is_from_file = is_row(&file);
    bool is_line = file.dimensions == 2 && file.shape[0] == 1; // refused: asked for as a column
    if (is_line && file.shape[1] <= UINT32_MAX / 2) input->count = (uint32_t)file.shape[1];
    if (!input->is_from_file) return true;
    input->count = (uint32_t)file.shape[0];
    input->type = file.type;
    return true;
}

// Copies the file that --load gives for the buffer, if it has as many numbers.
static bool load(const char *buffer, uint32_t *words, const input_pairs *input, wb_type type)
{
    bool given;
    wb_array file = {.type = type};
    if (!wb_load_array(buffer, &file, &given)) return !given;
    if (is_row(&file) && file.shape[0] == input->count)
        memcpy(words, file.data, (size_t)input->count * 4);
    free(file.data);
    return true;
}

/* ---- Either ---- */

static void find_range(input_pairs *input)
{
    input->low = UINT32_MAX;
    input->high = 0;
    for (uint32_t i = 0; i < input->count; i++) {
        uint32_t order = order_of(input->keys[i], input->type);
        if (order < input->low) input->low = order;
        if (order > input->high) input->high = order;
    }
}

bool input_make(input_pairs *input, uint32_t room, input_kind kind, uint64_t seed)
{
    input->room = room;
    input->kind = kind;
    input->keys = malloc((size_t)room * 4);
    input->values = malloc((size_t)room * 4);
    if (input->keys == NULL || input->values == NULL) {
        wb_error("there is no memory for %u pairs", room);
        return false;
    }
    memset(input->keys + input->count, 0xFF, (size_t)(room - input->count) * 4);
    memset(input->values + input->count, 0xFF, (size_t)(room - input->count) * 4);
    for (uint32_t i = 0; i < input->count; i++) input->values[i] = i;
    if (!input->is_from_file) make_keys(input, kind, seed);
    if (!load("keys", input->keys, input, input->type)) return false;
    if (!load("values", input->values, input, WB_U32)) return false;
    find_range(input);
    return true;
}

void input_free(input_pairs *input)
{
    free(input->keys);
    free(input->values);
    *input = (input_pairs){0};
}
