/* How far a float may be from what the machine computed, where GLSL leaves the precision open.
 *
 * Beside each row stands a bound for each lane, beside each word of memory another. An operation
 * widens them twice: by what its operands' bounds make of its result (it is carried out again with
 * the operands at the ends of their ranges), and by its own freedom, which is that of GLSL 4.30,
 * 4.7.1: correctly rounded +, - and *; 2.5 ulp for a division; 3 + 2 |x| for exp(); and so on. What
 * GLSL defines by an equation (dot(), mix()) may be computed in any order, and so may a long sum
 * that is not `precise` ("Terms"). For what GLSL names no precision (sin(), atan()) Vulkan's table
 * stands in.
 * Where a bound decides about a whole number or a branch, the rest is open: any value.
 *
 * This is slow, and runs only to understand a disagreement with a driver. */
#include "machine/freedom.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    TEMPORARY = 3 * 2 + 3
}; // rows: three operands and a result, each of two words; a sample's level
enum { IS_FLOAT = 0x80000000u };
#define ULP 0x1p-23   // of a float, at the most, as a share of its value
#define ULP_D 0x1p-52 // of a double
#define SMALLEST 0x1p-126

/* ---- Rows ---- */

static wb_open *open_row(const wb_team *team, uint32_t row)
{
    return team->open + (size_t)row * team->width;
}

static bool is_open(const wb_open *o)
{
    return o->bound != 0;
}

// Whether one of the lanes that run has a bound there.
static bool any_open(const wb_team *team, uint32_t row)
{
    const wb_open *o = open_row(team, row);
    float sum = 0;
    for (uint32_t l = team->low; l < team->high; l++)
        sum += team->mask[l] != 0 && is_open(&o[l]) ? 1 : 0;
    return sum != 0;
}

static wb_terms *terms_row(const wb_team *team, uint32_t row)
{
    return team->terms + (size_t)row * team->width;
}

static void copy_open(wb_team *team, uint32_t to, uint32_t from)
{
    for (uint32_t l = team->low; l < team->high; l++) {
        if (team->mask[l] == 0) continue;
        open_row(team, to)[l] = open_row(team, from)[l];
        if (team->terms != NULL) terms_row(team, to)[l] = terms_row(team, from)[l];
    }
}

static void clear_open(wb_team *team, uint32_t row, bool is_float)
{
    wb_open *d = open_row(team, row);
    for (uint32_t l = team->low; l < team->high; l++)
        if (team->mask[l] != 0) d[l] = (wb_open){0, is_float ? IS_FLOAT : 0};
}

static uint32_t number_of(const wb_team *team, const wb_instruction *i)
{
    return (uint32_t)(i - team->machine->module->code) + 1;
}

bool wb_freedom_create_team(wb_team *team)
{
    size_t rows = (size_t)team->machine->module->row_count + 1;
    team->open = calloc(rows * team->width, sizeof *team->open);
    bool reorders = team->machine->options.freedom->reorders;
    if (reorders) team->terms = calloc(rows * team->width, sizeof *team->terms);
    return team->open != NULL && (team->terms != NULL || !reorders);
}

uint32_t wb_freedom_extra_rows(const wb_machine *machine)
{
    return machine->options.freedom != NULL ? TEMPORARY : 0;
}

/* ---- What operations take and give ---- */

typedef struct kinds {
    char in[3], out; // 'f', 'd', or 'i' for whole numbers and bools
} kinds;

static kinds kinds_of(int op)
{
    kinds k = {{'i', 'i', 'i'}, 'i'};
    bool floats = (op >= WbOpFAdd && op <= WbOpIsInf) || (op >= WbOpSqrt && op <= WbOpInvert);
    bool to_words = op == WbOpFloatToUint || op == WbOpFloatToInt || op == WbOpPackHalf ||
                    op == WbOpPackSnorm16 || op == WbOpPackUnorm16 || op == WbOpToSnorm8 ||
                    op == WbOpToUnorm8 || op == WbOpFrexpExponent ||
                    (op >= WbOpFEqual && op <= WbOpIsInf);
    bool from_words = op == WbOpIntToFloat || op == WbOpUintToFloat || op == WbOpFromSnorm8 ||
                      op == WbOpFromUnorm8 ||
                      (op >= WbOpUnpackHalfLow && op <= WbOpUnpackUnorm16High);
    if (op >= WbOpUnpackSnorm16Low && op <= WbOpUnpackUnorm16High) from_words = true;
    if (floats || to_words) memset(k.in, 'f', 3);
    if ((floats && !to_words) || from_words) k.out = 'f';
    if (op == WbOpLdexp) k.in[1] = 'i';
    if (op < WbOpDAdd || op > WbOpUintToDouble) return k;
    memset(k.in, op == WbOpFloatToDouble ? 'f' : op > WbOpFloatToDouble ? 'i' : 'd', 3);
    k.out = op >= WbOpDEqual && op <= WbOpDFrexpExponent ? 'i' : 'd';
    if (op == WbOpDoubleToFloat) k.out = 'f';
    if (op == WbOpDLdexp) k.in[1] = 'i';
    return k;
}

static uint32_t words_of(char kind)
{
    return kind == 'd' ? 2 : 1;
}

static double get(const wb_team *team, uint32_t row, uint32_t lane, char kind)
{
    uint32_t words[2] = {wb_row(team, row)[lane], 0};
    float f;
    double d;
    memcpy(&f, words, sizeof f);
    if (kind == 'f') return (double)f;
    if (kind == 'i') return words[0];
    words[1] = wb_row(team, row + 1)[lane];
    memcpy(&d, words, sizeof d);
    return d;
}

static void put(const wb_team *team, uint32_t row, uint32_t lane, char kind, double value)
{
    float f = (float)value;
    uint32_t words[2];
    memcpy(words, kind == 'd' ? (void *)&value : (void *)&f, kind == 'd' ? 8 : 4);
    for (uint32_t w = 0; w < words_of(kind); w++) wb_row(team, row + w)[lane] = words[w];
}

/* ---- The freedom of one operation ---- */

// sin() and cos(): Vulkan promises 2^-11 within pi, and nothing beyond. There, the rest of a
// division by 2 pi in floats.
static double wave(double x)
{
    return fmin(2, 0x1p-11 + (fabs(x) > 3.1416 ? fabs(x) * 0x1p-20 : 0));
}

static double logarithm(double x, double r)
{
    return x >= 0.5 && x <= 2 ? 0x1p-21 : 3 * ULP * fabs(r);
}

static double power(double x, double y, double r)
{
    double z = y * log2(x), dz = fabs(y) * logarithm(x, log2(x)) + ULP * fabs(z);
    return fabs(r) * ((3 + 2 * fabs(z)) * ULP + 0.7 * dz);
}

// Whether a whole number may come out one more or less: f is to be rounded to it.
static double rounded(double f)
{
    double part = f - floor(f);
    return fabs(part - 0.5) < 1e-3 ? INFINITY : 0;
}

static bool is_half(double f)
{
    double least = fabs(f) < 0x1p-14 ? 0x1p-24 : ldexp(1, ilogb(f) - 10);
    return f == 0 || (fabs(f) < 65520 && fmod(f, least) == 0);
}

static double function_freedom(const wb_float_rules *rules, int op, double a, double b, double c,
                               double r)
{
    double size = fabs(r) * ULP;
    switch (op) {
    case WbOpSin:
    case WbOpCos: return wave(a);
    case WbOpTan: return wave(a) * (1 + fabs(r)) / fabs(cos(a));
    case WbOpAsin:
    case WbOpAcos: return 4096 * ULP * fmax(1, fabs(r));
    case WbOpAtan:
    case WbOpAtan2: return 4096 * size;
    case WbOpSinh:
    case WbOpCosh: return (3 + 2 * fabs(a)) * ULP * cosh(a) + size;
    case WbOpTanh: return (8 + 4 * fabs(a)) * ULP;
    case WbOpAsinh: return 0x1p-20 + ULP * (fabs(a) + 1) / (a + sqrt(a * a + 1));
    case WbOpAcosh: return 0x1p-20 + 2 * ULP * a * a / fmax(sqrt(a * a - 1), 1e-4);
    case WbOpAtanh: return 0x1p-20 + 4 * ULP / (1 - fabs(a)) + 4 * size;
    case WbOpExp:
    case WbOpExp2: return (3 + 2 * fabs(a)) * size;
    case WbOpLog:
    case WbOpLog2: return logarithm(a, r);
    case WbOpPow: return power(a, b, r);
    case WbOpInverseSqrt: return 2 * size;
    case WbOpSqrt: return rules->rough_sqrt ? 4.5 * size : 0;
    case WbOpInvert: return 2.5 * size;
    case WbOpSmoothStep:
        return 6 * ULP * (fabs(a) + fabs(b) + fabs(c)) / fmax(fabs(b - a), 1e-30) + 6 * ULP;
    case WbOpFromSnorm8:
    case WbOpFromUnorm8: return 2.5 * size;
    case WbOpIntToFloat:
    case WbOpUintToFloat:
    case WbOpDoubleToFloat: return size;
    case WbOpToUnorm8: return rounded(fmin(fmax(a, 0), 1) * 255);
    case WbOpToSnorm8: return rounded(fmin(fmax(a, -1), 1) * 127);
    case WbOpPackUnorm16: return rounded(a * 65535) + rounded(b * 65535);
    case WbOpPackSnorm16: return rounded(a * 32767) + rounded(b * 32767);
    case WbOpPackHalf: return is_half(a) && is_half(b) ? 0 : INFINITY; // rounded either way
    case WbOpDInverseSqrt: return 2 * ULP_D * fabs(r);
    case WbOpDInvert: return 2.5 * ULP_D * fabs(r);
    case WbOpDSqrt: return rules->rough_sqrt ? 4.5 * ULP_D * fabs(r) : 0;
    case WbOpDSmoothStep:
        return 6 * ULP_D * (fabs(a) + fabs(b) + fabs(c)) / fmax(fabs(b - a), 1e-300) + 6 * ULP_D;
    default:
        if (op >= WbOpUnpackSnorm16Low && op <= WbOpUnpackUnorm16High) return 2.5 * size;
        return 0;
    }
}

static double own_freedom(const wb_float_rules *rules, const wb_instruction *i, double a, double b,
                          double c, double r)
{
    bool loose = (i->mode & WB_LOOSE) != 0, fuses = rules->contracts && !(i->mode & WB_PRECISE);
    switch (i->op) {
    case WbOpFAdd:
    case WbOpFSub: return loose ? ULP * (fabs(a) + fabs(b)) : 0;
    case WbOpDAdd:
    case WbOpDSub: return loose ? ULP_D * (fabs(a) + fabs(b)) : 0;
    case WbOpFMul: return loose || fuses ? ULP * fabs(r) : 0;
    case WbOpDMul: return loose || fuses ? ULP_D * fabs(r) : 0;
    case WbOpFDiv: return loose || rules->rough_divide ? 2.5 * ULP * fabs(r) : 0;
    case WbOpDDiv: return loose || rules->rough_divide ? 2.5 * ULP_D * fabs(r) : 0;
    case WbOpFMod: { // a - b floor(a / b)
        double q = a / b, wide = 2.5 * ULP * fabs(q);
        bool turns = floor(q - wide) != floor(q + wide);
        return (turns ? fabs(b) : 0) + ULP * (fabs(a) + fabs(b * floor(q)));
    }
    default: return function_freedom(rules, i->op, a, b, c, r);
    }
}

// A driver may take a float that is too small for 0; such floats are counted in steps of 2^-149.
static double flushed(const wb_float_rules *rules, int op, double a, double b, double c, double r)
{
    double given[3] = {fabs(a), fabs(b), fabs(c)};
    bool small = fabs(r) > 0 && fabs(r) < SMALLEST;
    for (int n = 0; n < 3; n++) {
        bool is_small = given[n] > 0 && given[n] < SMALLEST;
        if (rules->flushes && is_small &&
            (op == WbOpFDiv || op == WbOpInverseSqrt || op == WbOpLog2 || op == WbOpLog))
            return INFINITY;
        small = small || is_small;
    }
    return small ? (rules->flushes ? fabs(r) + SMALLEST : 0x1p-148) : 0;
}

/* ---- Arithmetic ---- */

/* One component of an instruction: its operands' rows and kinds. */
typedef struct component {
    wb_team *team;
    wb_instruction i; // with count 1
    kinds k;
    int operands;
    uint32_t rows[3], result, temporary;
} component;

static void execute(const component *c, const uint32_t rows[3])
{
    wb_instruction i = c->i;
    i.a = rows[0];
    i.b = rows[1];
    i.c = rows[2];
    i.result = c->temporary + 6;
    wb_execute_of(i.op)(c->team, &i);
}

// Carries it out with the operands at the ends of their ranges, and notes how far the results are
// from the first one.
static void widen(const component *c, const double *first, double *far)
{
    wb_team *team = c->team;
    uint32_t rows[3] = {c->temporary, c->temporary + 2, c->temporary + 4};
    for (int ends = 0; ends < 1 << c->operands; ends++) {
        for (int n = 0; n < c->operands; n++) {
            const wb_open *o = open_row(team, c->rows[n]);
            char kind = c->k.in[n];
            for (uint32_t l = team->low; l < team->high; l++) {
                double by = (ends >> n & 1) != 0 ? (double)o[l].bound : -(double)o[l].bound;
                if (kind == 'i')
                    wb_row(team, rows[n])[l] = wb_row(team, c->rows[n])[l];
                else
                    put(team, rows[n], l, kind, get(team, c->rows[n], l, kind) + by);
            }
        }
        execute(c, rows);
        for (uint32_t l = team->low; l < team->high; l++) {
            double r = get(team, c->temporary + 6, l, c->k.out), d = fabs(r - first[l]);
            if (c->k.out == 'i') d = r != first[l] ? INFINITY : 0;
            if (isnan(d)) d = isnan(r) && isnan(first[l]) ? 0 : INFINITY;
            if (d > far[l]) far[l] = d;
        }
    }
}

/* ---- Terms ----
 *
 * What is not `precise` a compiler may add, or multiply, in any order, and it may make a (b + c) of
 * a b + a c. It looks through variables, functions and loops that it unrolls, but not through
 * memory. So beside each row stands how many terms it is the sum of, and how large they are without
 * their signs: in another order, as much may come in and go out again. And it may take a for
 * sqrt(a) sqrt(a), and for 1 / (1 / a). */

enum { MOST_FACTORS = sizeof(((wb_terms *)NULL)->factors) / sizeof(float) };
enum { MOST_TERMS = 64 }; // that a compiler reorders: loops that are longer stay loops

static bool is_sum(const wb_terms *t)
{
    return t->count > 0 && !t->is_product;
}

static bool is_product(const wb_terms *t)
{
    return t->count > 0 && t->is_product;
}

static bool share_factor(const wb_terms *a, const wb_terms *b)
{
    if (!is_product(a) || !is_product(b)) return false;
    for (int n = 0; n < MOST_FACTORS && n < a->count; n++)
        for (int k = 0; k < MOST_FACTORS && k < b->count; k++)
            if (fabsf(a->factors[n]) == fabsf(b->factors[k])) return true;
    return false;
}

static int add_counts(int a, int b)
{
    return a + b < MOST_TERMS ? a + b : MOST_TERMS;
}

static wb_terms sum_of(const wb_terms *a, double first, const wb_terms *b, double second)
{
    double size = is_sum(a) ? (double)a->size : fabs(first);
    size += is_sum(b) ? (double)b->size : fabs(second);
    int count = add_counts(is_sum(a) ? a->count : 1, is_sum(b) ? b->count : 1);
    if (share_factor(a, b)) count++; // two products that may become one
    return (wb_terms){.count = count, .size = size < 1e38 ? (float)size : INFINITY};
}

static void add_factors(wb_terms *to, const wb_terms *t, double value)
{
    wb_terms one = {.count = 1, .factors = {(float)value}};
    if (!is_product(t)) t = &one;
    for (int n = 0; n < MOST_FACTORS && n < t->count && to->count + n < MOST_FACTORS; n++)
        to->factors[to->count + n] = t->factors[n];
    to->count = add_counts(to->count, t->count);
}

static wb_terms product_of(const wb_terms *a, double first, const wb_terms *b, double second)
{
    wb_terms product = {.is_product = true};
    add_factors(&product, a, first);
    add_factors(&product, b, second);
    return product;
}

// How far the result may be from it, in another order. Of two terms there is but one.
static double disorder(const wb_terms *t, double ulp, double result)
{
    if (t->count < 3) return 0;
    return (t->count - 1) * ulp * (t->is_product ? fabs(result) : (double)t->size);
}

// How far it may be from it if two operations take each other back.
static double taken_back(int op, const wb_terms from[3], const double value[3])
{
    bool multiplies = op == WbOpFMul || op == WbOpDMul, divides = op == WbOpFDiv || op == WbOpDDiv;
    bool squares =
        multiplies && from[0].is_root && from[1].is_root && fabs(value[0]) == fabs(value[1]);
    return squares || (divides && from[1].is_inverse && value[0] == 1) ? 2 : 0;
}

static wb_terms terms_of(const component *c, const wb_terms from[3], const double value[3])
{
    switch (c->i.op) {
    case WbOpFNeg:
    case WbOpDNeg: return from[0];
    case WbOpFAdd:
    case WbOpDAdd:
    case WbOpFSub:
    case WbOpDSub: return sum_of(&from[0], value[0], &from[1], value[1]);
    case WbOpFMul:
    case WbOpDMul: return product_of(&from[0], value[0], &from[1], value[1]);
    case WbOpFma:
    case WbOpDFma: {
        wb_terms product = product_of(&from[0], value[0], &from[1], value[1]);
        return sum_of(&product, value[0] * value[1], &from[2], value[2]);
    }
    case WbOpSqrt:
    case WbOpDSqrt: return (wb_terms){.is_root = true};
    case WbOpFDiv:
    case WbOpDDiv: return (wb_terms){.is_inverse = value[0] == 1};
    default: return (wb_terms){0};
    }
}

// Notes the terms of a result; how much of their disorder its operands do not have yet.
static double reorder(const component *c, uint32_t lane, const double value[3], double result)
{
    wb_terms from[3] = {{0}};
    if (c->team->terms == NULL) return 0;
    for (int n = 0; n < c->operands; n++) from[n] = terms_row(c->team, c->rows[n])[lane];
    wb_terms *t = &terms_row(c->team, c->result)[lane];
    *t = (c->i.mode & WB_PRECISE) != 0 ? (wb_terms){0} : terms_of(c, from, value);
    double ulp = c->k.out == 'd' ? ULP_D : ULP, more = disorder(t, ulp, result);
    if ((c->i.mode & WB_PRECISE) == 0)
        more += taken_back(c->i.op, from, value) * ulp * fabs(result);
    for (int n = 0; n < c->operands; n++)
        if (from[n].is_product == t->is_product) more -= disorder(&from[n], ulp, result);
    return isnan(more) ? INFINITY : fmax(more, 0); // infinity less infinity
}

static bool compares(int op)
{
    return (op >= WbOpFEqual && op <= WbOpFUnordLessEqual) ||
           (op >= WbOpDEqual && op <= WbOpDLessEqual);
}

// A bound that is too large for a float is infinite; the others grow a little, by their rounding.
static void join_open(wb_open *to, double bound, uint32_t opener, bool is_float)
{
    float b = bound < 1e38 ? (float)bound * 1.0001f : INFINITY;
    *to = (wb_open){b, (b != 0 ? opener : 0) | (is_float ? IS_FLOAT : 0)};
}

static void set_bounds(const component *c, const double *first, const double *far, uint32_t number)
{
    wb_team *team = c->team;
    wb_open *d = open_row(team, c->result);
    for (uint32_t l = team->low; l < team->high; l++) {
        if (team->mask[l] == 0) continue;
        double value[3] = {0}, most = 0, sum = 0, bound = far[l];
        uint32_t opener = 0;
        bool any = false; // an operand that is no float
        for (int n = 0; n < c->operands; n++) {
            const wb_open *o = &open_row(team, c->rows[n])[l];
            value[n] = get(team, c->rows[n], l, c->k.in[n]);
            sum += (double)o->bound;
            any = any || (c->k.in[n] == 'i' && is_open(o));
            if ((double)o->bound > most) most = (double)o->bound, opener = o->opener & ~IS_FLOAT;
        }
        if (any || isinf(sum)) bound = INFINITY;
        if (compares(c->i.op) && sum > 0 && fabs(value[0] - value[1]) <= sum) bound = INFINITY;
        const wb_float_rules *rules = team->machine->options.freedom;
        double own = own_freedom(rules, &c->i, value[0], value[1], value[2], first[l]);
        if (c->k.in[0] == 'f' && c->k.out == 'f')
            own += flushed(rules, c->i.op, value[0], value[1], value[2], first[l]);
        own += reorder(c, l, value, first[l]);
        if (c->k.out != 'i' && isnan(first[l])) own = INFINITY; // no driver has to make a NaN
        if (isnan(own)) own = isnan(first[l]) ? 0 : INFINITY;
        if (own > bound || opener == 0) opener = number;
        join_open(&d[l], bound + own, opener, c->k.out != 'i');
    }
}

static void arithmetic(wb_team *team, const wb_instruction *i, int operands)
{
    double first[WB_TEAM_LANES], far[WB_TEAM_LANES];
    component c = {.team = team, .i = *i, .k = kinds_of(i->op), .operands = operands};
    const uint32_t rows[3] = {i->a, i->b, i->c};
    c.temporary = team->machine->module->row_count + 1;
    c.i.count = 1;
    for (uint32_t k = 0; k < i->count; k++) {
        bool any = false, whole = c.k.out == 'i';
        for (int n = 0; n < operands; n++) {
            c.rows[n] = rows[n] + k * words_of(c.k.in[n]);
            any = any || any_open(team, c.rows[n]);
            whole = whole && c.k.in[n] == 'i';
        }
        c.result = i->result + k * words_of(c.k.out);
        if (!any && whole) {
            clear_open(team, c.result, false);
            continue;
        }
        memset(first, 0, sizeof first);
        memset(far, 0, sizeof far);
        if (!whole) {
            execute(&c, c.rows);
            for (uint32_t l = team->low; l < team->high; l++)
                first[l] = get(team, c.temporary + 6, l, c.k.out);
            if (any) widen(&c, first, far);
        }
        set_bounds(&c, first, far, number_of(team, i));
    }
}

// For bit fields and the like: a result is open to any value if one of its operands is open at all.
static void all_or_nothing(wb_team *team, const wb_instruction *i, const uint32_t *rows, int count)
{
    for (uint32_t k = 0; k < i->count; k++)
        for (uint32_t l = team->low; l < team->high; l++) {
            wb_open o = {0};
            for (int n = 0; n < count && team->mask[l] != 0; n++) {
                const wb_open *in = &open_row(team, rows[n] + k)[l];
                if (is_open(in)) o = (wb_open){INFINITY, in->opener & ~IS_FLOAT};
            }
            if (team->mask[l] != 0) open_row(team, i->result + k)[l] = o;
        }
}

static void choose(wb_team *team, const wb_instruction *i)
{
    for (uint32_t k = 0; k < i->count; k++) {
        const wb_open *a = open_row(team, i->a + k), *b = open_row(team, i->b + k);
        const wb_open *c = open_row(team, i->c + k);
        const uint32_t *yes = wb_row(team, i->b + k), *no = wb_row(team, i->c + k);
        for (uint32_t l = team->low; l < team->high; l++) {
            if (team->mask[l] == 0) continue;
            wb_open o = wb_row(team, i->a + k)[l] != 0 ? b[l] : c[l];
            if (is_open(&a[l]) && yes[l] != no[l])
                o = (wb_open){INFINITY, (a[l].opener & ~IS_FLOAT) | (o.opener & IS_FLOAT)};
            open_row(team, i->result + k)[l] = o;
        }
    }
}

/* ---- Memory ---- */

static wb_word_freedom *word_at(const wb_team *team, uint32_t variable, uint32_t word)
{
    const wb_machine *machine = team->machine;
    wb_memory memory = wb_memory_of(team, variable);
    if (machine->module->variables[variable].space == WB_SPACE_SHARED)
        return &team->group->free_words[word];
    for (int i = 0; memory.words != NULL && i < machine->region_count; i++) {
        const wb_region *region = &machine->regions[i];
        const uint8_t *data = (const uint8_t *)memory.words;
        if (data >= region->data && data < region->data + region->size &&
            region->free_words != NULL)
            return &region->free_words[(size_t)(data - region->data) / 4 + word];
    }
    return NULL;
}

static void note_write(wb_team *team, const wb_instruction *i, uint32_t lane, wb_word_freedom *word,
                       wb_open open)
{
    wb_machine *machine = team->machine;
    if (team->lost[lane]) open.bound = INFINITY;
    *word = (wb_word_freedom){.open = open,
                              .writer = number_of(team, i),
                              .group = team->group->number,
                              .lane = team->first + lane,
                              .when = ++machine->writes};
}

// Word `k` of a load or store for a lane; false if it is out of bounds.
static bool find_word(const wb_team *team, const wb_instruction *i, uint32_t k, uint32_t lane,
                      uint32_t *word)
{
    bool listed = i->op != WbOpAtomic && i->extra != 0;
    uint32_t address = i->a != WB_NO_ROW ? wb_row(team, i->a)[lane] : 0;
    uint64_t at =
        (uint64_t)i->c + address + (listed ? team->machine->module->extra[i->extra + k] : k);
    *word = (uint32_t)at;
    return address != WB_NO_WORD && at < wb_memory_of(team, i->b).count;
}

static bool has_open_address(const wb_team *team, const wb_instruction *i, uint32_t lane)
{
    return i->a != WB_NO_ROW && is_open(&open_row(team, i->a)[lane]);
}

static void memory(wb_team *team, const wb_instruction *i)
{
    bool writes = i->op == WbOpStore;
    for (uint32_t k = 0; k < i->count; k++)
        for (uint32_t l = team->low; l < team->high; l++) {
            uint32_t word;
            if (team->mask[l] == 0 || !find_word(team, i, k, l, &word)) continue;
            wb_word_freedom *w = word_at(team, i->b, word);
            wb_open *row = &open_row(team, i->result + k)[l];
            if (w == NULL) {
                if (!writes) *row = (wb_open){0};
                continue;
            }
            wb_open o = writes ? *row : w->open;
            if (has_open_address(team, i, l)) o = (wb_open){INFINITY, number_of(team, i)};
            if (writes)
                note_write(team, i, l, w, o);
            else
                *row = o;
        }
}

static void atomic(wb_team *team, const wb_instruction *i)
{
    const uint32_t *extra = team->machine->module->extra + i->extra;
    bool is_image = team->machine->module->variables[i->b].space == WB_SPACE_IMAGE;
    for (uint32_t l = team->low; l < team->high; l++) {
        uint32_t word;
        if (team->mask[l] == 0) continue;
        wb_open *row = &open_row(team, i->result)[l], old = {0};
        const wb_open *value = &open_row(team, extra[0])[l], *other = &open_row(team, extra[1])[l];
        bool good = !is_image && find_word(team, i, 0, l, &word);
        wb_word_freedom *w = good ? word_at(team, i->b, word) : NULL;
        if (w != NULL) old = w->open;
        bool any =
            is_open(&old) || is_open(value) || is_open(other) || has_open_address(team, i, l);
        uint32_t opener = is_open(&old) ? old.opener : value->opener;
        wb_open o = any ? (wb_open){INFINITY, opener & ~IS_FLOAT} : (wb_open){0};
        if (i->sub == WB_ATOMIC_EXCHANGE || i->sub == WB_ATOMIC_STORE) o = *value;
        *row = is_open(&old) ? old : (wb_open){0, old.opener & IS_FLOAT};
        if (w != NULL && i->sub != WB_ATOMIC_LOAD) note_write(team, i, l, w, o);
    }
}

static void local_rows(wb_team *team, const wb_instruction *i)
{
    bool writes = i->op == WbOpStoreRows;
    for (uint32_t k = 0; k < i->count; k++)
        for (uint32_t l = team->low; l < team->high; l++) {
            uint32_t address = wb_row(team, i->a)[l];
            if (team->mask[l] == 0 || address == WB_NO_WORD) continue;
            wb_open *at = &open_row(team, i->c + k + address)[l];
            wb_open *row = &open_row(team, (writes ? i->b : i->result) + k)[l];
            *(writes ? at : row) = writes ? *row : *at;
            if (team->terms != NULL) {
                wb_terms *there = &terms_row(team, i->c + k + address)[l];
                wb_terms *here = &terms_row(team, (writes ? i->b : i->result) + k)[l];
                *(writes ? there : here) = writes ? *here : *there;
            }
            if (has_open_address(team, i, l)) (writes ? at : row)->bound = INFINITY;
        }
}

/* ---- Images and textures ---- */

// A texel has the widest bound of its words.
static void image(wb_team *team, const wb_instruction *i)
{
    const wb_memory memory = wb_memory_of(team, i->b);
    const wb_machine_resource *r = memory.resource;
    uint32_t bytes = r != NULL ? wb_texel_bytes(&r->format) : 4;
    bool writes = i->op == WbOpImageWrite, divides = false;
    if (r != NULL)
        divides = r->format.kind == WB_TEXEL_UNORM || r->format.kind == WB_TEXEL_SNORM ||
                  r->format.kind == WB_TEXEL_SMALL_UNORM;
    for (uint32_t l = team->low; l < team->high; l++) {
        if (team->mask[l] == 0) continue;
        size_t texel = 0, stride = 1;
        bool good = r != NULL;
        for (uint32_t d = 0; good && d < i->sub; d++) {
            uint32_t at = wb_row(team, i->a + d)[l];
            int sizes[3] = {r->width, r->height, r->depth};
            good = at < (uint32_t)sizes[d];
            texel += at * stride;
            stride *= (uint32_t)sizes[d];
        }
        wb_open widest = {0, IS_FLOAT};
        for (uint32_t k = 0; k < i->count && writes; k++) {
            const wb_open *o = &open_row(team, i->c + k)[l];
            if (o->bound > widest.bound) widest = (wb_open){o->bound, o->opener | IS_FLOAT};
        }
        size_t first = texel * bytes / 4, last = (texel * bytes + bytes - 1) / 4;
        for (size_t w = first; good && w <= last; w++) {
            wb_word_freedom *word = word_at(team, i->b, (uint32_t)w);
            if (word == NULL) break;
            if (writes)
                note_write(team, i, l, word, widest);
            else if (word->open.bound > widest.bound)
                widest = word->open;
        }
        for (uint32_t k = 0; k < i->count && !writes; k++) {
            double own = divides ? 2.5 * ULP : 0;
            join_open(&open_row(team, i->result + k)[l], (double)widest.bound + own,
                      is_open(&widest) ? widest.opener & ~IS_FLOAT : number_of(team, i), true);
        }
    }
}

// The longest of the three parts of a direction, which says on which face of a cube it ends.
static double longest(const wb_team *team, uint32_t row, uint32_t lane)
{
    double most = SMALLEST;
    for (uint32_t d = 0; d < 3; d++) most = fmax(most, fabs(get(team, row + d, lane, 'f')));
    return most;
}

// A texture unit counts in 1/256 of a texel, and of the way from a level to the next, and may do so
// differently at each turn: the sample is taken again a little further on.
static void sample(wb_team *team, const wb_instruction *i)
{
    const wb_machine_resource *r = wb_memory_of(team, i->b).resource;
    uint32_t temporary = team->machine->module->row_count + 1;
    double far[4][WB_TEAM_LANES] = {{0}}, first[4][WB_TEAM_LANES];
    // Some filter in the format's own steps
    bool counts = r != NULL && i->op == WbOpTextureSample && r->format.bits < 32 &&
                  r->format.kind != WB_TEXEL_FLOAT;
    double steps = counts && (r->linear || r->linear_small) ? 2.0 / ((1 << r->format.bits) - 1) : 0;
    wb_instruction again = *i;
    again.result = temporary + 4;
    wb_execute_of(i->op)(team, &again);
    for (uint32_t k = 0; k < i->count; k++)
        for (uint32_t l = team->low; l < team->high; l++)
            first[k][l] = get(team, temporary + 4 + k, l, 'f');
    uint32_t places = i->sub < 4 ? i->sub : 3, level = temporary + 8;
    bool is_cube =
        r != NULL &&
        team->machine->module->types[team->machine->module->variables[i->b].type].is_cube;
    bool has_level = i->op == WbOpTextureSample && i->c != WB_NO_ROW;
    again.a = temporary;
    if (has_level) again.c = level;
    for (int ends = 0; r != NULL && ends < 1 << (places + has_level); ends++) {
        for (uint32_t l = team->low; has_level && l < team->high; l++)
            put(team, level, l, 'f',
                get(team, i->c, l, 'f') + ((ends >> places & 1) != 0 ? 0x1p-8 : -0x1p-8));
        for (uint32_t d = 0; d < 4; d++)
            for (uint32_t l = team->low; l < team->high; l++) {
                wb_row(team, temporary + d)[l] = wb_row(team, i->a + d)[l]; // a cube's layer, too
                if (i->op == WbOpTextureFetch || d >= places) continue;
                double at = get(team, i->a + d, l, 'f');
                const int sizes[3] = {r->width, r->height, r->depth};
                double texels = is_cube ? sizes[0] / (2 * longest(team, i->a, l)) : sizes[d];
                if (has_level)
                    texels /= exp2(fmax(ceil(get(team, i->c, l, 'f')), 0)); // of that level
                double step =
                    (double)open_row(team, i->a + d)[l].bound + 0x1p-8 / texels + ULP * fabs(at);
                put(team, temporary + d, l, 'f', at + ((ends >> d & 1) != 0 ? step : -step));
            }
        wb_execute_of(i->op)(team, &again);
        for (uint32_t k = 0; k < i->count; k++)
            for (uint32_t l = team->low; l < team->high; l++)
                far[k][l] =
                    fmax(far[k][l], fabs(get(team, temporary + 4 + k, l, 'f') - first[k][l]));
    }
    for (uint32_t k = 0; k < i->count; k++)
        for (uint32_t l = team->low; l < team->high; l++)
            if (team->mask[l] != 0)
                join_open(&open_row(team, i->result + k)[l],
                          1.1 * far[k][l] + steps + 4 * ULP * fabs(first[k][l]), number_of(team, i),
                          true);
}

/* ---- Steps ---- */

// The lanes for which an open value decides may go another way on the driver.
static void decide(wb_team *team, const wb_instruction *i)
{
    const wb_open *o = open_row(team, i->a);
    for (uint32_t l = team->low; l < team->high; l++) {
        if (team->mask[l] == 0 || !is_open(&o[l])) continue;
        team->lost[l] = true;
        if (team->machine->lost_at == 0) team->machine->lost_at = o[l].opener & ~IS_FLOAT;
    }
}

static void others(wb_team *team, const wb_instruction *i)
{
    const uint32_t rows[4] = {i->a, i->b, i->c,
                              i->op == WbOpInsert ? team->machine->module->extra[i->extra] : i->c};
    switch (i->op) {
    case WbOpIndex: {
        const uint32_t index[2] = {i->b, i->a != WB_NO_ROW ? i->a : i->b};
        all_or_nothing(team, i, index, 2);
        break;
    }
    case WbOpUExtract:
    case WbOpSExtract:
    case WbOpInsert: all_or_nothing(team, i, rows, i->op == WbOpInsert ? 4 : 3); break;
    case WbOpLoad:
    case WbOpStore: memory(team, i); break;
    case WbOpAtomic: atomic(team, i); break;
    case WbOpLoadRows:
    case WbOpStoreRows: local_rows(team, i); break;
    case WbOpImageRead:
    case WbOpImageWrite: image(team, i); break;
    case WbOpTextureFetch:
    case WbOpTextureSample: sample(team, i); break;
    case WbOpBranch: decide(team, i); break;
    default:
        // Sums over a subgroup, and what asks for a size
        if (i->op >= WbOpSubgroupElect && i->op <= WbOpSubgroupSum)
            all_or_nothing(team, i, rows, 1);
        else if (i->op == WbOpUndefine || i->op == WbOpLength || i->op == WbOpImageSize ||
                 i->op == WbOpTextureSize || i->op == WbOpTextureLevels)
            for (uint32_t k = 0; k < i->count; k++) clear_open(team, i->result + k, false);
    }
}

void wb_freedom_step(wb_team *team, const wb_instruction *i)
{
    int operands = wb_operation_operands(i->op);
    if (i->op == WbOpMove)
        for (uint32_t k = 0; k < i->count; k++) copy_open(team, i->result + k, i->a + k);
    else if (i->op == WbOpSelect)
        choose(team, i);
    else if (operands > 0 && !(i->op >= WbOpUExtract && i->op <= WbOpInsert))
        arithmetic(team, i, operands);
    else
        others(team, i);
}

/* ---- Answers ---- */

static int line_of(const wb_module *m, uint32_t number)
{
    return number > 0 && number <= m->code_count ? m->code[number - 1].line : 0;
}

// What has computed the value that a store writes: the last operation before it with that result.
static const char *operation_before(const wb_module *m, uint32_t number)
{
    if (number == 0 || number > m->code_count) return "";
    const wb_instruction *store = &m->code[number - 1];
    uint32_t row = store->op == WbOpAtomic       ? m->extra[store->extra]
                   : store->op == WbOpImageWrite ? store->c
                                                 : store->result;
    for (uint32_t k = number - 1; k-- > 0;) {
        const wb_instruction *i = &m->code[k];
        if (wb_operation_operands(i->op) == 0 && i->op != WbOpLoad && i->op != WbOpTextureSample &&
            i->op != WbOpTextureFetch && i->op != WbOpImageRead)
            continue;
        if (row < i->result || row >= i->result + i->count) continue;
        if (i->op != WbOpMove) return wb_operation_name(i->op);
        row = i->a + (row - i->result);
    }
    return "";
}

bool wb_machine_freedom(const wb_machine *machine, int resource, uint32_t word, wb_freedom *freedom)
{
    const wb_module *m = machine->module;
    const wb_machine_resource *r = &machine->resources[resource];
    *freedom = (wb_freedom){0};
    for (int i = 0; i < machine->region_count; i++) {
        const wb_region *region = &machine->regions[i];
        const uint8_t *data = r->data;
        if (data < region->data || data >= region->data + region->size ||
            region->free_words == NULL)
            continue;
        const wb_word_freedom *w = &region->free_words[(size_t)(data - region->data) / 4 + word];
        uint32_t opener = w->open.opener & ~IS_FLOAT;
        *freedom = (wb_freedom){.bound = w->open.bound,
                                .is_float = (w->open.opener & IS_FLOAT) != 0,
                                .opened_line = line_of(m, opener),
                                .opened_by = opener > 0 && opener <= m->code_count
                                                 ? wb_operation_name(m->code[opener - 1].op)
                                                 : "",
                                .written_line = line_of(m, w->writer),
                                .written_by = operation_before(m, w->writer),
                                .when = w->when};
        if (w->writer > 0 && w->writer <= m->code_count)
            freedom->written_call = m->code[w->writer - 1].call;
        freedom->writer = wb_invocation_of(machine, w->group, w->lane);
        return true;
    }
    return false;
}

int wb_machine_lost_line(const wb_machine *machine)
{
    return line_of(machine->module, machine->lost_at);
}
