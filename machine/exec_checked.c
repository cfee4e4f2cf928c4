/* Operations that GLSL leaves undefined for some operands. What they give then is this machine's
 * choice (what most hardware does), and it is reported. */
#include "machine/machine_state.h"

#include <math.h>
#include <string.h>

static inline float F(uint32_t u)
{
    float f;
    memcpy(&f, &u, sizeof f);
    return f;
}

static inline uint32_t U(float f)
{
    uint32_t u;
    memcpy(&u, &f, sizeof u);
    return u;
}

static inline int32_t S(uint32_t u)
{
    return (int32_t)u;
}

/* All lanes are computed, a lane that does not run keeps what it has; then the lanes that run are
 * searched for one whose operands were bad. */
#define DEFINE_WITH(NAME, OPERANDS, EXPRESSION, BAD, REPORT)                                       \
    static WB_CLONES uint32_t compute_##NAME(wb_team *team, const wb_instruction *i, uint32_t k)   \
    {                                                                                              \
        uint32_t *d = wb_row(team, i->result + k);                                                 \
        const uint32_t *m = team->mask, *pa = wb_row(team, i->a + k);                              \
        const uint32_t *pb = wb_row(team, OPERANDS > 1 ? i->b + k : i->a);                         \
        const uint32_t *pc = wb_row(team, OPERANDS > 2 ? i->c + k : i->a);                         \
        uint32_t bad = 0, low = team->low, high = team->high;                                      \
        WB_INDEPENDENT for (uint32_t l = low; l < high; l++)                                       \
        {                                                                                          \
            uint32_t a = pa[l], b = pb[l], c = pc[l], r = (EXPRESSION);                            \
            (void)b, (void)c;                                                                      \
            bad |= (BAD) ? m[l] : 0;                                                               \
            d[l] = m[l] != 0 ? r : d[l];                                                           \
        }                                                                                          \
        return bad;                                                                                \
    }                                                                                              \
    static void report_##NAME(wb_team *team, const wb_instruction *i, uint32_t k)                  \
    {                                                                                              \
        const uint32_t *pa = wb_row(team, i->a + k);                                               \
        const uint32_t *pb = wb_row(team, OPERANDS > 1 ? i->b + k : i->a);                         \
        const uint32_t *pc = wb_row(team, OPERANDS > 2 ? i->c + k : i->a);                         \
        for (uint32_t l = team->low; l < team->high; l++) {                                        \
            uint32_t a = pa[l], b = pb[l], c = pc[l];                                              \
            (void)a, (void)b, (void)c;                                                             \
            if (team->mask[l] != 0 && (BAD)) REPORT;                                               \
        }                                                                                          \
    }                                                                                              \
    void wb_exec_##NAME(wb_team *team, const wb_instruction *i)                                    \
    {                                                                                              \
        for (uint32_t k = 0; k < i->count; k++)                                                    \
            if (compute_##NAME(team, i, k) != 0) report_##NAME(team, i, k);                        \
    }

#define DEFINE(NAME, OPERANDS, EXPRESSION, BAD, TEXT)                                              \
    DEFINE_WITH(NAME, OPERANDS, EXPRESSION, BAD, wb_report_arithmetic(team, i, l, TEXT))
// A function of GLSL's, which says for which operands its result is undefined
#define FUNCTION(NAME, OPERANDS, EXPRESSION, BAD, CONDITION)                                       \
    DEFINE_WITH(NAME, OPERANDS, EXPRESSION, BAD, wb_report_domain(team, i, l, k, CONDITION))

#define OVERFLOWS (a == 0x80000000u && b == UINT32_MAX)

static inline uint32_t divide(uint32_t a, uint32_t b)
{
    return (uint32_t)(S(a) / S(b));
}

static inline uint32_t remainder_of(uint32_t a, uint32_t b)
{
    return (uint32_t)(S(a) % S(b));
}

// Has the sign of b, as OpSMod wants it.
static inline uint32_t modulo(uint32_t a, uint32_t b)
{
    int32_t r = S(a) % S(b);
    return (uint32_t)(r != 0 && (r < 0) != (S(b) < 0) ? r + S(b) : r);
}

// Beyond the type's range it saturates; a NaN becomes 0.
static inline uint32_t to_uint(float f)
{
    return !(f > -1.0f) ? 0 : f >= 4294967296.0f ? UINT32_MAX : f < 0 ? 0 : (uint32_t)f;
}

static inline uint32_t to_int(float f)
{
    return f >= 2147483648.0f    ? INT32_MAX
           : f <= -2147483648.0f ? 0x80000000u
           : f != f              ? 0
                                 : (uint32_t)(int32_t)f;
}

DEFINE(UDiv, 2, b == 0 ? UINT32_MAX : a / b, b == 0, "a division by 0")
DEFINE(UMod, 2, b == 0 ? UINT32_MAX : a % b, b == 0, "a remainder of a division by 0")
DEFINE(SDiv, 2,
       b == 0      ? UINT32_MAX
       : OVERFLOWS ? a
                   : divide(a, b),
       b == 0 || OVERFLOWS, b == 0 ? "a division by 0" : "a division of the smallest int by -1")
DEFINE(SRem, 2,
       b == 0      ? UINT32_MAX
       : OVERFLOWS ? 0
                   : remainder_of(a, b),
       b == 0, "a remainder of a division by 0")
DEFINE(SMod, 2,
       b == 0      ? UINT32_MAX
       : OVERFLOWS ? 0
                   : modulo(a, b),
       b == 0 || S(a) < 0 || S(b) < 0,
       b == 0 ? "a remainder of a division by 0" : "% with a negative operand")
DEFINE(ShiftLeft, 2, a << (b & 31), b > 31, "a shift by 32 bits or more, or by less than 0")
DEFINE(ShiftRight, 2, a >> (b & 31), b > 31, "a shift by 32 bits or more, or by less than 0")
DEFINE(ShiftRightSigned, 2, (uint32_t)(S(a) >> (b & 31)), b > 31,
       "a shift by 32 bits or more, or by less than 0")
DEFINE(FloatToUint, 1, to_uint(F(a)), !(F(a) > -1.0f && F(a) < 4294967296.0f),
       F(a) < 0 ? "the conversion of a negative float to uint"
                : "the conversion to uint of a float beyond its range")
DEFINE(FloatToInt, 1, to_int(F(a)), !(F(a) > -2147483904.0f && F(a) < 2147483648.0f),
       "the conversion to int of a float beyond its range")

/* ---- Functions ---- */

static inline uint32_t smooth(float t)
{
    t = t > 0 ? t : 0;
    t = t < 1 ? t : 1;
    return U(t * t * (3 - 2 * t));
}

static uint32_t exponent_of(float f)
{
    int e = 0;
    if (isfinite(f)) frexpf(f, &e);
    return (uint32_t)e;
}

static float significand_of(float f)
{
    int e = 0;
    return isfinite(f) ? frexpf(f, &e) : f;
}

#define LEAST(x, y) (F(y) < F(x) ? (y) : (x))
#define GREATEST(x, y) (F(x) < F(y) ? (y) : (x))
static inline uint32_t clamp_float(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t above = GREATEST(a, b);
    return LEAST(above, c);
}

static inline uint32_t clamp_uint(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t above = a > b ? a : b;
    return above < c ? above : c;
}

static inline uint32_t clamp_int(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t above = S(a) > S(b) ? a : b;
    return S(above) < S(c) ? above : c;
}

FUNCTION(UClamp, 3, clamp_uint(a, b, c), b > c, "minVal > maxVal")
FUNCTION(SClamp, 3, clamp_int(a, b, c), S(b) > S(c), "minVal > maxVal")
FUNCTION(FClamp, 3, clamp_float(a, b, c), F(b) > F(c), "minVal > maxVal")
FUNCTION(SmoothStep, 3, smooth((F(c) - F(a)) / (F(b) - F(a))), F(a) >= F(b), "edge0 >= edge1")
FUNCTION(Sqrt, 1, U(sqrtf(F(a))), F(a) < 0, "x < 0")
FUNCTION(InverseSqrt, 1, U(1.0f / sqrtf(F(a))), F(a) <= 0, "x <= 0")
FUNCTION(Log, 1, U(logf(F(a))), F(a) <= 0, "x <= 0")
FUNCTION(Log2, 1, U(log2f(F(a))), F(a) <= 0, "x <= 0")
FUNCTION(Pow, 2, U(powf(F(a), F(b))), F(a) < 0 || (F(a) == 0 && F(b) <= 0),
         F(a) < 0 ? "x < 0" : "x = 0 and y <= 0")
FUNCTION(Asin, 1, U(asinf(F(a))), fabsf(F(a)) > 1, "|x| > 1")
FUNCTION(Acos, 1, U(acosf(F(a))), fabsf(F(a)) > 1, "|x| > 1")
FUNCTION(Acosh, 1, U(acoshf(F(a))), F(a) < 1, "x < 1")
FUNCTION(Atanh, 1, U(atanhf(F(a))), fabsf(F(a)) >= 1, "|x| >= 1")
FUNCTION(Atan2, 2, U(atan2f(F(a), F(b))), F(a) == 0 && F(b) == 0, "x and y are both 0")
FUNCTION(Ldexp, 2, U(ldexpf(F(a), S(b))), isfinite(F(a)) && isinf(ldexpf(F(a), S(b))),
         "a product too large for the type")
FUNCTION(FrexpExponent, 1, exponent_of(F(a)), !isfinite(F(a)), "an infinity or a NaN")
FUNCTION(FrexpSignificand, 1, U(significand_of(F(a))), !isfinite(F(a)), "an infinity or a NaN")
FUNCTION(Invert, 1, U(1.0f / F(a)), F(a) == 0, "a singular matrix")

/* ---- Bit fields ---- */

static void bit_field(wb_team *team, const wb_instruction *i)
{
    uint32_t *d = wb_row(team, i->result);
    const uint32_t *base = wb_row(team, i->a), *offsets = wb_row(team, i->b);
    const uint32_t *counts = wb_row(team, i->c);
    const uint32_t *inserted =
        i->op == WbOpInsert ? wb_row(team, team->machine->module->extra[i->extra]) : base;
    for (uint32_t l = team->low; l < team->high; l++) {
        if (team->mask[l] == 0) continue;
        uint64_t offset = offsets[l], count = counts[l];
        bool bad = offset + count > 32;
        if (bad) wb_report_arithmetic(team, i, l, "a bit field beyond the 32 bits");
        uint64_t mask = bad ? 0 : ((uint64_t)1 << count) - 1;
        if (i->op == WbOpInsert) {
            uint32_t m = bad ? 0 : (uint32_t)(mask << offset);
            d[l] = (base[l] & ~m) | (bad ? 0 : (uint32_t)((uint64_t)inserted[l] << offset) & m);
            continue;
        }
        uint64_t field = bad ? 0 : base[l] >> (offset & 31) & mask;
        if (offset == 32) field = 0;
        bool negative =
            i->op == WbOpSExtract && count > 0 && !bad && (field >> (count - 1) & 1) != 0;
        d[l] = (uint32_t)(negative ? field | ~mask : field);
    }
}

void wb_exec_UExtract(wb_team *team, const wb_instruction *i)
{
    bit_field(team, i);
}
void wb_exec_SExtract(wb_team *team, const wb_instruction *i)
{
    bit_field(team, i);
}
void wb_exec_Insert(wb_team *team, const wb_instruction *i)
{
    bit_field(team, i);
}
