/* What the two parts of the loader that decode arithmetic share. */
#ifndef WB_MACHINE_VALUES_H
#define WB_MACHINE_VALUES_H

#include "machine/load.h"

typedef struct wb_operand {
    uint32_t row, words;
    wb_type_kind scalar; // what it consists of
} wb_operand;

/* The value that a word of an instruction names, with at least `words` words; 0 takes what there
 * is. */
wb_operand wb_load_operand(wb_loader *l, const wb_words *w, uint32_t index, uint32_t words);
/* The instruction's result, in new rows. */
wb_operand wb_load_target(wb_loader *l, const wb_words *w);

/* Emits an operation; wb_load_make() puts its result into new rows, which it returns. */
void wb_load_put(wb_loader *l, int op, uint32_t count, uint32_t to, uint32_t a, uint32_t b,
                 uint32_t c);
uint32_t wb_load_make(wb_loader *l, int op, uint32_t count, uint32_t a, uint32_t b, uint32_t c);
/* The sum of the products of `count` numbers that lie step_a and step_b words apart, into `to`. */
void wb_load_dot(wb_loader *l, bool doubles, uint32_t count, uint32_t to, uint32_t a,
                 uint32_t step_a, uint32_t b, uint32_t step_b);

/* An instruction that is one operation for each component. */
typedef struct wb_simple {
    int opcode, operation, of_doubles, operands;
    int how; // WB_SWAPPED: b and a; WB_TO_SCALAR, WB_FROM_SCALAR: one side of it is no double
} wb_simple;
enum { WB_SWAPPED = 1, WB_TO_SCALAR = 2, WB_FROM_SCALAR = 4 };

const wb_simple *wb_load_find_simple(const wb_simple *list, size_t count, int opcode);
/* `first`: the word of its first operand. */
void wb_load_simple(wb_loader *l, const wb_words *w, const wb_simple *s, uint32_t first);

#endif
