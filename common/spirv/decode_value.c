/* Arithmetic: what is more than one operation for each component becomes several of them. */
#include "spirv/load.h"

/* ---- Emitting ---- */

typedef struct operand {
    uint32_t row, words;
    wb_type_kind scalar; // of which it consists
} operand;

static wb_type_kind scalar_of(const wb_loader *l, int type)
{
    const wb_type *t = wb_load_type(l, type);
    for (int i = 0; i < 2 && (t->kind == WB_TYPE_VECTOR || t->kind == WB_TYPE_MATRIX); i++)
        t = wb_load_type(l, t->element);
    return t->kind;
}

// A value of at least so many words; 0 takes what there is.
static operand value(wb_loader *l, const wb_words *w, uint32_t index, uint32_t words)
{
    uint32_t row = wb_load_value(l, w, index, 0);
    int type = wb_load_id(l, w, index)->type;
    operand o = {row, wb_load_type(l, type)->words, scalar_of(l, type)};
    if (o.words < words) {
        char name[32];
        wb_load_fail(l, "the module is damaged: an operand of %s is too small",
                     wb_opcode_name(w->opcode, name, sizeof name));
    }
    return o;
}

static operand result(wb_loader *l, const wb_words *w)
{
    uint32_t row = wb_load_result(l, w);
    int type = wb_load_id(l, w, 2)->type;
    return (operand){row, wb_load_type(l, type)->words, scalar_of(l, type)};
}

static void put(wb_loader *l, int op, uint32_t count, uint32_t to, uint32_t a, uint32_t b, uint32_t c)
{
    wb_load_emit(l, (wb_instruction){.op = (uint16_t)op, .count = count, .result = to, .a = a,
                                     .b = b, .c = c});
}

// The same into new rows.
static uint32_t make(wb_loader *l, int op, uint32_t count, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t row = wb_load_rows(l, op >= WbOpDAdd && op <= WbOpUintToDouble ? 2 * count : count);
    put(l, op, count, row, a, b, c);
    return row;
}

static uint32_t constant_float(wb_loader *l, float f)
{
    union {
        float f;
        uint32_t u;
    } bits = {f};
    return wb_load_constant(l, bits.u);
}

/* ---- One operation for each component ---- */

enum { SWAPPED = 1, NEGATED = 2, TO_SCALAR = 4, FROM_SCALAR = 8 };

typedef struct simple {
    int opcode, operation, of_doubles, operands;
    int how; // SWAPPED: b and a; NEGATED: of the result; TO_, FROM_SCALAR: a double's other side
} simple;

static const simple simples[] = {
    {OpCopyObject, WbOpMove, -1, 1, 0},
    {OpCopyObject, WbOpMove, -1, 1, 0},
    {OpCopyLogical, WbOpMove, -1, 1, 0},
    {OpBitcast, WbOpMove, -1, 1, 0},
    {OpUConvert, WbOpMove, -1, 1, 0},
    {OpSConvert, WbOpMove, -1, 1, 0},
    {OpSNegate, WbOpINeg, -1, 1, 0},
    {OpFNegate, WbOpFNeg, WbOpDNeg, 1, 0},
    {OpIAdd, WbOpIAdd, -1, 2, 0},
    {OpISub, WbOpISub, -1, 2, 0},
    {OpIMul, WbOpIMul, -1, 2, 0},
    {OpUDiv, WbOpUDiv, -1, 2, 0},
    {OpSDiv, WbOpSDiv, -1, 2, 0},
    {OpUMod, WbOpUMod, -1, 2, 0},
    {OpSMod, WbOpSMod, -1, 2, 0},
    {OpSRem, WbOpSRem, -1, 2, 0},
    {OpFAdd, WbOpFAdd, WbOpDAdd, 2, 0},
    {OpFSub, WbOpFSub, WbOpDSub, 2, 0},
    {OpFMul, WbOpFMul, WbOpDMul, 2, 0},
    {OpFDiv, WbOpFDiv, WbOpDDiv, 2, 0},
    {OpFMod, WbOpFMod, WbOpDMod, 2, 0},
    {OpFRem, WbOpFRem, -1, 2, 0},
    {OpShiftLeftLogical, WbOpShiftLeft, -1, 2, 0},
    {OpShiftRightLogical, WbOpShiftRight, -1, 2, 0},
    {OpShiftRightArithmetic, WbOpShiftRightSigned, -1, 2, 0},
    {OpBitwiseAnd, WbOpAnd, -1, 2, 0},
    {OpBitwiseOr, WbOpOr, -1, 2, 0},
    {OpBitwiseXor, WbOpXor, -1, 2, 0},
    {OpNot, WbOpNot, -1, 1, 0},
    {OpBitReverse, WbOpBitReverse, -1, 1, 0},
    {OpBitCount, WbOpBitCount, -1, 1, 0},
    {OpLogicalAnd, WbOpAnd, -1, 2, 0},
    {OpLogicalOr, WbOpOr, -1, 2, 0},
    {OpLogicalNot, WbOpLogicalNot, -1, 1, 0},
    {OpLogicalEqual, WbOpLogicalEqual, -1, 2, 0},
    {OpLogicalNotEqual, WbOpLogicalNotEqual, -1, 2, 0},
    {OpIEqual, WbOpIEqual, -1, 2, 0},
    {OpINotEqual, WbOpINotEqual, -1, 2, 0},
    {OpULessThan, WbOpULess, -1, 2, 0},
    {OpULessThanEqual, WbOpULessEqual, -1, 2, 0},
    {OpUGreaterThan, WbOpULess, -1, 2, SWAPPED},
    {OpUGreaterThanEqual, WbOpULessEqual, -1, 2, SWAPPED},
    {OpSLessThan, WbOpSLess, -1, 2, 0},
    {OpSLessThanEqual, WbOpSLessEqual, -1, 2, 0},
    {OpSGreaterThan, WbOpSLess, -1, 2, SWAPPED},
    {OpSGreaterThanEqual, WbOpSLessEqual, -1, 2, SWAPPED},
    {OpFOrdEqual, WbOpFEqual, WbOpDEqual, 2, TO_SCALAR},
    {OpFUnordNotEqual, WbOpFNotEqual, WbOpDNotEqual, 2, TO_SCALAR},
    {OpFOrdNotEqual, WbOpFOrdNotEqual, -1, 2, TO_SCALAR},
    {OpFUnordEqual, WbOpFUnordEqual, -1, 2, TO_SCALAR},
    {OpFOrdLessThan, WbOpFLess, WbOpDLess, 2, TO_SCALAR},
    {OpFOrdLessThanEqual, WbOpFLessEqual, WbOpDLessEqual, 2, TO_SCALAR},
    {OpFOrdGreaterThan, WbOpFLess, WbOpDLess, 2, TO_SCALAR | SWAPPED},
    {OpFOrdGreaterThanEqual, WbOpFLessEqual, WbOpDLessEqual, 2, TO_SCALAR | SWAPPED},
    {OpFUnordLessThan, WbOpFUnordLess, -1, 2, TO_SCALAR},
    {OpFUnordLessThanEqual, WbOpFUnordLessEqual, -1, 2, TO_SCALAR},
    {OpFUnordGreaterThan, WbOpFUnordLess, -1, 2, TO_SCALAR | SWAPPED},
    {OpFUnordGreaterThanEqual, WbOpFUnordLessEqual, -1, 2, TO_SCALAR | SWAPPED},
    {OpIsNan, WbOpIsNan, WbOpDIsNan, 1, TO_SCALAR},
    {OpIsInf, WbOpIsInf, WbOpDIsInf, 1, TO_SCALAR},
    {OpConvertFToU, WbOpFloatToUint, WbOpDoubleToUint, 1, TO_SCALAR},
    {OpConvertFToS, WbOpFloatToInt, WbOpDoubleToInt, 1, TO_SCALAR},
    {OpConvertSToF, WbOpIntToFloat, WbOpIntToDouble, 1, FROM_SCALAR},
    {OpConvertUToF, WbOpUintToFloat, WbOpUintToDouble, 1, FROM_SCALAR},
};

static const simple extended[] = {
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

static const simple *find(const simple *list, size_t count, int opcode)
{
    for (size_t i = 0; i < count; i++)
        if (list[i].opcode == opcode) return &list[i];
    return NULL;
}

// How many words an operand must have for `count` results.
static uint32_t operand_words(const simple *s, bool doubles, uint32_t count)
{
    if (!doubles || (s->how & FROM_SCALAR) != 0) return count;
    return 2 * count;
}

static void load_simple(wb_loader *l, const wb_words *w, const simple *s, uint32_t first)
{
    operand a = value(l, w, first, 0);
    operand r = result(l, w);
    bool doubles = (s->how & FROM_SCALAR) != 0 ? r.scalar == WB_TYPE_DOUBLE
                                               : a.scalar == WB_TYPE_DOUBLE;
    bool moves = s->operation == WbOpMove;
    int operation = doubles && !moves ? s->of_doubles : s->operation;
    if (operation < 0 || (s->operation == WbOpStep && doubles)) {
        char name[32];
        wb_load_fail(l, "%s of doubles is not supported by the kernel machine",
                     w->opcode == OpExtInst ? wb_extended_name(s->opcode, name, sizeof name)
                                            : wb_opcode_name(s->opcode, name, sizeof name));
        return;
    }
    bool result_doubles = doubles && !moves && (s->how & TO_SCALAR) == 0;
    uint32_t count = result_doubles ? r.words / 2 : r.words;
    uint32_t needed = moves ? count : operand_words(s, doubles, count);
    uint32_t rows[3] = {0};
    for (int i = 0; i < s->operands; i++)
        rows[i] = value(l, w, first + (uint32_t)i, needed).row;
    bool swapped = (s->how & SWAPPED) != 0;
    wb_load_emit(l, (wb_instruction){.op = (uint16_t)operation,
                                     .sub = r.scalar == WB_TYPE_BOOL, // of && and ||
                                     .count = count,
                                     .result = r.row,
                                     .a = rows[swapped],
                                     .b = rows[swapped ? 0 : 1],
                                     .c = rows[2]});
}

/* ---- Composites ---- */

static void load_construct(wb_loader *l, const wb_words *w)
{
    operand r = result(l, w);
    uint32_t at = 0;
    for (uint32_t i = 3; i < w->count && !l->failed; i++) {
        operand part = value(l, w, i, 0);
        if (part.words > r.words - at) {
            wb_load_fail(l, "the module is damaged: too many parts of a value");
            return;
        }
        put(l, WbOpMove, part.words, r.row + at, part.row, 0, 0);
        at += part.words;
    }
}

// Goes down into a type by the literal indices from word `index` on; returns the words skipped.
static uint32_t go_into(wb_loader *l, const wb_words *w, uint32_t index, int *type)
{
    uint32_t words = 0;
    for (; index < w->count; index++) {
        const wb_type *t = wb_load_type(l, *type);
        uint32_t i = w->word[index];
        bool composite = t->kind == WB_TYPE_STRUCT || t->kind == WB_TYPE_ARRAY ||
                         t->kind == WB_TYPE_VECTOR || t->kind == WB_TYPE_MATRIX;
        if (!composite || i >= t->count) {
            wb_load_fail(l, "the module is damaged: a value has no part %u", i);
            return 0;
        }
        bool is_struct = t->kind == WB_TYPE_STRUCT;
        *type = is_struct ? t->members[i].type : t->element;
        words += is_struct ? t->members[i].word : i * wb_load_type(l, *type)->words;
    }
    return words;
}

static void load_extract(wb_loader *l, const wb_words *w)
{
    operand a = value(l, w, 3, 0);
    int type = wb_load_id(l, w, 3)->type;
    uint32_t skipped = go_into(l, w, 4, &type);
    if (!l->failed) wb_load_alias(l, w, type, a.row + skipped);
}

static void load_insert(wb_loader *l, const wb_words *w)
{
    operand part = value(l, w, 3, 0), r = result(l, w), whole = value(l, w, 4, r.words);
    int type = wb_load_id(l, w, 2)->type;
    uint32_t skipped = go_into(l, w, 5, &type);
    if (part.words != wb_load_type(l, type)->words) {
        wb_load_fail(l, "the module is damaged: a part of another size");
        return;
    }
    put(l, WbOpMove, r.words, r.row, whole.row, 0, 0);
    put(l, WbOpMove, part.words, r.row + skipped, part.row, 0, 0);
}

static void load_shuffle(wb_loader *l, const wb_words *w)
{
    operand a = value(l, w, 3, 0), b = value(l, w, 4, 0), r = result(l, w);
    uint32_t each = r.scalar == WB_TYPE_DOUBLE ? 2 : 1, at = 0;
    for (uint32_t i = 5; i < w->count && !l->failed; i++, at += each) {
        uint32_t from = w->word[i];
        if (from == UINT32_MAX) from = 0; // any will do
        from *= each;
        if (from >= a.words + b.words || at + each > r.words) {
            wb_load_fail(l, "the module is damaged: a vector has no component %u", from);
            return;
        }
        put(l, WbOpMove, each, r.row + at, from < a.words ? a.row + from : b.row + from - a.words, 0,
            0);
    }
}

static uint32_t checked_index(wb_loader *l, const wb_words *w, uint32_t at, uint32_t count,
                              uint32_t step)
{
    bool is_signed = wb_load_type(l, wb_load_kind(l, w, at, ID_VALUE)->type)->kind == WB_TYPE_INT;
    uint32_t extra = wb_load_extra(l, count), row = wb_load_rows(l, 1);
    wb_load_extra(l, UINT32_MAX); // of no variable
    wb_load_extra(l, 0);
    wb_load_extra(l, step);
    wb_load_emit(l, (wb_instruction){.op = WbOpIndex, .mode = is_signed ? WB_SIGNED : 0, .count = 1,
                                     .result = row, .a = WB_NO_ROW,
                                     .b = wb_load_value(l, w, at, 0), .c = step, .extra = extra});
    return row;
}

static void load_dynamic(wb_loader *l, const wb_words *w)
{
    operand vector = value(l, w, 3, 0);
    uint32_t each = vector.scalar == WB_TYPE_DOUBLE ? 2 : 1;
    bool inserts = w->opcode == OpVectorInsertDynamic;
    uint32_t address = checked_index(l, w, inserts ? 5 : 4, vector.words / each, each);
    operand r = result(l, w);
    if (r.words != (inserts ? vector.words : each)) {
        wb_load_fail(l, "the module is damaged: a component of another size");
    } else if (!inserts) {
        put(l, WbOpLoadRows, each, r.row, address, 0, vector.row);
    } else {
        uint32_t part = value(l, w, 4, each).row;
        put(l, WbOpMove, r.words, r.row, vector.row, 0, 0);
        put(l, WbOpStoreRows, each, 0, address, part, r.row);
    }
}

static void load_select(wb_loader *l, const wb_words *w)
{
    operand r = result(l, w), condition = value(l, w, 3, 1);
    operand a = value(l, w, 4, r.words), b = value(l, w, 5, r.words);
    uint32_t each = r.scalar == WB_TYPE_DOUBLE ? 2 : 1;
    for (uint32_t i = 0; i < r.words && !l->failed; i++) {
        uint32_t k = condition.words > 1 ? i / each : 0;
        if (k >= condition.words) {
            wb_load_fail(l, "the module is damaged: too few conditions");
            return;
        }
        put(l, WbOpSelect, 1, r.row + i, condition.row + k, a.row + i, b.row + i);
    }
}

static void load_any_all(wb_loader *l, const wb_words *w)
{
    operand a = value(l, w, 3, 1), r = result(l, w);
    int op = w->opcode == OpAny ? WbOpOr : WbOpAnd;
    uint32_t sum = a.row;
    for (uint32_t i = 1; i < a.words; i++) {
        uint32_t to = i + 1 < a.words ? wb_load_rows(l, 1) : r.row;
        put(l, op, 1, to, sum, a.row + i, 0);
        sum = to;
    }
    if (a.words == 1) put(l, WbOpMove, 1, r.row, a.row, 0, 0);
}

/* ---- Vectors and matrices ---- */

// Sum of the products of `count` scalars that lie `step` words apart, into `to`.
static void dot(wb_loader *l, bool doubles, uint32_t count, uint32_t to, uint32_t a, uint32_t step_a,
                uint32_t b, uint32_t step_b)
{
    int mul = doubles ? WbOpDMul : WbOpFMul, add = doubles ? WbOpDAdd : WbOpFAdd;
    uint32_t sum = make(l, mul, 1, a, b, 0);
    for (uint32_t i = 1; i < count; i++) {
        uint32_t product = make(l, mul, 1, a + i * step_a, b + i * step_b, 0);
        sum = make(l, add, 1, sum, product, 0);
    }
    put(l, WbOpMove, doubles ? 2 : 1, to, sum, 0, 0);
}

static void load_dot(wb_loader *l, const wb_words *w)
{
    operand a = value(l, w, 3, 1), b = value(l, w, 4, a.words), r = result(l, w);
    bool doubles = r.scalar == WB_TYPE_DOUBLE;
    uint32_t each = doubles ? 2 : 1;
    dot(l, doubles, a.words / each, r.row, a.row, each, b.row, each);
}

static void load_times_scalar(wb_loader *l, const wb_words *w)
{
    operand r = result(l, w), a = value(l, w, 3, r.words), b = value(l, w, 4, 1);
    bool doubles = r.scalar == WB_TYPE_DOUBLE;
    uint32_t each = doubles ? 2 : 1;
    for (uint32_t i = 0; i < r.words; i += each)
        put(l, doubles ? WbOpDMul : WbOpFMul, 1, r.row + i, a.row + i, b.row, 0);
}

static uint32_t columns_of(wb_loader *l, const wb_words *w, uint32_t index)
{
    const wb_type *t = wb_load_type(l, wb_load_id(l, w, index)->type);
    return t->kind == WB_TYPE_MATRIX ? t->count : 1;
}

// All products of matrices and vectors, as row of a times column of b.
static void load_product(wb_loader *l, const wb_words *w)
{
    operand r = result(l, w), a = value(l, w, 3, 1), b = value(l, w, 4, 1);
    bool doubles = r.scalar == WB_TYPE_DOUBLE;
    uint32_t each = doubles ? 2 : 1;
    bool a_is_row = w->opcode == OpVectorTimesMatrix;
    uint32_t inner = a_is_row ? a.words / each : columns_of(l, w, 3);
    uint32_t rows = a_is_row ? 1 : a.words / each / inner;
    uint32_t columns = columns_of(l, w, 4);
    if (b.words / each != inner * columns || r.words / each != rows * columns) {
        wb_load_fail(l, "the module is damaged: a product of unlike matrices");
        return;
    }
    for (uint32_t c = 0; c < columns && !l->failed; c++)
        for (uint32_t i = 0; i < rows; i++)
            dot(l, doubles, inner, r.row + (c * rows + i) * each, a.row + i * each, rows * each,
                b.row + c * inner * each, each);
}

static void load_transpose(wb_loader *l, const wb_words *w)
{
    operand a = value(l, w, 3, 1), r = result(l, w);
    uint32_t each = r.scalar == WB_TYPE_DOUBLE ? 2 : 1;
    uint32_t columns = columns_of(l, w, 3), rows = a.words / each / columns;
    if (r.words != a.words) wb_load_fail(l, "the module is damaged: a transpose of another size");
    for (uint32_t c = 0; c < columns && !l->failed; c++)
        for (uint32_t i = 0; i < rows; i++)
            put(l, WbOpMove, each, r.row + (i * columns + c) * each, a.row + (c * rows + i) * each,
                0, 0);
}

static void load_outer(wb_loader *l, const wb_words *w)
{
    operand a = value(l, w, 3, 1), b = value(l, w, 4, 1), r = result(l, w);
    if (r.scalar == WB_TYPE_DOUBLE || r.words != a.words * b.words) {
        wb_load_fail(l, "outerProduct() of doubles is not supported by the kernel machine");
        return;
    }
    for (uint32_t c = 0; c < b.words && !l->failed; c++)
        for (uint32_t i = 0; i < a.words; i++)
            put(l, WbOpFMul, 1, r.row + c * a.words + i, a.row + i, b.row + c, 0);
}

// Two words of result from two operands: of a sum and its carry, of a product.
static void load_wide(wb_loader *l, const wb_words *w)
{
    int low = WbOpIAdd, high = WbOpAddCarry;
    if (w->opcode == OpISubBorrow) low = WbOpISub, high = WbOpSubBorrow;
    if (w->opcode == OpUMulExtended) low = WbOpIMul, high = WbOpUMulHigh;
    if (w->opcode == OpSMulExtended) low = WbOpIMul, high = WbOpSMulHigh;
    operand r = result(l, w);
    uint32_t count = r.words / 2;
    operand a = value(l, w, 3, count), b = value(l, w, 4, count);
    put(l, low, count, r.row, a.row, b.row, 0);
    put(l, high, count, r.row + count, a.row, b.row, 0);
}

static void load_bit_field(wb_loader *l, const wb_words *w)
{
    bool inserts = w->opcode == OpBitFieldInsert;
    operand r = result(l, w), base = value(l, w, 3, r.words);
    uint32_t inserted = inserts ? value(l, w, 4, r.words).row : 0;
    operand offset = value(l, w, inserts ? 5 : 4, 1), count = value(l, w, inserts ? 6 : 5, 1);
    int op = inserts ? WbOpInsert : w->opcode == OpBitFieldSExtract ? WbOpSExtract : WbOpUExtract;
    for (uint32_t i = 0; i < r.words && !l->failed; i++)
        wb_load_emit(l, (wb_instruction){.op = (uint16_t)op, .count = 1, .result = r.row + i,
                                         .a = base.row + i, .b = offset.row, .c = count.row,
                                         .extra = inserts ? wb_load_extra(l, inserted + i) : 0});
}

// Between float and double; anything else is a move.
static void load_float_convert(wb_loader *l, const wb_words *w)
{
    operand a = value(l, w, 3, 1), r = result(l, w);
    bool from = a.scalar == WB_TYPE_DOUBLE, to = r.scalar == WB_TYPE_DOUBLE;
    uint32_t count = to ? r.words / 2 : r.words;
    if (a.words < (from ? 2 : 1) * count)
        wb_load_fail(l, "the module is damaged: a conversion between sizes");
    put(l, from == to ? WbOpMove : from ? WbOpDoubleToFloat : WbOpFloatToDouble,
        from == to ? r.words : count, r.row, a.row, 0, 0);
}

bool wb_load_arithmetic(wb_loader *l, const wb_words *w)
{
    const simple *s = find(simples, sizeof simples / sizeof *simples, w->opcode);
    if (s != NULL) {
        load_simple(l, w, s, 3);
        return true;
    }
    switch (w->opcode) {
    case OpCompositeConstruct: load_construct(l, w); return true;
    case OpCompositeExtract: load_extract(l, w); return true;
    case OpCompositeInsert: load_insert(l, w); return true;
    case OpVectorShuffle: load_shuffle(l, w); return true;
    case OpVectorExtractDynamic: case OpVectorInsertDynamic: load_dynamic(l, w); return true;
    case OpSelect: load_select(l, w); return true;
    case OpAny: case OpAll: load_any_all(l, w); return true;
    case OpDot: load_dot(l, w); return true;
    case OpVectorTimesScalar: case OpMatrixTimesScalar: load_times_scalar(l, w); return true;
    case OpVectorTimesMatrix: case OpMatrixTimesVector: case OpMatrixTimesMatrix:
        load_product(l, w);
        return true;
    case OpTranspose: load_transpose(l, w); return true;
    case OpOuterProduct: load_outer(l, w); return true;
    case OpIAddCarry: case OpISubBorrow: case OpUMulExtended: case OpSMulExtended:
        load_wide(l, w);
        return true;
    case OpBitFieldInsert: case OpBitFieldSExtract: case OpBitFieldUExtract:
        load_bit_field(l, w);
        return true;
    case OpFConvert: load_float_convert(l, w); return true;
    default: return false;
    }
}

/* ---- GLSL.std.450 ---- */

enum { FIRST = 5 }; // the word of the first operand

static void load_clamp(wb_loader *l, const wb_words *w, int min, int max, int dmin, int dmax)
{
    operand r = result(l, w), x = value(l, w, FIRST, r.words);
    operand low = value(l, w, FIRST + 1, r.words), high = value(l, w, FIRST + 2, r.words);
    bool doubles = r.scalar == WB_TYPE_DOUBLE;
    uint32_t count = doubles ? r.words / 2 : r.words;
    uint32_t above = make(l, doubles ? dmax : max, count, x.row, low.row, 0);
    put(l, doubles ? dmin : min, count, r.row, above, high.row, 0);
}

// x (1 - a) + y a
static void load_mix(wb_loader *l, const wb_words *w)
{
    operand r = result(l, w), x = value(l, w, FIRST, r.words), y = value(l, w, FIRST + 1, r.words);
    operand a = value(l, w, FIRST + 2, r.words);
    uint32_t one = constant_float(l, 1);
    for (uint32_t i = 0; i < r.words && !l->failed; i++) {
        uint32_t rest = make(l, WbOpFSub, 1, one, a.row + i, 0);
        uint32_t first = make(l, WbOpFMul, 1, x.row + i, rest, 0);
        uint32_t second = make(l, WbOpFMul, 1, y.row + i, a.row + i, 0);
        put(l, WbOpFAdd, 1, r.row + i, first, second, 0);
    }
}

// t = clamp((x - low) / (high - low), 0, 1); t t (3 - 2 t)
static void load_smoothstep(wb_loader *l, const wb_words *w)
{
    operand r = result(l, w), low = value(l, w, FIRST, r.words);
    operand high = value(l, w, FIRST + 1, r.words), x = value(l, w, FIRST + 2, r.words);
    uint32_t zero = constant_float(l, 0), one = constant_float(l, 1);
    uint32_t two = constant_float(l, 2), three = constant_float(l, 3);
    for (uint32_t i = 0; i < r.words && !l->failed; i++) {
        uint32_t above = make(l, WbOpFSub, 1, x.row + i, low.row + i, 0);
        uint32_t range = make(l, WbOpFSub, 1, high.row + i, low.row + i, 0);
        uint32_t t = make(l, WbOpFDiv, 1, above, range, 0);
        t = make(l, WbOpFMin, 1, make(l, WbOpFMax, 1, t, zero, 0), one, 0);
        uint32_t rest = make(l, WbOpFSub, 1, three, make(l, WbOpFMul, 1, two, t, 0), 0);
        put(l, WbOpFMul, 1, r.row + i, make(l, WbOpFMul, 1, t, t, 0), rest, 0);
    }
}

static uint32_t length_squared(wb_loader *l, uint32_t row, uint32_t words)
{
    uint32_t sum = wb_load_rows(l, 1);
    dot(l, false, words, sum, row, 1, row, 1);
    return sum;
}

static void load_length(wb_loader *l, const wb_words *w, bool distance)
{
    operand a = value(l, w, FIRST, 1), r = result(l, w);
    uint32_t row = a.row;
    if (distance) row = make(l, WbOpFSub, a.words, a.row, value(l, w, FIRST + 1, a.words).row, 0);
    put(l, WbOpSqrt, 1, r.row, length_squared(l, row, a.words), 0, 0);
}

static void load_normalize(wb_loader *l, const wb_words *w)
{
    operand r = result(l, w), a = value(l, w, FIRST, r.words);
    uint32_t factor = make(l, WbOpInverseSqrt, 1, length_squared(l, a.row, r.words), 0, 0);
    for (uint32_t i = 0; i < r.words; i++) put(l, WbOpFMul, 1, r.row + i, a.row + i, factor, 0);
}

static void load_cross(wb_loader *l, const wb_words *w)
{
    operand r = result(l, w), a = value(l, w, FIRST, 3), b = value(l, w, FIRST + 1, 3);
    if (r.words != 3) wb_load_fail(l, "the module is damaged: a cross product of another size");
    for (uint32_t i = 0; i < 3 && !l->failed; i++) {
        uint32_t j = (i + 1) % 3, k = (i + 2) % 3;
        uint32_t plus = make(l, WbOpFMul, 1, a.row + j, b.row + k, 0);
        uint32_t minus = make(l, WbOpFMul, 1, a.row + k, b.row + j, 0);
        put(l, WbOpFSub, 1, r.row + i, plus, minus, 0);
    }
}

// incident - 2 dot(normal, incident) normal
static void load_reflect(wb_loader *l, const wb_words *w)
{
    operand r = result(l, w), a = value(l, w, FIRST, r.words), n = value(l, w, FIRST + 1, r.words);
    uint32_t along = wb_load_rows(l, 1);
    dot(l, false, r.words, along, n.row, 1, a.row, 1);
    uint32_t twice = make(l, WbOpFMul, 1, constant_float(l, 2), along, 0);
    for (uint32_t i = 0; i < r.words && !l->failed; i++)
        put(l, WbOpFSub, 1, r.row + i, a.row + i, make(l, WbOpFMul, 1, twice, n.row + i, 0), 0);
}

static void load_angle(wb_loader *l, const wb_words *w, float factor)
{
    operand r = result(l, w), a = value(l, w, FIRST, r.words);
    uint32_t by = constant_float(l, factor);
    for (uint32_t i = 0; i < r.words && !l->failed; i++)
        put(l, WbOpFMul, 1, r.row + i, a.row + i, by, 0);
}

// A number's two parts: modf() and frexp(), as a struct or through a pointer.
static void load_parts(wb_loader *l, const wb_words *w, int number)
{
    operand r = result(l, w), a = value(l, w, FIRST, 1);
    bool is_struct = number == ExtModfStruct || number == ExtFrexpStruct;
    bool is_modf = number == ExtModf || number == ExtModfStruct;
    if (a.scalar != WB_TYPE_FLOAT || r.words != (is_struct ? 2 : 1) * a.words) {
        wb_load_fail(l, "modf() and frexp() are supported for floats only");
        return;
    }
    uint32_t second = make(l, is_modf ? WbOpTrunc : WbOpFrexpExponent, a.words, a.row, 0, 0);
    if (is_modf)
        put(l, WbOpFSub, a.words, r.row, a.row, second, 0);
    else
        put(l, WbOpFrexpSignificand, a.words, r.row, a.row, 0, 0);
    if (is_struct)
        put(l, WbOpMove, a.words, r.row + a.words, second, 0, 0);
    else
        wb_load_store(l, w, FIRST + 1, second, a.words);
}

static void load_pack(wb_loader *l, const wb_words *w, int op)
{
    operand a = value(l, w, FIRST, 2), r = result(l, w);
    put(l, op, r.words > 1 ? 1 : r.words, r.row, a.row, a.row + 1, 0);
}

static void load_unpack(wb_loader *l, const wb_words *w, int low, int high)
{
    operand a = value(l, w, FIRST, 1), r = result(l, w);
    if (r.words != 2) wb_load_fail(l, "the module is damaged: unpacked into other than two");
    put(l, low, 1, r.row, a.row, 0, 0);
    put(l, high, 1, r.row + 1, a.row, 0, 0);
}

static void load_pack_bytes(wb_loader *l, const wb_words *w, int op)
{
    operand a = value(l, w, FIRST, 4), r = result(l, w);
    uint32_t sum = make(l, op, 1, a.row, 0, 0);
    for (uint32_t i = 1; i < 4 && !l->failed; i++) {
        uint32_t byte = make(l, op, 1, a.row + i, 0, 0);
        uint32_t at = make(l, WbOpShiftLeft, 1, byte, wb_load_constant(l, 8 * i), 0);
        sum = make(l, WbOpOr, 1, sum, at, 0);
    }
    put(l, WbOpMove, 1, r.row, sum, 0, 0);
}

static void load_unpack_bytes(wb_loader *l, const wb_words *w, int op)
{
    operand a = value(l, w, FIRST, 1), r = result(l, w);
    for (uint32_t i = 0; i < 4 && i < r.words && !l->failed; i++) {
        uint32_t byte = make(l, WbOpShiftRight, 1, a.row, wb_load_constant(l, 8 * i), 0);
        put(l, op, 1, r.row + i, byte, 0, 0);
    }
}

bool wb_load_extended(wb_loader *l, const wb_words *w)
{
    if (w->opcode != OpExtInst) return false;
    wb_load_kind(l, w, 3, ID_EXTENDED);
    int number = (int)(wb_load_word(l, w, 4) & 0xFFFF);
    const simple *s = find(extended, sizeof extended / sizeof *extended, number);
    if (s != NULL) {
        load_simple(l, w, s, FIRST);
        return true;
    }
    switch (number) {
    case ExtFClamp: case ExtNClamp:
        load_clamp(l, w, WbOpFMin, WbOpFMax, WbOpDMin, WbOpDMax);
        break;
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
    case ExtModf: case ExtModfStruct: case ExtFrexp: case ExtFrexpStruct:
        load_parts(l, w, number);
        break;
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
    case ExtPackDouble2x32: case ExtUnpackDouble2x32: {
        operand r = result(l, w);
        put(l, WbOpMove, 2, r.row, value(l, w, FIRST, 2).row, 0, 0);
        if (r.words != 2) wb_load_fail(l, "the module is damaged: a double of other than two words");
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
