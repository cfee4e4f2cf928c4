/* Arithmetic: what is more than one operation for each component becomes several of them. */
#include "machine/values.h"

/* ---- Emitting ---- */

static wb_type_kind scalar_of(const wb_loader *l, int type)
{
    const wb_module_type *t = wb_load_type(l, type);
    for (int i = 0; i < 2 && (t->kind == WB_TYPE_VECTOR || t->kind == WB_TYPE_MATRIX); i++)
        t = wb_load_type(l, t->element);
    return t->kind;
}

// A value of at least `words` words; 0 takes what there is.
wb_operand wb_load_operand(wb_loader *l, const wb_words *w, uint32_t index, uint32_t words)
{
    uint32_t row = wb_load_value(l, w, index, 0);
    int type = wb_load_id(l, w, index)->type;
    wb_operand o = {row, wb_load_type(l, type)->words, scalar_of(l, type)};
    if (o.words < words) {
        char name[32];
        wb_load_fail(l, "the module is damaged: an operand of %s is too small",
                     wb_opcode_name(w->opcode, name, sizeof name));
    }
    return o;
}

wb_operand wb_load_target(wb_loader *l, const wb_words *w)
{
    uint32_t row = wb_load_result(l, w);
    int type = wb_load_id(l, w, 2)->type;
    return (wb_operand){row, wb_load_type(l, type)->words, scalar_of(l, type)};
}

void wb_load_put(wb_loader *l, int op, uint32_t count, uint32_t to, uint32_t a, uint32_t b,
                 uint32_t c)
{
    wb_load_emit(l, (wb_instruction){
                        .op = (uint16_t)op, .count = count, .result = to, .a = a, .b = b, .c = c});
}

// The same into new rows.
uint32_t wb_load_make(wb_loader *l, int op, uint32_t count, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t row = wb_load_rows(l, op >= WbOpDAdd && op <= WbOpUintToDouble ? 2 * count : count);
    wb_load_put(l, op, count, row, a, b, c);
    return row;
}

/* ---- One operation for each component ---- */

static const wb_simple simples[] = {
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
    {OpUGreaterThan, WbOpULess, -1, 2, WB_SWAPPED},
    {OpUGreaterThanEqual, WbOpULessEqual, -1, 2, WB_SWAPPED},
    {OpSLessThan, WbOpSLess, -1, 2, 0},
    {OpSLessThanEqual, WbOpSLessEqual, -1, 2, 0},
    {OpSGreaterThan, WbOpSLess, -1, 2, WB_SWAPPED},
    {OpSGreaterThanEqual, WbOpSLessEqual, -1, 2, WB_SWAPPED},
    {OpFOrdEqual, WbOpFEqual, WbOpDEqual, 2, WB_TO_SCALAR},
    {OpFUnordNotEqual, WbOpFNotEqual, WbOpDNotEqual, 2, WB_TO_SCALAR},
    {OpFOrdNotEqual, WbOpFOrdNotEqual, -1, 2, WB_TO_SCALAR},
    {OpFUnordEqual, WbOpFUnordEqual, -1, 2, WB_TO_SCALAR},
    {OpFOrdLessThan, WbOpFLess, WbOpDLess, 2, WB_TO_SCALAR},
    {OpFOrdLessThanEqual, WbOpFLessEqual, WbOpDLessEqual, 2, WB_TO_SCALAR},
    {OpFOrdGreaterThan, WbOpFLess, WbOpDLess, 2, WB_TO_SCALAR | WB_SWAPPED},
    {OpFOrdGreaterThanEqual, WbOpFLessEqual, WbOpDLessEqual, 2, WB_TO_SCALAR | WB_SWAPPED},
    {OpFUnordLessThan, WbOpFUnordLess, -1, 2, WB_TO_SCALAR},
    {OpFUnordLessThanEqual, WbOpFUnordLessEqual, -1, 2, WB_TO_SCALAR},
    {OpFUnordGreaterThan, WbOpFUnordLess, -1, 2, WB_TO_SCALAR | WB_SWAPPED},
    {OpFUnordGreaterThanEqual, WbOpFUnordLessEqual, -1, 2, WB_TO_SCALAR | WB_SWAPPED},
    {OpIsNan, WbOpIsNan, WbOpDIsNan, 1, WB_TO_SCALAR},
    {OpIsInf, WbOpIsInf, WbOpDIsInf, 1, WB_TO_SCALAR},
    {OpConvertFToU, WbOpFloatToUint, WbOpDoubleToUint, 1, WB_TO_SCALAR},
    {OpConvertFToS, WbOpFloatToInt, WbOpDoubleToInt, 1, WB_TO_SCALAR},
    {OpConvertSToF, WbOpIntToFloat, WbOpIntToDouble, 1, WB_FROM_SCALAR},
    {OpConvertUToF, WbOpUintToFloat, WbOpUintToDouble, 1, WB_FROM_SCALAR},
};

const wb_simple *wb_load_find_simple(const wb_simple *list, size_t count, int opcode)
{
    for (size_t i = 0; i < count; i++)
        if (list[i].opcode == opcode) return &list[i];
    return NULL;
}

// How many words an operand must have for `count` results.
static uint32_t operand_words(const wb_simple *s, bool doubles, uint32_t count)
{
    if (!doubles || (s->how & WB_FROM_SCALAR) != 0) return count;
    return 2 * count;
}

void wb_load_simple(wb_loader *l, const wb_words *w, const wb_simple *s, uint32_t first)
{
    wb_operand a = wb_load_operand(l, w, first, 0);
    wb_operand r = wb_load_target(l, w);
    bool doubles =
        (s->how & WB_FROM_SCALAR) != 0 ? r.scalar == WB_TYPE_DOUBLE : a.scalar == WB_TYPE_DOUBLE;
    bool moves = s->operation == WbOpMove;
    int operation = doubles && !moves ? s->of_doubles : s->operation;
    if (operation < 0) {
        char name[32];
        wb_load_fail(l, "%s of doubles is not supported by the kernel machine",
                     w->opcode == OpExtInst ? wb_extended_name(s->opcode, name, sizeof name)
                                            : wb_opcode_name(s->opcode, name, sizeof name));
        return;
    }
    bool result_doubles = doubles && !moves && (s->how & WB_TO_SCALAR) == 0;
    uint32_t count = result_doubles ? r.words / 2 : r.words;
    uint32_t needed = moves ? count : operand_words(s, doubles, count);
    uint32_t rows[3] = {0};
    for (int i = 0; i < s->operands; i++)
        rows[i] = wb_load_operand(l, w, first + (uint32_t)i, needed).row;
    bool swapped = (s->how & WB_SWAPPED) != 0;
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
    wb_operand r = wb_load_target(l, w);
    uint32_t at = 0;
    for (uint32_t i = 3; i < w->count && !l->failed; i++) {
        wb_operand part = wb_load_operand(l, w, i, 0);
        if (part.words > r.words - at) {
            wb_load_fail(l, "the module is damaged: too many parts of a value");
            return;
        }
        wb_load_put(l, WbOpMove, part.words, r.row + at, part.row, 0, 0);
        at += part.words;
    }
}

// Goes down into a type by the literal indices from word `index` on; returns the words skipped.
static uint32_t go_into(wb_loader *l, const wb_words *w, uint32_t index, int *type)
{
    uint32_t words = 0;
    for (; index < w->count; index++) {
        const wb_module_type *t = wb_load_type(l, *type);
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
    wb_operand a = wb_load_operand(l, w, 3, 0);
    int type = wb_load_id(l, w, 3)->type;
    uint32_t skipped = go_into(l, w, 4, &type);
    if (!l->failed) wb_load_alias(l, w, type, a.row + skipped);
}

static void load_insert(wb_loader *l, const wb_words *w)
{
    wb_operand part = wb_load_operand(l, w, 3, 0), r = wb_load_target(l, w),
               whole = wb_load_operand(l, w, 4, r.words);
    int type = wb_load_id(l, w, 2)->type;
    uint32_t skipped = go_into(l, w, 5, &type);
    if (part.words != wb_load_type(l, type)->words) {
        wb_load_fail(l, "the module is damaged: a part of another size");
        return;
    }
    wb_load_put(l, WbOpMove, r.words, r.row, whole.row, 0, 0);
    wb_load_put(l, WbOpMove, part.words, r.row + skipped, part.row, 0, 0);
}

static void load_shuffle(wb_loader *l, const wb_words *w)
{
    wb_operand a = wb_load_operand(l, w, 3, 0), b = wb_load_operand(l, w, 4, 0),
               r = wb_load_target(l, w);
    uint32_t each = r.scalar == WB_TYPE_DOUBLE ? 2 : 1, at = 0;
    for (uint32_t i = 5; i < w->count && !l->failed; i++, at += each) {
        uint32_t from = w->word[i];
        if (from == UINT32_MAX) from = 0; // any will do
        from *= each;
        if (from >= a.words + b.words || at + each > r.words) {
            wb_load_fail(l, "the module is damaged: a vector has no component %u", from);
            return;
        }
        wb_load_put(l, WbOpMove, each, r.row + at,
                    from < a.words ? a.row + from : b.row + from - a.words, 0, 0);
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
    wb_load_emit(l, (wb_instruction){.op = WbOpIndex,
                                     .mode = is_signed ? WB_SIGNED : 0,
                                     .count = 1,
                                     .result = row,
                                     .a = WB_NO_ROW,
                                     .b = wb_load_value(l, w, at, 0),
                                     .c = step,
                                     .extra = extra});
    return row;
}

static void load_dynamic(wb_loader *l, const wb_words *w)
{
    wb_operand vector = wb_load_operand(l, w, 3, 0);
    uint32_t each = vector.scalar == WB_TYPE_DOUBLE ? 2 : 1;
    bool inserts = w->opcode == OpVectorInsertDynamic;
    uint32_t address = checked_index(l, w, inserts ? 5 : 4, vector.words / each, each);
    wb_operand r = wb_load_target(l, w);
    if (r.words != (inserts ? vector.words : each)) {
        wb_load_fail(l, "the module is damaged: a component of another size");
    } else if (!inserts) {
        wb_load_put(l, WbOpLoadRows, each, r.row, address, 0, vector.row);
    } else {
        uint32_t part = wb_load_operand(l, w, 4, each).row;
        wb_load_put(l, WbOpMove, r.words, r.row, vector.row, 0, 0);
        wb_load_put(l, WbOpStoreRows, each, 0, address, part, r.row);
    }
}

static void load_select(wb_loader *l, const wb_words *w)
{
    wb_operand r = wb_load_target(l, w), condition = wb_load_operand(l, w, 3, 1);
    wb_operand a = wb_load_operand(l, w, 4, r.words), b = wb_load_operand(l, w, 5, r.words);
    uint32_t each = r.scalar == WB_TYPE_DOUBLE ? 2 : 1;
    for (uint32_t i = 0; i < r.words && !l->failed; i++) {
        uint32_t k = condition.words > 1 ? i / each : 0;
        if (k >= condition.words) {
            wb_load_fail(l, "the module is damaged: too few conditions");
            return;
        }
        wb_load_put(l, WbOpSelect, 1, r.row + i, condition.row + k, a.row + i, b.row + i);
    }
}

static void load_any_all(wb_loader *l, const wb_words *w)
{
    wb_operand a = wb_load_operand(l, w, 3, 1), r = wb_load_target(l, w);
    int op = w->opcode == OpAny ? WbOpOr : WbOpAnd;
    uint32_t sum = a.row;
    for (uint32_t i = 1; i < a.words; i++) {
        uint32_t to = i + 1 < a.words ? wb_load_rows(l, 1) : r.row;
        wb_load_put(l, op, 1, to, sum, a.row + i, 0);
        sum = to;
    }
    if (a.words == 1) wb_load_put(l, WbOpMove, 1, r.row, a.row, 0, 0);
}

/* ---- Vectors and matrices ---- */

// Sum of the products of `count` scalars that lie `step` words apart, into `to`.
void wb_load_dot(wb_loader *l, bool doubles, uint32_t count, uint32_t to, uint32_t a,
                 uint32_t step_a, uint32_t b, uint32_t step_b)
{
    int mul = doubles ? WbOpDMul : WbOpFMul, add = doubles ? WbOpDAdd : WbOpFAdd;
    uint32_t sum = wb_load_make(l, mul, 1, a, b, 0);
    for (uint32_t i = 1; i < count; i++) {
        uint32_t product = wb_load_make(l, mul, 1, a + i * step_a, b + i * step_b, 0);
        sum = wb_load_make(l, add, 1, sum, product, 0);
    }
    wb_load_put(l, WbOpMove, doubles ? 2 : 1, to, sum, 0, 0);
}

static void load_dot(wb_loader *l, const wb_words *w)
{
    wb_operand a = wb_load_operand(l, w, 3, 1), b = wb_load_operand(l, w, 4, a.words),
               r = wb_load_target(l, w);
    bool doubles = r.scalar == WB_TYPE_DOUBLE;
    uint32_t each = doubles ? 2 : 1;
    l->is_loose = true;
    wb_load_dot(l, doubles, a.words / each, r.row, a.row, each, b.row, each);
    l->is_loose = false;
}

static void load_times_scalar(wb_loader *l, const wb_words *w)
{
    wb_operand r = wb_load_target(l, w), a = wb_load_operand(l, w, 3, r.words),
               b = wb_load_operand(l, w, 4, 1);
    bool doubles = r.scalar == WB_TYPE_DOUBLE;
    uint32_t each = doubles ? 2 : 1;
    for (uint32_t i = 0; i < r.words; i += each)
        wb_load_put(l, doubles ? WbOpDMul : WbOpFMul, 1, r.row + i, a.row + i, b.row, 0);
}

static uint32_t columns_of(wb_loader *l, const wb_words *w, uint32_t index)
{
    const wb_module_type *t = wb_load_type(l, wb_load_id(l, w, index)->type);
    return t->kind == WB_TYPE_MATRIX ? t->count : 1;
}

// All products of matrices and vectors, as row of a times column of b.
static void load_product(wb_loader *l, const wb_words *w)
{
    wb_operand r = wb_load_target(l, w), a = wb_load_operand(l, w, 3, 1),
               b = wb_load_operand(l, w, 4, 1);
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
    l->is_loose = true;
    for (uint32_t c = 0; c < columns && !l->failed; c++)
        for (uint32_t i = 0; i < rows; i++)
            wb_load_dot(l, doubles, inner, r.row + (c * rows + i) * each, a.row + i * each,
                        rows * each, b.row + c * inner * each, each);
    l->is_loose = false;
}

static void load_transpose(wb_loader *l, const wb_words *w)
{
    wb_operand a = wb_load_operand(l, w, 3, 1), r = wb_load_target(l, w);
    uint32_t each = r.scalar == WB_TYPE_DOUBLE ? 2 : 1;
    uint32_t columns = columns_of(l, w, 3), rows = a.words / each / columns;
    if (r.words != a.words) wb_load_fail(l, "the module is damaged: a transpose of another size");
    for (uint32_t c = 0; c < columns && !l->failed; c++)
        for (uint32_t i = 0; i < rows; i++)
            wb_load_put(l, WbOpMove, each, r.row + (i * columns + c) * each,
                        a.row + (c * rows + i) * each, 0, 0);
}

static void load_outer(wb_loader *l, const wb_words *w)
{
    wb_operand a = wb_load_operand(l, w, 3, 1), b = wb_load_operand(l, w, 4, 1),
               r = wb_load_target(l, w);
    uint32_t each = r.scalar == WB_TYPE_DOUBLE ? 2 : 1;
    if (r.words * each != a.words * b.words) {
        wb_load_fail(l, "the module is damaged: an outer product of another size");
        return;
    }
    for (uint32_t c = 0; c < b.words && !l->failed; c += each)
        for (uint32_t i = 0; i < a.words; i += each)
            wb_load_put(l, each > 1 ? WbOpDMul : WbOpFMul, 1, r.row + c / each * a.words + i,
                        a.row + i, b.row + c, 0);
}

// Two words of result from two operands: of a sum and its carry, of a product.
static void load_wide(wb_loader *l, const wb_words *w)
{
    int low = WbOpIAdd, high = WbOpAddCarry;
    if (w->opcode == OpISubBorrow) low = WbOpISub, high = WbOpSubBorrow;
    if (w->opcode == OpUMulExtended) low = WbOpIMul, high = WbOpUMulHigh;
    if (w->opcode == OpSMulExtended) low = WbOpIMul, high = WbOpSMulHigh;
    wb_operand r = wb_load_target(l, w);
    uint32_t count = r.words / 2;
    wb_operand a = wb_load_operand(l, w, 3, count), b = wb_load_operand(l, w, 4, count);
    wb_load_put(l, low, count, r.row, a.row, b.row, 0);
    wb_load_put(l, high, count, r.row + count, a.row, b.row, 0);
}

static void load_bit_field(wb_loader *l, const wb_words *w)
{
    bool inserts = w->opcode == OpBitFieldInsert;
    wb_operand r = wb_load_target(l, w), base = wb_load_operand(l, w, 3, r.words);
    uint32_t inserted = inserts ? wb_load_operand(l, w, 4, r.words).row : 0;
    wb_operand offset = wb_load_operand(l, w, inserts ? 5 : 4, 1),
               count = wb_load_operand(l, w, inserts ? 6 : 5, 1);
    int op = inserts ? WbOpInsert : w->opcode == OpBitFieldSExtract ? WbOpSExtract : WbOpUExtract;
    for (uint32_t i = 0; i < r.words && !l->failed; i++)
        wb_load_emit(l, (wb_instruction){.op = (uint16_t)op,
                                         .count = 1,
                                         .result = r.row + i,
                                         .a = base.row + i,
                                         .b = offset.row,
                                         .c = count.row,
                                         .extra = inserts ? wb_load_extra(l, inserted + i) : 0});
}

// Between float and double; anything else is a move.
static void load_float_convert(wb_loader *l, const wb_words *w)
{
    wb_operand a = wb_load_operand(l, w, 3, 1), r = wb_load_target(l, w);
    bool from = a.scalar == WB_TYPE_DOUBLE, to = r.scalar == WB_TYPE_DOUBLE;
    uint32_t count = to ? r.words / 2 : r.words;
    if (a.words < (from ? 2 : 1) * count)
        wb_load_fail(l, "the module is damaged: a conversion between sizes");
    wb_load_put(l,
                from == to ? WbOpMove
                : from     ? WbOpDoubleToFloat
                           : WbOpFloatToDouble,
                from == to ? r.words : count, r.row, a.row, 0, 0);
}

// What is more than one operation for each component, or concerns several.
static bool load_composite(wb_loader *l, const wb_words *w)
{
    switch (w->opcode) {
    case OpCompositeConstruct: load_construct(l, w); return true;
    case OpCompositeExtract: load_extract(l, w); return true;
    case OpCompositeInsert: load_insert(l, w); return true;
    case OpVectorShuffle: load_shuffle(l, w); return true;
    case OpVectorExtractDynamic:
    case OpVectorInsertDynamic: load_dynamic(l, w); return true;
    case OpSelect: load_select(l, w); return true;
    case OpAny:
    case OpAll: load_any_all(l, w); return true;
    case OpDot: load_dot(l, w); return true;
    case OpVectorTimesScalar:
    case OpMatrixTimesScalar: load_times_scalar(l, w); return true;
    case OpVectorTimesMatrix:
    case OpMatrixTimesVector:
    case OpMatrixTimesMatrix: load_product(l, w); return true;
    case OpTranspose: load_transpose(l, w); return true;
    case OpOuterProduct: load_outer(l, w); return true;
    case OpIAddCarry:
    case OpISubBorrow:
    case OpUMulExtended:
    case OpSMulExtended: load_wide(l, w); return true;
    case OpBitFieldInsert:
    case OpBitFieldSExtract:
    case OpBitFieldUExtract: load_bit_field(l, w); return true;
    case OpFConvert: load_float_convert(l, w); return true;
    default: return false;
    }
}

bool wb_load_arithmetic(wb_loader *l, const wb_words *w)
{
    const wb_simple *s = wb_load_find_simple(simples, sizeof simples / sizeof *simples, w->opcode);
    bool good = true;
    l->is_precise = w->count > 2 && w->word[2] < l->bound && l->ids[w->word[2]].is_precise;
    if (s != NULL)
        wb_load_simple(l, w, s, 3);
    else
        good = load_composite(l, w);
    l->is_precise = false;
    return good;
}
