/* The functions of GLSL.std.450: those that are more than one operation are made of several. */
#include "machine/values.h"

static const wb_simple extended[] = {
    {ExtRound, WbOpRoundEven, WbOpDRoundEven, 1, 0},
    {ExtRoundEven, WbOpRoundEven, WbOpDRoundEven, 1, 0},
    {ExtTrunc, WbOpTrunc, WbOpDTrunc, 1, 0},
    {ExtFAbs, WbOpFAbs, WbOpDAbs, 1, 0},
    {ExtSAbs, WbOpSAbs, -1, 1, 0},
    {ExtFSign, WbOpFSign, WbOpDSign, 1, 0},
    {ExtSSign, WbOpSSign, -1, 1, 0},
    {ExtFloor, WbOpFloor, WbOpDFloor, 1, 0},
    {ExtCeil, WbOpCeil, WbOpDCeil, 1, 0},
    {ExtFract, WbOpFract, WbOpDFract, 1, 0},
    {ExtSin, WbOpSin, -1, 1, 0},
    {ExtCos, WbOpCos, -1, 1, 0},
    {ExtTan, WbOpTan, -1, 1, 0},
    {ExtAsin, WbOpAsin, -1, 1, 0},
    {ExtAcos, WbOpAcos, -1, 1, 0},
    {ExtAtan, WbOpAtan, -1, 1, 0},
    {ExtSinh, WbOpSinh, -1, 1, 0},
    {ExtCosh, WbOpCosh, -1, 1, 0},
    {ExtTanh, WbOpTanh, -1, 1, 0},
    {ExtAsinh, WbOpAsinh, -1, 1, 0},
    {ExtAcosh, WbOpAcosh, -1, 1, 0},
    {ExtAtanh, WbOpAtanh, -1, 1, 0},
    {ExtAtan2, WbOpAtan2, -1, 2, 0},
    {ExtPow, WbOpPow, -1, 2, 0},
    {ExtExp, WbOpExp, -1, 1, 0},
    {ExtLog, WbOpLog, -1, 1, 0},
    {ExtExp2, WbOpExp2, -1, 1, 0},
    {ExtLog2, WbOpLog2, -1, 1, 0},
    {ExtSqrt, WbOpSqrt, WbOpDSqrt, 1, 0},
    {ExtInverseSqrt, WbOpInverseSqrt, WbOpDInverseSqrt, 1, 0},
    {ExtFMin, WbOpFMin, WbOpDMin, 2, 0},
    {ExtNMin, WbOpFMin, WbOpDMin, 2, 0},
    {ExtUMin, WbOpUMin, -1, 2, 0},
    {ExtSMin, WbOpSMin, -1, 2, 0},
    {ExtFMax, WbOpFMax, WbOpDMax, 2, 0},
    {ExtNMax, WbOpFMax, WbOpDMax, 2, 0},
    {ExtUMax, WbOpUMax, -1, 2, 0},
    {ExtSMax, WbOpSMax, -1, 2, 0},
    {ExtStep, WbOpStep, -1, 2, 0},
    {ExtFma, WbOpFma, WbOpDFma, 3, 0},
    {ExtLdexp, WbOpLdexp, -1, 2, 0},
    {ExtFindILsb, WbOpFindLsb, -1, 1, 0},
    {ExtFindSMsb, WbOpFindSMsb, -1, 1, 0},
    {ExtFindUMsb, WbOpFindUMsb, -1, 1, 0},
};

static uint32_t constant_float(wb_loader *l, float f)
{
    union {
        float f;
        uint32_t u;
    } bits = {f};
    return wb_load_constant(l, bits.u);
}

enum { FIRST = 5 }; // the word of the first operand

static void load_clamp(wb_loader *l, const wb_words *w, int min, int max, int dmin, int dmax)
{
    wb_operand r = wb_load_target(l, w), x = wb_load_operand(l, w, FIRST, r.words);
    wb_operand low = wb_load_operand(l, w, FIRST + 1, r.words),
               high = wb_load_operand(l, w, FIRST + 2, r.words);
    bool doubles = r.scalar == WB_TYPE_DOUBLE;
    uint32_t count = doubles ? r.words / 2 : r.words;
    uint32_t above = wb_load_make(l, doubles ? dmax : max, count, x.row, low.row, 0);
    wb_load_put(l, doubles ? dmin : min, count, r.row, above, high.row, 0);
}

// x (1 - a) + y a
static void load_mix(wb_loader *l, const wb_words *w)
{
    wb_operand r = wb_load_target(l, w), x = wb_load_operand(l, w, FIRST, r.words),
               y = wb_load_operand(l, w, FIRST + 1, r.words);
    wb_operand a = wb_load_operand(l, w, FIRST + 2, r.words);
    uint32_t one = constant_float(l, 1);
    for (uint32_t i = 0; i < r.words && !l->failed; i++) {
        uint32_t rest = wb_load_make(l, WbOpFSub, 1, one, a.row + i, 0);
        uint32_t first = wb_load_make(l, WbOpFMul, 1, x.row + i, rest, 0);
        uint32_t second = wb_load_make(l, WbOpFMul, 1, y.row + i, a.row + i, 0);
        wb_load_put(l, WbOpFAdd, 1, r.row + i, first, second, 0);
    }
}

// t = clamp((x - low) / (high - low), 0, 1); t t (3 - 2 t)
static void load_smoothstep(wb_loader *l, const wb_words *w)
{
    wb_operand r = wb_load_target(l, w), low = wb_load_operand(l, w, FIRST, r.words);
    wb_operand high = wb_load_operand(l, w, FIRST + 1, r.words),
               x = wb_load_operand(l, w, FIRST + 2, r.words);
    uint32_t zero = constant_float(l, 0), one = constant_float(l, 1);
    uint32_t two = constant_float(l, 2), three = constant_float(l, 3);
    for (uint32_t i = 0; i < r.words && !l->failed; i++) {
        uint32_t above = wb_load_make(l, WbOpFSub, 1, x.row + i, low.row + i, 0);
        uint32_t range = wb_load_make(l, WbOpFSub, 1, high.row + i, low.row + i, 0);
        uint32_t t = wb_load_make(l, WbOpFDiv, 1, above, range, 0);
        t = wb_load_make(l, WbOpFMin, 1, wb_load_make(l, WbOpFMax, 1, t, zero, 0), one, 0);
        uint32_t rest =
            wb_load_make(l, WbOpFSub, 1, three, wb_load_make(l, WbOpFMul, 1, two, t, 0), 0);
        wb_load_put(l, WbOpFMul, 1, r.row + i, wb_load_make(l, WbOpFMul, 1, t, t, 0), rest, 0);
    }
}

static uint32_t length_squared(wb_loader *l, uint32_t row, uint32_t words)
{
    uint32_t sum = wb_load_rows(l, 1);
    wb_load_dot(l, false, words, sum, row, 1, row, 1);
    return sum;
}

static void load_length(wb_loader *l, const wb_words *w, bool distance)
{
    wb_operand a = wb_load_operand(l, w, FIRST, 1), r = wb_load_target(l, w);
    uint32_t row = a.row;
    if (distance)
        row = wb_load_make(l, WbOpFSub, a.words, a.row,
                           wb_load_operand(l, w, FIRST + 1, a.words).row, 0);
    wb_load_put(l, WbOpSqrt, 1, r.row, length_squared(l, row, a.words), 0, 0);
}

static void load_normalize(wb_loader *l, const wb_words *w)
{
    wb_operand r = wb_load_target(l, w), a = wb_load_operand(l, w, FIRST, r.words);
    uint32_t factor = wb_load_make(l, WbOpInverseSqrt, 1, length_squared(l, a.row, r.words), 0, 0);
    for (uint32_t i = 0; i < r.words; i++)
        wb_load_put(l, WbOpFMul, 1, r.row + i, a.row + i, factor, 0);
}

static void load_cross(wb_loader *l, const wb_words *w)
{
    wb_operand r = wb_load_target(l, w), a = wb_load_operand(l, w, FIRST, 3),
               b = wb_load_operand(l, w, FIRST + 1, 3);
    if (r.words != 3) wb_load_fail(l, "the module is damaged: a cross product of another size");
    for (uint32_t i = 0; i < 3 && !l->failed; i++) {
        uint32_t j = (i + 1) % 3, k = (i + 2) % 3;
        uint32_t plus = wb_load_make(l, WbOpFMul, 1, a.row + j, b.row + k, 0);
        uint32_t minus = wb_load_make(l, WbOpFMul, 1, a.row + k, b.row + j, 0);
        wb_load_put(l, WbOpFSub, 1, r.row + i, plus, minus, 0);
    }
}

// incident - 2 wb_load_dot(normal, incident) normal
static void load_reflect(wb_loader *l, const wb_words *w)
{
    wb_operand r = wb_load_target(l, w), a = wb_load_operand(l, w, FIRST, r.words),
               n = wb_load_operand(l, w, FIRST + 1, r.words);
    uint32_t along = wb_load_rows(l, 1);
    wb_load_dot(l, false, r.words, along, n.row, 1, a.row, 1);
    uint32_t twice = wb_load_make(l, WbOpFMul, 1, constant_float(l, 2), along, 0);
    for (uint32_t i = 0; i < r.words && !l->failed; i++)
        wb_load_put(l, WbOpFSub, 1, r.row + i, a.row + i,
                    wb_load_make(l, WbOpFMul, 1, twice, n.row + i, 0), 0);
}

static void load_angle(wb_loader *l, const wb_words *w, float factor)
{
    wb_operand r = wb_load_target(l, w), a = wb_load_operand(l, w, FIRST, r.words);
    uint32_t by = constant_float(l, factor);
    for (uint32_t i = 0; i < r.words && !l->failed; i++)
        wb_load_put(l, WbOpFMul, 1, r.row + i, a.row + i, by, 0);
}

// A number's two parts: modf() and frexp(), as a struct or through a pointer.
static void load_parts(wb_loader *l, const wb_words *w, int number)
{
    wb_operand r = wb_load_target(l, w), a = wb_load_operand(l, w, FIRST, 1);
    bool is_struct = number == ExtModfStruct || number == ExtFrexpStruct;
    bool is_modf = number == ExtModf || number == ExtModfStruct;
    if (a.scalar != WB_TYPE_FLOAT || r.words != (is_struct ? 2 : 1) * a.words) {
        wb_load_fail(l, "modf() and frexp() are supported for floats only");
        return;
    }
    uint32_t second =
        wb_load_make(l, is_modf ? WbOpTrunc : WbOpFrexpExponent, a.words, a.row, 0, 0);
    if (is_modf)
        wb_load_put(l, WbOpFSub, a.words, r.row, a.row, second, 0);
    else
        wb_load_put(l, WbOpFrexpSignificand, a.words, r.row, a.row, 0, 0);
    if (is_struct)
        wb_load_put(l, WbOpMove, a.words, r.row + a.words, second, 0, 0);
    else
        wb_load_store(l, w, FIRST + 1, second, a.words);
}

static void load_pack(wb_loader *l, const wb_words *w, int op)
{
    wb_operand a = wb_load_operand(l, w, FIRST, 2), r = wb_load_target(l, w);
    wb_load_put(l, op, r.words > 1 ? 1 : r.words, r.row, a.row, a.row + 1, 0);
}

static void load_unpack(wb_loader *l, const wb_words *w, int low, int high)
{
    wb_operand a = wb_load_operand(l, w, FIRST, 1), r = wb_load_target(l, w);
    if (r.words != 2) wb_load_fail(l, "the module is damaged: unpacked into other than two");
    wb_load_put(l, low, 1, r.row, a.row, 0, 0);
    wb_load_put(l, high, 1, r.row + 1, a.row, 0, 0);
}

static void load_pack_bytes(wb_loader *l, const wb_words *w, int op)
{
    wb_operand a = wb_load_operand(l, w, FIRST, 4), r = wb_load_target(l, w);
    uint32_t sum = wb_load_make(l, op, 1, a.row, 0, 0);
    for (uint32_t i = 1; i < 4 && !l->failed; i++) {
        uint32_t byte = wb_load_make(l, op, 1, a.row + i, 0, 0);
        uint32_t at = wb_load_make(l, WbOpShiftLeft, 1, byte, wb_load_constant(l, 8 * i), 0);
        sum = wb_load_make(l, WbOpOr, 1, sum, at, 0);
    }
    wb_load_put(l, WbOpMove, 1, r.row, sum, 0, 0);
}

static void load_unpack_bytes(wb_loader *l, const wb_words *w, int op)
{
    wb_operand a = wb_load_operand(l, w, FIRST, 1), r = wb_load_target(l, w);
    for (uint32_t i = 0; i < 4 && i < r.words && !l->failed; i++) {
        uint32_t byte = wb_load_make(l, WbOpShiftRight, 1, a.row, wb_load_constant(l, 8 * i), 0);
        wb_load_put(l, op, 1, r.row + i, byte, 0, 0);
    }
}

bool wb_load_extended(wb_loader *l, const wb_words *w)
{
    if (w->opcode != OpExtInst) return false;
    wb_load_kind(l, w, 3, ID_EXTENDED);
    int number = (int)(wb_load_word(l, w, 4) & 0xFFFF);
    const wb_simple *s = wb_load_find_simple(extended, sizeof extended / sizeof *extended, number);
    if (s != NULL) {
        wb_load_simple(l, w, s, FIRST);
        return true;
    }
    switch (number) {
    case ExtFClamp:
    case ExtNClamp: load_clamp(l, w, WbOpFMin, WbOpFMax, WbOpDMin, WbOpDMax); break;
    case ExtUClamp: load_clamp(l, w, WbOpUMin, WbOpUMax, -1, -1); break;
    case ExtSClamp: load_clamp(l, w, WbOpSMin, WbOpSMax, -1, -1); break;
    case ExtFMix: load_mix(l, w); break;
    case ExtSmoothStep: load_smoothstep(l, w); break;
    case ExtLength: load_length(l, w, false); break;
    case ExtDistance: load_length(l, w, true); break;
    case ExtNormalize: load_normalize(l, w); break;
    case ExtCross: load_cross(l, w); break;
    case ExtReflect: load_reflect(l, w); break;
    case ExtRadians: load_angle(l, w, 0.017453292519943295f); break;
    case ExtDegrees: load_angle(l, w, 57.29577951308232f); break;
    case ExtModf:
    case ExtModfStruct:
    case ExtFrexp:
    case ExtFrexpStruct: load_parts(l, w, number); break;
    case ExtPackHalf2x16: load_pack(l, w, WbOpPackHalf); break;
    case ExtPackSnorm2x16: load_pack(l, w, WbOpPackSnorm16); break;
    case ExtPackUnorm2x16: load_pack(l, w, WbOpPackUnorm16); break;
    case ExtUnpackHalf2x16: load_unpack(l, w, WbOpUnpackHalfLow, WbOpUnpackHalfHigh); break;
    case ExtUnpackSnorm2x16: load_unpack(l, w, WbOpUnpackSnorm16Low, WbOpUnpackSnorm16High); break;
    case ExtUnpackUnorm2x16: load_unpack(l, w, WbOpUnpackUnorm16Low, WbOpUnpackUnorm16High); break;
    case ExtPackSnorm4x8: load_pack_bytes(l, w, WbOpToSnorm8); break;
    case ExtPackUnorm4x8: load_pack_bytes(l, w, WbOpToUnorm8); break;
    case ExtUnpackSnorm4x8: load_unpack_bytes(l, w, WbOpFromSnorm8); break;
    case ExtUnpackUnorm4x8: load_unpack_bytes(l, w, WbOpFromUnorm8); break;
    case ExtPackDouble2x32:
    case ExtUnpackDouble2x32: {
        wb_operand r = wb_load_target(l, w);
        wb_load_put(l, WbOpMove, 2, r.row, wb_load_operand(l, w, FIRST, 2).row, 0, 0);
        if (r.words != 2)
            wb_load_fail(l, "the module is damaged: a double of other than two words");
        break;
    }
    default: {
        char name[48];
        wb_load_fail(l, "the function %s is not supported by the kernel machine",
                     wb_extended_name(number, name, sizeof name));
    }
    }
    return true;
}
