/* The functions of GLSL.std.450: those that are more than one operation are made of several. */
#include "machine/values.h"

#include <string.h>

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
    {ExtStep, WbOpStep, WbOpDStep, 2, 0},
    {ExtFClamp, WbOpFClamp, WbOpDClamp, 3, 0},
    {ExtNClamp, WbOpFClamp, WbOpDClamp, 3, 0},
    {ExtUClamp, WbOpUClamp, -1, 3, 0},
    {ExtSClamp, WbOpSClamp, -1, 3, 0},
    {ExtSmoothStep, WbOpSmoothStep, WbOpDSmoothStep, 3, 0},
    {ExtFma, WbOpFma, WbOpDFma, 3, 0},
    {ExtFindILsb, WbOpFindLsb, -1, 1, 0},
    {ExtFindSMsb, WbOpFindSMsb, -1, 1, 0},
    {ExtFindUMsb, WbOpFindUMsb, -1, 1, 0},
};

enum { FIRST = 5 }; // the word of the first operand

/* ---- With floats or doubles ---- */

// The operation on doubles that does the same.
static int of_doubles(int operation)
{
    static const int pairs[][2] = {
        {WbOpFAdd, WbOpDAdd},
        {WbOpFSub, WbOpDSub},
        {WbOpFMul, WbOpDMul},
        {WbOpFDiv, WbOpDDiv},
        {WbOpSqrt, WbOpDSqrt},
        {WbOpFNeg, WbOpDNeg},
        {WbOpTrunc, WbOpDTrunc},
        {WbOpFLess, WbOpDLess},
        {WbOpInvert, WbOpDInvert},
        {WbOpLdexp, WbOpDLdexp},
        {WbOpFrexpExponent, WbOpDFrexpExponent},
        {WbOpFrexpSignificand, WbOpDFrexpSignificand},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (pairs[i][0] == operation) return pairs[i][1];
    return operation;
}

/* The result of the function and how it counts: `each` rows are a number. */
typedef struct function {
    wb_loader *l;
    wb_operand r;
    bool doubles;
    uint32_t each, count; // numbers in the result
} function;

static function begin_function(wb_loader *l, const wb_words *w)
{
    function f = {.l = l, .r = wb_load_target(l, w)};
    f.doubles = f.r.scalar == WB_TYPE_DOUBLE;
    f.each = f.doubles ? 2 : 1;
    f.count = f.r.words / f.each;
    return f;
}

// One number out of one or two, in new rows.
static uint32_t make(const function *f, int operation, uint32_t a, uint32_t b)
{
    int op = f->doubles ? of_doubles(operation) : operation;
    bool is_word = operation == WbOpFLess || operation == WbOpFrexpExponent;
    uint32_t row = wb_load_rows(f->l, is_word ? 1 : f->each);
    wb_load_put(f->l, op, 1, row, a, b, 0);
    return row;
}

// Into the result's number `i`.
static void put(const function *f, uint32_t i, int operation, uint32_t a, uint32_t b)
{
    int op = f->doubles ? of_doubles(operation) : operation;
    wb_load_put(f->l, op, 1, f->r.row + i * f->each, a, b, 0);
}

static void put_move(const function *f, uint32_t i, uint32_t row)
{
    wb_load_put(f->l, WbOpMove, f->each, f->r.row + i * f->each, row, 0, 0);
}

static uint32_t number(const function *f, double value)
{
    uint32_t words[2];
    float narrow = (float)value;
    memcpy(words, f->doubles ? (void *)&value : (void *)&narrow, f->doubles ? 8 : 4);
    if (!f->doubles) return wb_load_constant(f->l, words[0]);
    uint32_t row = wb_load_rows(f->l, 2);
    for (uint32_t k = 0; k < 2; k++)
        wb_load_put(f->l, WbOpMove, 1, row + k, wb_load_constant(f->l, words[k]), 0, 0);
    return row;
}

static uint32_t dot(const function *f, uint32_t count, uint32_t a, uint32_t b)
{
    uint32_t row = wb_load_rows(f->l, f->each);
    wb_load_dot(f->l, f->doubles, count, row, a, f->each, b, f->each);
    return row;
}

// Where the condition, a bool, holds, `yes`, otherwise `no`.
static void put_select(const function *f, uint32_t i, uint32_t condition, uint32_t yes, uint32_t no)
{
    for (uint32_t w = 0; w < f->each; w++)
        wb_load_put(f->l, WbOpSelect, 1, f->r.row + i * f->each + w, condition, yes + w, no + w);
}

static uint32_t operand(const function *f, const wb_words *w, uint32_t n)
{
    return wb_load_operand(f->l, w, FIRST + n, f->r.words).row;
}

/* ---- Vectors ---- */

// x (1 - a) + y a
static void load_mix(wb_loader *l, const wb_words *w)
{
    function f = begin_function(l, w);
    uint32_t x = operand(&f, w, 0), y = operand(&f, w, 1), a = operand(&f, w, 2);
    uint32_t one = number(&f, 1);
    for (uint32_t i = 0; i < f.count && !l->failed; i++) {
        uint32_t at = i * f.each, rest = make(&f, WbOpFSub, one, a + at);
        put(&f, i, WbOpFAdd, make(&f, WbOpFMul, x + at, rest), make(&f, WbOpFMul, y + at, a + at));
    }
}

static void load_length(wb_loader *l, const wb_words *w, bool distance)
{
    function f = begin_function(l, w);
    wb_operand a = wb_load_operand(l, w, FIRST, f.each);
    uint32_t row = a.row;
    if (distance)
        row = wb_load_make(l, f.doubles ? WbOpDSub : WbOpFSub, a.words / f.each, a.row,
                           wb_load_operand(l, w, FIRST + 1, a.words).row, 0);
    put(&f, 0, WbOpSqrt, dot(&f, a.words / f.each, row, row), 0);
}

static void load_normalize(wb_loader *l, const wb_words *w)
{
    function f = begin_function(l, w);
    uint32_t a = operand(&f, w, 0);
    uint32_t length = make(&f, WbOpSqrt, dot(&f, f.count, a, a), 0);
    uint32_t factor = make(&f, WbOpInvert, length, length);
    for (uint32_t i = 0; i < f.count && !l->failed; i++)
        put(&f, i, WbOpFMul, a + i * f.each, factor);
}

static void load_cross(wb_loader *l, const wb_words *w)
{
    function f = begin_function(l, w);
    uint32_t a = operand(&f, w, 0), b = operand(&f, w, 1);
    if (f.count != 3) wb_load_fail(l, "the module is damaged: a cross product of another size");
    for (uint32_t i = 0; i < 3 && !l->failed; i++) {
        uint32_t j = (i + 1) % 3 * f.each, k = (i + 2) % 3 * f.each;
        put(&f, i, WbOpFSub, make(&f, WbOpFMul, a + j, b + k), make(&f, WbOpFMul, a + k, b + j));
    }
}

// incident - 2 dot(normal, incident) normal
static void load_reflect(wb_loader *l, const wb_words *w)
{
    function f = begin_function(l, w);
    uint32_t a = operand(&f, w, 0), n = operand(&f, w, 1);
    uint32_t twice = make(&f, WbOpFMul, number(&f, 2), dot(&f, f.count, n, a));
    for (uint32_t i = 0; i < f.count && !l->failed; i++)
        put(&f, i, WbOpFSub, a + i * f.each, make(&f, WbOpFMul, twice, n + i * f.each));
}

// k = 1 - eta^2 (1 - dot(n, i)^2); 0 if k < 0, otherwise eta i - (eta dot(n, i) + sqrt(k)) n
static void load_refract(wb_loader *l, const wb_words *w)
{
    function f = begin_function(l, w);
    uint32_t a = operand(&f, w, 0), n = operand(&f, w, 1);
    wb_operand given = wb_load_operand(l, w, FIRST + 2, 1);
    uint32_t zero = number(&f, 0), one = number(&f, 1), eta = given.row;
    if (f.doubles && given.scalar == WB_TYPE_FLOAT) { // as GLSL declares it
        eta = wb_load_rows(l, 2);
        wb_load_put(l, WbOpFloatToDouble, 1, eta, given.row, 0, 0);
    }
    uint32_t along = dot(&f, f.count, n, a);
    uint32_t rest = make(&f, WbOpFSub, one, make(&f, WbOpFMul, along, along));
    uint32_t k = make(&f, WbOpFSub, one, make(&f, WbOpFMul, make(&f, WbOpFMul, eta, eta), rest));
    uint32_t inside = make(&f, WbOpFLess, k, zero), safe = wb_load_rows(l, f.each);
    for (uint32_t i = 0; i < f.each; i++) // the root of what is negative is not wanted
        wb_load_put(l, WbOpSelect, 1, safe + i, inside, zero + i, k + i);
    uint32_t by = make(&f, WbOpFAdd, make(&f, WbOpFMul, eta, along), make(&f, WbOpSqrt, safe, 0));
    for (uint32_t i = 0; i < f.count && !l->failed; i++) {
        uint32_t at = i * f.each;
        uint32_t way =
            make(&f, WbOpFSub, make(&f, WbOpFMul, eta, a + at), make(&f, WbOpFMul, by, n + at));
        put_select(&f, i, inside, zero, way);
    }
}

// n if dot(reference, incident) < 0, otherwise -n
static void load_faceforward(wb_loader *l, const wb_words *w)
{
    function f = begin_function(l, w);
    uint32_t n = operand(&f, w, 0), a = operand(&f, w, 1), reference = operand(&f, w, 2);
    uint32_t towards = make(&f, WbOpFLess, dot(&f, f.count, reference, a), number(&f, 0));
    for (uint32_t i = 0; i < f.count && !l->failed; i++) {
        uint32_t at = n + i * f.each;
        put_select(&f, i, towards, at, make(&f, WbOpFNeg, at, 0));
    }
}

/* ---- Matrices ---- */

// Of the matrix without the given rows and columns (bits).
static uint32_t minor(const function *f, uint32_t m, uint32_t size, uint32_t rows, uint32_t columns)
{
    uint32_t sum = WB_NO_ROW, column = 0, plus = 1;
    while ((columns >> column & 1) != 0) column++;
    for (uint32_t r = 0; r < size && !f->l->failed; r++) {
        if ((rows >> r & 1) != 0) continue;
        uint32_t rest_rows = rows | 1u << r, rest_columns = columns | 1u << column;
        uint32_t term = m + (column * size + r) * f->each;
        if (rest_rows != (1u << size) - 1)
            term = make(f, WbOpFMul, term, minor(f, m, size, rest_rows, rest_columns));
        sum = sum == WB_NO_ROW ? term : make(f, plus != 0 ? WbOpFAdd : WbOpFSub, sum, term);
        plus ^= 1;
    }
    return sum;
}

static void load_determinant(wb_loader *l, const wb_words *w)
{
    function f = begin_function(l, w);
    wb_operand m = wb_load_operand(l, w, FIRST, 4 * f.each);
    uint32_t size = m.words == 4 * f.each ? 2 : m.words == 9 * f.each ? 3 : 4;
    if (m.words != size * size * f.each || f.count != 1)
        wb_load_fail(l, "the module is damaged: a determinant of another size");
    else
        put_move(&f, 0, minor(&f, m.row, size, 0, 0));
}

// The cofactors, transposed, by the determinant.
static void load_inverse(wb_loader *l, const wb_words *w)
{
    function f = begin_function(l, w);
    uint32_t m = operand(&f, w, 0), size = f.count == 4 ? 2 : f.count == 9 ? 3 : 4;
    if (f.count != size * size) {
        wb_load_fail(l, "the module is damaged: an inverse of another size");
        return;
    }
    uint32_t factor = make(&f, WbOpInvert, minor(&f, m, size, 0, 0), 0);
    for (uint32_t c = 0; c < size; c++)
        for (uint32_t r = 0; r < size && !l->failed; r++) {
            uint32_t part = minor(&f, m, size, 1u << c, 1u << r);
            if (((c + r) & 1) != 0) part = make(&f, WbOpFNeg, part, 0);
            put(&f, c * size + r, WbOpFMul, part, factor);
        }
}

/* ---- Parts of numbers ---- */

static void load_angle(wb_loader *l, const wb_words *w, double factor)
{
    function f = begin_function(l, w);
    uint32_t a = operand(&f, w, 0), by = number(&f, factor);
    for (uint32_t i = 0; i < f.count && !l->failed; i++) put(&f, i, WbOpFMul, a + i * f.each, by);
}

// The exponents are ints, of doubles, too.
static void load_ldexp(wb_loader *l, const wb_words *w)
{
    function f = begin_function(l, w);
    uint32_t a = operand(&f, w, 0), e = wb_load_operand(l, w, FIRST + 1, f.count).row;
    wb_load_put(l, f.doubles ? WbOpDLdexp : WbOpLdexp, f.count, f.r.row, a, e, 0);
}

// A number's two parts: modf() and frexp(), as a struct or through a pointer.
static void load_parts(wb_loader *l, const wb_words *w, int which)
{
    wb_operand r = wb_load_target(l, w), a = wb_load_operand(l, w, FIRST, 1);
    bool is_struct = which == ExtModfStruct || which == ExtFrexpStruct;
    bool is_modf = which == ExtModf || which == ExtModfStruct;
    function f = {.l = l, .r = r, .doubles = a.scalar == WB_TYPE_DOUBLE};
    f.each = f.doubles ? 2 : 1;
    f.count = a.words / f.each;
    uint32_t second_words = is_modf ? a.words : f.count;
    if (r.words != a.words + (is_struct ? second_words : 0)) {
        wb_load_fail(l, "the module is damaged: parts of another size");
        return;
    }
    uint32_t second = wb_load_rows(l, second_words);
    for (uint32_t i = 0; i < f.count; i++) {
        uint32_t at = a.row + i * f.each;
        uint32_t part = make(&f, is_modf ? WbOpTrunc : WbOpFrexpExponent, at, 0);
        uint32_t words = is_modf ? f.each : 1;
        wb_load_put(l, WbOpMove, words, second + i * words, part, 0, 0);
        if (is_modf)
            put(&f, i, WbOpFSub, at, part);
        else
            put(&f, i, WbOpFrexpSignificand, at, 0);
    }
    if (is_struct)
        wb_load_put(l, WbOpMove, second_words, r.row + a.words, second, 0, 0);
    else
        wb_load_store(l, w, FIRST + 1, second, second_words);
}

/* ---- Packing ---- */

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

// Functions that are more than one operation.
static void load_function(wb_loader *l, const wb_words *w, int which)
{
    switch (which) {
    case ExtFMix: load_mix(l, w); break;
    case ExtLength: load_length(l, w, false); break;
    case ExtDistance: load_length(l, w, true); break;
    case ExtNormalize: load_normalize(l, w); break;
    case ExtCross: load_cross(l, w); break;
    case ExtReflect: load_reflect(l, w); break;
    case ExtRefract: load_refract(l, w); break;
    case ExtFaceForward: load_faceforward(l, w); break;
    case ExtDeterminant: load_determinant(l, w); break;
    case ExtMatrixInverse: load_inverse(l, w); break;
    case ExtLdexp: load_ldexp(l, w); break;
    case ExtRadians: load_angle(l, w, 0.017453292519943295); break;
    case ExtDegrees: load_angle(l, w, 57.29577951308232); break;
    case ExtModf:
    case ExtModfStruct:
    case ExtFrexp:
    case ExtFrexpStruct: load_parts(l, w, which); break;
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
                     wb_extended_name(which, name, sizeof name));
    }
    }
}

bool wb_load_extended(wb_loader *l, const wb_words *w)
{
    if (w->opcode != OpExtInst) return false;
    wb_load_kind(l, w, 3, ID_EXTENDED);
    int which = (int)(wb_load_word(l, w, 4) & 0xFFFF);
    const wb_simple *s = wb_load_find_simple(extended, sizeof extended / sizeof *extended, which);
    l->is_loose = true;
    if (s != NULL)
        wb_load_simple(l, w, s, FIRST);
    else
        load_function(l, w, which);
    l->is_loose = false;
    return true;
}
