/* Integers, floats and booleans of 32 bits: the loops over lanes, which the compiler vectorises.
 *
 * `dense` lanes, the common case, are computed without looking at the mask; otherwise a lane that
 * does not run keeps what it has. A row is computed as uint32_t; F() and U() change the reading. */
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
    return (int32_t)u; // two's complement, as everywhere
}

#define LOOP(EXPRESSION)                                                                           \
    for (uint32_t k = 0; k < i->count; k++) {                                                      \
        uint32_t *d = wb_row(team, i->result + k);                                                 \
        ROWS const uint32_t *m = team->mask;                                                       \
        uint32_t low = team->low, high = team->high;                                               \
        if (team->dense) {                                                                         \
            WB_INDEPENDENT for (uint32_t l = low; l < high; l++)                                   \
            {                                                                                      \
                VALUES d[l] = (EXPRESSION);                                                        \
            }                                                                                      \
        } else {                                                                                   \
            WB_INDEPENDENT for (uint32_t l = low; l < high; l++)                                   \
            {                                                                                      \
                VALUES uint32_t r = (EXPRESSION);                                                  \
                d[l] = m[l] != 0 ? r : d[l];                                                       \
            }                                                                                      \
        }                                                                                          \
    }

#define DEFINE(NAME, EXPRESSION)                                                                   \
    WB_CLONES void wb_exec_##NAME(wb_team *team, const wb_instruction *i)                          \
    {                                                                                              \
        LOOP(EXPRESSION)                                                                           \
    }

/* ---- One operand ---- */

#define ROWS const uint32_t *pa = wb_row(team, i->a + k);
#define VALUES uint32_t a = pa[l];

static inline uint32_t reverse(uint32_t a)
{
    a = (a >> 1 & 0x55555555) | (a & 0x55555555) << 1;
    a = (a >> 2 & 0x33333333) | (a & 0x33333333) << 2;
    a = (a >> 4 & 0x0F0F0F0F) | (a & 0x0F0F0F0F) << 4;
    a = (a >> 8 & 0x00FF00FF) | (a & 0x00FF00FF) << 8;
    return a >> 16 | a << 16;
}

static inline uint32_t msb(uint32_t a)
{
    return a == 0 ? UINT32_MAX : 31u - (uint32_t)__builtin_clz(a);
}

static float to_float16(uint32_t h)
{
    uint32_t sign = (h & 0x8000) << 16, exponent = h >> 10 & 31, mantissa = h & 1023;
    if (exponent == 31) return F(sign | 0x7F800000 | mantissa << 13);
    if (exponent != 0) return F(sign | (exponent + 112) << 23 | mantissa << 13);
    float f = (float)mantissa * 0x1p-24f;
    return sign != 0 ? -f : f;
}

static uint32_t from_float16(float f)
{
    uint32_t u = U(f), sign = u >> 16 & 0x8000;
    float a = fabsf(f);
    if (isnan(f)) return sign | 0x7E00;
    if (a >= 65520.0f) return sign | 0x7C00;
    if (a < 0x1p-14f) return sign | (uint32_t)(int32_t)rintf(a * 0x1p24f);
    uint32_t bits = U(a), rounded = bits + 0xFFF + (bits >> 13 & 1);
    return sign | ((rounded >> 13) - (112u << 10));
}

static inline float clamp1(float f, float low)
{
    return f >= 1 ? 1 : f > low ? f : low;
}

DEFINE(Move, a)
DEFINE(INeg, 0u - a)
DEFINE(Not, ~a)
DEFINE(SAbs, S(a) < 0 ? 0u - a : a)
DEFINE(SSign, a == 0 ? 0u : S(a) < 0 ? UINT32_MAX : 1u)
DEFINE(BitReverse, reverse(a))
DEFINE(BitCount, (uint32_t)__builtin_popcount(a))
DEFINE(FindLsb, a == 0 ? UINT32_MAX : (uint32_t)__builtin_ctz(a))
DEFINE(FindUMsb, msb(a))
DEFINE(FindSMsb, msb(S(a) < 0 ? ~a : a))
DEFINE(LogicalNot, a ^ 1u)
DEFINE(FNeg, a ^ 0x80000000u)
DEFINE(FAbs, a & 0x7FFFFFFFu)
DEFINE(FSign, F(a) > 0 ? U(1) : F(a) < 0 ? U(-1) : U(0))
DEFINE(Floor, U(floorf(F(a))))
DEFINE(Ceil, U(ceilf(F(a))))
DEFINE(Trunc, U(truncf(F(a))))
DEFINE(RoundEven, U(rintf(F(a))))
DEFINE(Fract, U(F(a) - floorf(F(a))))
DEFINE(Sin, U(sinf(F(a))))
DEFINE(Cos, U(cosf(F(a))))
DEFINE(Tan, U(tanf(F(a))))
DEFINE(Atan, U(atanf(F(a))))
DEFINE(Sinh, U(sinhf(F(a))))
DEFINE(Cosh, U(coshf(F(a))))
DEFINE(Tanh, U(tanhf(F(a))))
DEFINE(Asinh, U(asinhf(F(a))))
DEFINE(Exp, U(expf(F(a))))
DEFINE(Exp2, U(exp2f(F(a))))
DEFINE(IsNan, (uint32_t)((a & 0x7FFFFFFF) > 0x7F800000))
DEFINE(IsInf, (uint32_t)((a & 0x7FFFFFFF) == 0x7F800000))
DEFINE(IntToFloat, U((float)S(a)))
DEFINE(UintToFloat, U((float)a))
DEFINE(UnpackHalfLow, U(to_float16(a & 0xFFFF)))
DEFINE(UnpackHalfHigh, U(to_float16(a >> 16)))
DEFINE(UnpackSnorm16Low, U(clamp1((float)(int16_t)(a & 0xFFFF) / 32767.0f, -1)))
DEFINE(UnpackSnorm16High, U(clamp1((float)(int16_t)(a >> 16) / 32767.0f, -1)))
DEFINE(UnpackUnorm16Low, U((float)(a & 0xFFFF) / 65535.0f))
DEFINE(UnpackUnorm16High, U((float)(a >> 16) / 65535.0f))
DEFINE(ToSnorm8, (uint32_t)(int32_t)rintf(clamp1(F(a), -1) * 127.0f) & 0xFF)
DEFINE(ToUnorm8, (uint32_t)(int32_t)rintf(clamp1(F(a), 0) * 255.0f))
DEFINE(FromSnorm8, U(clamp1((float)(int8_t)(a & 0xFF) / 127.0f, -1)))
DEFINE(FromUnorm8, U((float)(a & 0xFF) / 255.0f))

#undef ROWS
#undef VALUES

/* ---- Two operands ---- */

#define ROWS const uint32_t *pa = wb_row(team, i->a + k), *pb = wb_row(team, i->b + k);
#define VALUES uint32_t a = pa[l], b = pb[l];

DEFINE(IAdd, a + b)
DEFINE(ISub, a - b)
DEFINE(IMul, a *b)
DEFINE(And, a &b)
DEFINE(Or, a | b)
DEFINE(Xor, a ^ b)
DEFINE(UMulHigh, (uint32_t)((uint64_t)a *b >> 32))
DEFINE(SMulHigh, (uint32_t)((uint64_t)((int64_t)S(a) * S(b)) >> 32))
DEFINE(AddCarry, (uint32_t)(a + b < a))
DEFINE(SubBorrow, (uint32_t)(a < b))
DEFINE(UMin, a < b ? a : b)
DEFINE(UMax, a > b ? a : b)
DEFINE(SMin, S(a) < S(b) ? a : b)
DEFINE(SMax, S(a) > S(b) ? a : b)
DEFINE(IEqual, (uint32_t)(a == b))
DEFINE(INotEqual, (uint32_t)(a != b))
DEFINE(ULess, (uint32_t)(a < b))
DEFINE(ULessEqual, (uint32_t)(a <= b))
DEFINE(SLess, (uint32_t)(S(a) < S(b)))
DEFINE(SLessEqual, (uint32_t)(S(a) <= S(b)))
DEFINE(LogicalEqual, (uint32_t)(a == b))
DEFINE(LogicalNotEqual, (uint32_t)(a != b))
DEFINE(FAdd, U(F(a) + F(b)))
DEFINE(FSub, U(F(a) - F(b)))
DEFINE(FMul, U(F(a) * F(b)))
DEFINE(FDiv, U(F(a) / F(b)))
DEFINE(FMod, U(F(a) - F(b) * floorf(F(a) / F(b))))
DEFINE(FRem, U(fmodf(F(a), F(b))))
DEFINE(FMin, F(b) < F(a) ? b : a)
DEFINE(FMax, F(a) < F(b) ? b : a)
DEFINE(Step, F(b) < F(a) ? U(0) : U(1))
DEFINE(FEqual, (uint32_t)(F(a) == F(b)))
DEFINE(FNotEqual, (uint32_t)(F(a) != F(b)))
DEFINE(FLess, (uint32_t)(F(a) < F(b)))
DEFINE(FLessEqual, (uint32_t)(F(a) <= F(b)))
DEFINE(FUnordEqual, (uint32_t) !(F(a) < F(b) || F(a) > F(b)))
DEFINE(FOrdNotEqual, (uint32_t)(F(a) < F(b) || F(a) > F(b)))
DEFINE(FUnordLess, (uint32_t) !(F(a) >= F(b)))
DEFINE(FUnordLessEqual, (uint32_t) !(F(a) > F(b)))
DEFINE(PackHalf, from_float16(F(a)) | from_float16(F(b)) << 16)

static inline uint32_t snorm16(float f)
{
    return (uint32_t)(int32_t)rintf(clamp1(f, -1) * 32767.0f) & 0xFFFF;
}

static inline uint32_t unorm16(float f)
{
    return (uint32_t)(int32_t)rintf(clamp1(f, 0) * 65535.0f);
}

DEFINE(PackSnorm16, snorm16(F(a)) | snorm16(F(b)) << 16)
DEFINE(PackUnorm16, unorm16(F(a)) | unorm16(F(b)) << 16)

#undef ROWS
#undef VALUES

/* ---- Three ---- */

#define ROWS                                                                                       \
    const uint32_t *pa = wb_row(team, i->a + k), *pb = wb_row(team, i->b + k),                     \
                   *pc = wb_row(team, i->c + k);
#define VALUES uint32_t a = pa[l], b = pb[l], c = pc[l];

DEFINE(Select, a != 0 ? b : c)

static WB_CLONES void multiply_add(wb_team *team, const wb_instruction *i)
{
    LOOP(U(F(a) * F(b) + F(c)))
}

static WB_CLONES void multiply_add_fused(wb_team *team, const wb_instruction *i)
{
    LOOP(U(fmaf(F(a), F(b), F(c))))
}

void wb_exec_Fma(wb_team *team, const wb_instruction *i)
{
    if (team->machine->options.fuse_fma)
        multiply_add_fused(team, i);
    else
        multiply_add(team, i);
}
