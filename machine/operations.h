/* The operations of the kernel machine, which decode.c makes from SPIR-V and exec_*.c carry out.
 *
 * Unless said otherwise an operation works on `count` rows: result[i] = f(a[i], b[i], c[i]). `sub`
 * is 1 if the result is of type bool. */
#ifndef WB_MACHINE_OPERATIONS_H
#define WB_MACHINE_OPERATIONS_H

#include <stdint.h>

// clang-format takes lists for calls.
// clang-format off
/* Rows from rows, with nothing to check: the number is that of row operands for each result. */
#define WB_OPERATIONS_PLAIN(X)                                                                     \
    X(Move, 1)                                                                                     \
    X(IAdd, 2) X(ISub, 2) X(IMul, 2) X(INeg, 1) X(And, 2) X(Or, 2) X(Xor, 2) X(Not, 1)             \
    X(UMulHigh, 2) X(SMulHigh, 2) X(AddCarry, 2) X(SubBorrow, 2)                                   \
    X(UMin, 2) X(UMax, 2) X(SMin, 2) X(SMax, 2) X(SAbs, 1) X(SSign, 1)                             \
    X(BitReverse, 1) X(BitCount, 1) X(FindLsb, 1) X(FindUMsb, 1) X(FindSMsb, 1)                    \
    X(IEqual, 2) X(INotEqual, 2) X(ULess, 2) X(ULessEqual, 2) X(SLess, 2) X(SLessEqual, 2)         \
    X(LogicalNot, 1) X(LogicalEqual, 2) X(LogicalNotEqual, 2) X(Select, 3)                         \
    X(FAdd, 2) X(FSub, 2) X(FMul, 2) X(FDiv, 2) X(FMod, 2) X(FRem, 2) X(FNeg, 1) X(Fma, 3)         \
    X(FMin, 2) X(FMax, 2) X(FAbs, 1) X(FSign, 1) X(Floor, 1) X(Ceil, 1) X(Trunc, 1)                \
    X(RoundEven, 1) X(Fract, 1) X(Step, 2) X(Sin, 1) X(Cos, 1) X(Tan, 1) X(Atan, 1) X(Sinh, 1)     \
    X(Cosh, 1) X(Tanh, 1) X(Asinh, 1) X(Exp, 1) X(Exp2, 1)                                         \
    X(FEqual, 2) X(FNotEqual, 2) X(FLess, 2) X(FLessEqual, 2)                                      \
    X(FUnordEqual, 2) X(FOrdNotEqual, 2) X(FUnordLess, 2) X(FUnordLessEqual, 2)                    \
    X(IsNan, 1) X(IsInf, 1) X(IntToFloat, 1) X(UintToFloat, 1)                                     \
    X(PackHalf, 2) X(UnpackHalfLow, 1) X(UnpackHalfHigh, 1) X(PackSnorm16, 2) X(PackUnorm16, 2)    \
    X(UnpackSnorm16Low, 1) X(UnpackSnorm16High, 1) X(UnpackUnorm16Low, 1) X(UnpackUnorm16High, 1)  \
    X(ToSnorm8, 1) X(ToUnorm8, 1) X(FromSnorm8, 1) X(FromUnorm8, 1)

/* The same with a check: they report arithmetic that GLSL leaves undefined. Invert: 1 / a, where a is
 * a determinant; or, with b the same row, a length. For bit fields a is the
 * base, b the offset, c the number of bits, and `extra` holds the row of what is inserted. */
#define WB_OPERATIONS_CHECKED(X)                                                                   \
    X(UDiv, 2) X(SDiv, 2) X(UMod, 2) X(SMod, 2) X(SRem, 2)                                         \
    X(ShiftLeft, 2) X(ShiftRight, 2) X(ShiftRightSigned, 2)                                        \
    X(FloatToUint, 1) X(FloatToInt, 1) X(UClamp, 3) X(SClamp, 3)                                   \
    X(Sqrt, 1) X(InverseSqrt, 1) X(Log, 1) X(Log2, 1) X(Pow, 2) X(Asin, 1) X(Acos, 1) X(Acosh, 1)  \
    X(Atanh, 1) X(Atan2, 2) X(Ldexp, 2) X(FrexpExponent, 1) X(FrexpSignificand, 1) X(FClamp, 3)    \
    X(SmoothStep, 3) X(Invert, 1) X(UExtract, 3) X(SExtract, 3) X(Insert, 3)

/* Doubles: `count` doubles, each of two rows, low word first; the result of a comparison and of a
 * conversion to 32 bits is one row each, and so is what is converted from, and DLdexp's exponent. */
#define WB_OPERATIONS_DOUBLE(X)                                                                    \
    X(DAdd, 2) X(DSub, 2) X(DMul, 2) X(DDiv, 2) X(DMod, 2) X(DNeg, 1) X(DFma, 3)                   \
    X(DMin, 2) X(DMax, 2) X(DAbs, 1) X(DSign, 1) X(DFloor, 1) X(DCeil, 1) X(DTrunc, 1)             \
    X(DRoundEven, 1) X(DFract, 1) X(DSqrt, 1) X(DInverseSqrt, 1) X(DStep, 2) X(DClamp, 3)          \
    X(DSmoothStep, 3) X(DInvert, 1) X(DLdexp, 2) X(DFrexpSignificand, 1)                           \
    X(DEqual, 2) X(DNotEqual, 2) X(DLess, 2) X(DLessEqual, 2) X(DIsNan, 1) X(DIsInf, 1)            \
    X(DoubleToFloat, 1) X(DoubleToInt, 1) X(DoubleToUint, 1) X(DFrexpExponent, 1)                  \
    X(FloatToDouble, 1) X(IntToDouble, 1) X(UintToDouble, 1)

/* Memory. An address is a row of word offsets, or none; c is added to it.
 * Undefine: `count` rows from `result` hold nothing yet.
 * Index: result = a (an address or none) + b (an index) * c; extra: length (0: as bound), variable,
 *     first word of the array in it, words (rows) of an element.
 * LoadRows, StoreRows: `count` rows from c on, at the address a; StoreRows: from the rows b.
 * Load, Store: `count` words of variable b at address a; Store: from the rows `result`; extra: the
 *     words' offsets, unless they follow each other.
 * Length: result = elements of variable b; extra: first byte, bytes of an element.
 * Atomic: result = old word at address a of variable b, or of an image at the texel coordinates a;
 *     extra: row of the value (none: 1), row of what is compared with; sub: what is done.
 * ImageRead, ImageWrite, ImageSize: variable b, coordinates a; c: the value; sub: dimensions.
 * TextureFetch, TextureSample, TextureSize, TextureLevels: the same; c: level of detail or none;
 *     extra, of the first two: further rows (WB_SAMPLE_). textureGather() has the mode WB_SIGNED.
 *
 * Flow. Jump: to a. Branch: a is the condition, to b if it holds, otherwise to c. End: the invocation
 * has ended. Barrier: of the group; sub: memory that it orders (see WB_FENCE_). SubgroupBarrier. Fence.
 *
 * Subgroups: `count` rows from a; b: row of the other operand; sub: the kind (of a sum: WB_REDUCE_,
 * WB_SCAN_INCLUSIVE or _EXCLUSIVE); c: the operation of a sum, as an atomic's. */
#define WB_OPERATIONS_MEMORY(X)                                                                    \
    X(Undefine) X(Index) X(LoadRows) X(StoreRows) X(Load) X(Store) X(Length) X(Atomic)             \
    X(ImageRead) X(ImageWrite) X(ImageSize)                                                        \
    X(TextureFetch) X(TextureSample) X(TextureSize) X(TextureLevels)                               \
    X(SubgroupElect) X(SubgroupVote) X(SubgroupBroadcastFirst) X(SubgroupShuffle)                  \
    X(SubgroupBallot) X(SubgroupInverseBallot) X(SubgroupBitExtract) X(SubgroupBitCount)           \
    X(SubgroupFind) X(SubgroupSum)
#define WB_OPERATIONS_FLOW(X) X(Jump) X(Branch) X(End) X(Barrier) X(SubgroupBarrier) X(Fence)
#define WB_OPERATIONS_OTHER(X) WB_OPERATIONS_MEMORY(X) WB_OPERATIONS_FLOW(X)

#define WB_OPERATION_ENUM(name, ...) WbOp##name,
enum {
    WB_OPERATIONS_PLAIN(WB_OPERATION_ENUM) WB_OPERATIONS_CHECKED(WB_OPERATION_ENUM)
        WB_OPERATIONS_DOUBLE(WB_OPERATION_ENUM) WB_OPERATIONS_OTHER(WB_OPERATION_ENUM)
            WB_OPERATION_COUNT
};

enum { // what an atomic operation or a sum over a subgroup does
    WB_ATOMIC_LOAD,
    WB_ATOMIC_STORE,
    WB_ATOMIC_EXCHANGE,
    WB_ATOMIC_COMPARE,
    WB_ATOMIC_ADD,
    WB_ATOMIC_SUB,
    WB_ATOMIC_SMIN,
    WB_ATOMIC_UMIN,
    WB_ATOMIC_SMAX,
    WB_ATOMIC_UMAX,
    WB_ATOMIC_AND,
    WB_ATOMIC_OR,
    WB_ATOMIC_XOR,
    WB_ATOMIC_FADD,
    WB_ATOMIC_MUL, // the rest: of sums only
    WB_ATOMIC_FMUL,
    WB_ATOMIC_FMIN,
    WB_ATOMIC_FMAX,
};

enum {                   // rows of a sampled texture; each WB_NO_ROW if it has none
    WB_SAMPLE_REFERENCE, // what is compared with
    WB_SAMPLE_Q,         // by which the coordinates are divided
    WB_SAMPLE_GRAD_X,    // derivatives
    WB_SAMPLE_GRAD_Y,
    WB_SAMPLE_OFFSET,    // in texels
    WB_SAMPLE_OFFSETS,   // four of them, of textureGatherOffsets()
    WB_SAMPLE_COMPONENT, // that is gathered
    WB_SAMPLE_ROWS,
};

// WB_FENCE_GROUP: for the eyes of the own work group only.
enum { WB_FENCE_BUFFER = 1, WB_FENCE_SHARED = 2, WB_FENCE_IMAGE = 4, WB_FENCE_GROUP = 8 };
enum { WB_REDUCE, WB_SCAN_INCLUSIVE, WB_SCAN_EXCLUSIVE, WB_REDUCE_CLUSTER };
enum { WB_VOTE_ALL, WB_VOTE_ANY, WB_VOTE_EQUAL };
enum { WB_SHUFFLE, WB_SHUFFLE_XOR, WB_SHUFFLE_UP, WB_SHUFFLE_DOWN };
enum { WB_FIND_LSB, WB_FIND_MSB };

/* How many row operands an operation has for each row of its result; 0 for those of the last list.
 */
int wb_operation_operands(int operation);
/* Rows of a number in its operands (but DLdexp's exponent, which has one) and in its result. */
void wb_operation_rows(int operation, uint32_t *from, uint32_t *to);
const char *wb_operation_name(int operation);
// clang-format on

#endif
