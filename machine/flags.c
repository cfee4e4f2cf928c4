/* What is undefined, and what depends on the order in which lanes run, goes from operands to
 * results as bits, 256 lanes at once. */
#include "machine/machine_state.h"

static wb_flags either(const wb_flags *a, const wb_flags *b)
{
    wb_flags f;
    for (int i = 0; i < 8; i++) f.bits[i] = a->bits[i] | b->bits[i];
    return f;
}

static bool any(const wb_flags *f)
{
    uint64_t all = 0;
    for (int i = 0; i < 8; i++) all |= f->bits[i];
    return all != 0;
}

static bool get(const wb_flags *f, uint32_t lane, int word)
{
    return (f->bits[(lane >> 6) + (uint32_t)word] >> (lane & 63) & 1) != 0;
}

// Only the value that is chosen counts.
static wb_flags of_select(const wb_team *team, const wb_instruction *i, uint32_t k)
{
    const wb_flags *a = &team->flags[i->a + k], *b = &team->flags[i->b + k];
    const wb_flags *c = &team->flags[i->c + k];
    wb_flags f = *a, chosen = either(b, c);
    if (!any(&chosen)) return f;
    const uint32_t *condition = wb_row(team, i->a + k);
    for (uint32_t l = team->low; l < team->high; l++)
        for (int word = 0; word < 8; word += 4)
            if (get(condition[l] != 0 ? b : c, l, word))
                f.bits[(l >> 6) + (uint32_t)word] |= (uint64_t)1 << (l & 63);
    return f;
}

// false && x is false and 0 & x is 0, whatever x; and true || x is true.
static void clear_decided(const wb_team *team, const wb_instruction *i, uint32_t k, wb_flags *f)
{
    const uint32_t *a = wb_row(team, i->a + k), *b = wb_row(team, i->b + k);
    const wb_flags *of_a = &team->flags[i->a + k], *of_b = &team->flags[i->b + k];
    uint32_t decides = i->op == WbOpAnd ? 0 : i->sub != 0 ? 1 : UINT32_MAX;
    for (uint32_t l = team->low; l < team->high; l++)
        for (int word = 0; word < 8; word += 4)
            if ((a[l] == decides && !get(of_a, l, word)) ||
                (b[l] == decides && !get(of_b, l, word)))
                f->bits[(l >> 6) + (uint32_t)word] &= ~((uint64_t)1 << (l & 63));
}

// Each operand and the result are one word or two for each number.
static void propagate_double(wb_team *team, const wb_instruction *i, int operands)
{
    uint32_t from, to;
    wb_operation_rows(i->op, &from, &to);
    const uint32_t rows[3] = {i->a, i->b, i->c};
    for (uint32_t k = 0; k < i->count; k++) {
        wb_flags f = {{0}};
        for (int n = 0; n < operands; n++) {
            uint32_t words = i->op == WbOpDLdexp && n == 1 ? 1 : from;
            for (uint32_t w = 0; w < words; w++)
                f = either(&f, &team->flags[rows[n] + k * words + w]);
        }
        for (uint32_t w = 0; w < to; w++) wb_set_flags(team, i->result + k * to + w, &f);
    }
}

static void propagate_bit_field(wb_team *team, const wb_instruction *i)
{
    wb_flags f = either(&team->flags[i->a], &team->flags[i->b]);
    f = either(&f, &team->flags[i->c]);
    if (i->op == WbOpInsert) f = either(&f, &team->flags[team->machine->module->extra[i->extra]]);
    wb_set_flags(team, i->result, &f);
}

static void propagate_decided(wb_team *team, const wb_instruction *i)
{
    for (uint32_t k = 0; k < i->count; k++) {
        wb_flags f = either(&team->flags[i->a + k], &team->flags[i->b + k]);
        if (any(&f)) clear_decided(team, i, k, &f);
        wb_set_flags(team, i->result + k, &f);
    }
}

void wb_propagate_flags(wb_team *team, const wb_instruction *i, int operands)
{
    switch (i->op) {
    case WbOpSelect:
        for (uint32_t k = 0; k < i->count; k++) {
            wb_flags f = of_select(team, i, k);
            wb_set_flags(team, i->result + k, &f);
        }
        break;
    case WbOpAnd:
    case WbOpOr: propagate_decided(team, i); break;
    case WbOpUExtract:
    case WbOpSExtract:
    case WbOpInsert: propagate_bit_field(team, i); break;
    default: propagate_double(team, i, operands);
    }
}
