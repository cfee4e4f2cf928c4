/* Doubles: each is two rows, the low word first. They are rare, so one lane at a time will do. */
#include "machine/machine_state.h"

#include <math.h>
#include <string.h>

static inline double get(const wb_team *team, uint32_t row, uint32_t lane)
{
    uint64_t bits = wb_row(team, row)[lane] | (uint64_t)wb_row(team, row + 1)[lane] << 32;
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
}

static inline void put(wb_team *team, uint32_t row, uint32_t lane, double d)
{
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    wb_row(team, row)[lane] = (uint32_t)bits;
    wb_row(team, row + 1)[lane] = (uint32_t)(bits >> 32);
}

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

static uint32_t to_uint(double d)
{
    return !(d > -1) ? 0 : d >= 4294967296.0 ? UINT32_MAX : d < 0 ? 0 : (uint32_t)d;
}

static uint32_t to_int(double d)
{
    return d >= 2147483648.0    ? INT32_MAX
           : d <= -2147483649.0 ? 0x80000000u
           : d != d             ? 0
                                : (uint32_t)(int32_t)d;
}

static double least(double a, double b)
{
    return b < a ? b : a;
}

static double greatest(double a, double b)
{
    return a < b ? b : a;
}

static double smooth(double t)
{
    t = least(greatest(t, 0), 1);
    return t * t * (3 - 2 * t);
}

#define EACH(STATEMENT)                                                                            \
    for (uint32_t k = 0; k < i->count; k++)                                                        \
        for (uint32_t l = team->low; l < team->high; l++) {                                        \
            if (team->mask[l] == 0) continue;                                                      \
            STATEMENT                                                                              \
        }

// The first lane whose operands GLSL leaves out.
#define CHECKED(NAME, EXPRESSION, BAD, CONDITION)                                                  \
    void wb_exec_##NAME(wb_team *team, const wb_instruction *i)                                    \
    {                                                                                              \
        EACH(double a = A; if (BAD) wb_report_domain(team, i, l, k, CONDITION);                    \
             put(team, i->result + 2 * k, l, EXPRESSION);)                                         \
    }

#define A get(team, i->a + 2 * k, l)
#define B get(team, i->b + 2 * k, l)
#define C get(team, i->c + 2 * k, l)
#define TO_DOUBLE(NAME, EXPRESSION)                                                                \
    void wb_exec_##NAME(wb_team *team, const wb_instruction *i)                                    \
    {                                                                                              \
        EACH(double a = A; (void)a; put(team, i->result + 2 * k, l, EXPRESSION);)                  \
    }
#define TO_WORD(NAME, EXPRESSION)                                                                  \
    void wb_exec_##NAME(wb_team *team, const wb_instruction *i)                                    \
    {                                                                                              \
        EACH(double a = A; wb_row(team, i->result + k)[l] = (uint32_t)(EXPRESSION);)               \
    }
#define FROM_WORD(NAME, EXPRESSION)                                                                \
    void wb_exec_##NAME(wb_team *team, const wb_instruction *i)                                    \
    {                                                                                              \
        EACH(uint32_t a = wb_row(team, i->a + k)[l]; put(team, i->result + 2 * k, l, EXPRESSION);) \
    }

TO_DOUBLE(DAdd, a + B)
TO_DOUBLE(DSub, a - B)
TO_DOUBLE(DMul, a *B)
TO_DOUBLE(DDiv, a / B)
TO_DOUBLE(DMod, a - B * floor(a / B))
TO_DOUBLE(DNeg, -a)
TO_DOUBLE(DFma, team->machine->options.fuse_fma ? fma(a, B, C) : a *B + C)
TO_DOUBLE(DMin, B < a ? B : a)
TO_DOUBLE(DMax, a < B ? B : a)
TO_DOUBLE(DAbs, fabs(a))
TO_DOUBLE(DSign, a > 0 ? 1.0 : a < 0 ? -1.0 : 0.0)
TO_DOUBLE(DFloor, floor(a))
TO_DOUBLE(DCeil, ceil(a))
TO_DOUBLE(DTrunc, trunc(a))
TO_DOUBLE(DRoundEven, rint(a))
TO_DOUBLE(DFract, a - floor(a))
TO_DOUBLE(DStep, B < a ? 0.0 : 1.0)
CHECKED(DSqrt, sqrt(a), a < 0, "x < 0")
CHECKED(DInverseSqrt, 1.0 / sqrt(a), a <= 0, "x <= 0")
CHECKED(DInvert, 1.0 / a, a == 0, "a singular matrix")
CHECKED(DClamp, least(greatest(a, B), C), B > C, "minVal > maxVal")
CHECKED(DSmoothStep, smooth((C - a) / (B - a)), a >= B, "edge0 >= edge1")
CHECKED(DFrexpSignificand, frexp(a, &(int){0}), !isfinite(a), "an infinity or a NaN")

static int exponent_of(double a)
{
    int e = 0;
    if (isfinite(a)) frexp(a, &e);
    return e;
}

void wb_exec_DLdexp(wb_team *team, const wb_instruction *i)
{
    EACH(double a = A; double d = ldexp(a, (int32_t)wb_row(team, i->b + k)[l]);
         if (isinf(d) && isfinite(a))
             wb_report_domain(team, i, l, k, "a product too large for the type");
         put(team, i->result + 2 * k, l, d);)
}

TO_WORD(DEqual, a == B)
TO_WORD(DNotEqual, a != B)
TO_WORD(DLess, a < B)
TO_WORD(DLessEqual, a <= B)
TO_WORD(DIsNan, isnan(a) != 0)
TO_WORD(DIsInf, isinf(a) != 0)
TO_WORD(DoubleToFloat, U((float)a))
TO_WORD(DFrexpExponent, exponent_of(a))

#define TO_INTEGER(NAME, EXPRESSION, BAD, TEXT)                                                    \
    void wb_exec_##NAME(wb_team *team, const wb_instruction *i)                                    \
    {                                                                                              \
        EACH(double a = A; if (BAD) wb_report_arithmetic(team, i, l, TEXT);                        \
             wb_row(team, i->result + k)[l] = EXPRESSION;)                                         \
    }

TO_INTEGER(DoubleToInt, to_int(a), !(a > -2147483649.0 && a < 2147483648.0),
           "the conversion to int of a double beyond its range")
TO_INTEGER(DoubleToUint, to_uint(a), !(a > -1.0 && a < 4294967296.0),
           a < 0 ? "the conversion of a negative double to uint"
                 : "the conversion to uint of a double beyond its range")
FROM_WORD(FloatToDouble, F(a))
FROM_WORD(IntToDouble, (double)(int32_t)a)
FROM_WORD(UintToDouble, (double)a)
