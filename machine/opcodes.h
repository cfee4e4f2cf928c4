/* The numbers and names of SPIR-V's instructions: those that the kernel machine knows, and the more
 * common of those that it refuses by name. */
#ifndef WB_MACHINE_OPCODES_H
#define WB_MACHINE_OPCODES_H

// clang-format takes lists for calls.
// clang-format off
#define WB_OPCODES(X)                                                                              \
    X(0, Nop) X(1, Undef) X(2, SourceContinued) X(3, Source) X(4, SourceExtension) X(5, Name)      \
    X(6, MemberName) X(7, String) X(8, Line) X(10, Extension) X(11, ExtInstImport)                 \
    X(12, ExtInst) X(14, MemoryModel) X(15, EntryPoint) X(16, ExecutionMode) X(17, Capability)     \
    X(19, TypeVoid) X(20, TypeBool) X(21, TypeInt) X(22, TypeFloat) X(23, TypeVector)              \
    X(24, TypeMatrix) X(25, TypeImage) X(26, TypeSampler) X(27, TypeSampledImage)                  \
    X(28, TypeArray) X(29, TypeRuntimeArray) X(30, TypeStruct) X(31, TypeOpaque)                   \
    X(32, TypePointer) X(33, TypeFunction) X(39, TypeForwardPointer) X(41, ConstantTrue)           \
    X(42, ConstantFalse) X(43, Constant) X(44, ConstantComposite) X(45, ConstantSampler)           \
    X(46, ConstantNull) X(48, SpecConstantTrue) X(49, SpecConstantFalse) X(50, SpecConstant)       \
    X(51, SpecConstantComposite) X(52, SpecConstantOp) X(54, Function) X(55, FunctionParameter)    \
    X(56, FunctionEnd) X(57, FunctionCall) X(59, Variable) X(60, ImageTexelPointer) X(61, Load)    \
    X(62, Store) X(63, CopyMemory) X(65, AccessChain) X(66, InBoundsAccessChain)                   \
    X(67, PtrAccessChain) X(68, ArrayLength) X(71, Decorate) X(72, MemberDecorate)                 \
    X(73, DecorationGroup) X(74, GroupDecorate) X(75, GroupMemberDecorate)                         \
    X(77, VectorExtractDynamic) X(78, VectorInsertDynamic) X(79, VectorShuffle)                    \
    X(80, CompositeConstruct) X(81, CompositeExtract) X(82, CompositeInsert) X(83, CopyObject)     \
    X(84, Transpose) X(86, SampledImage) X(87, ImageSampleImplicitLod)                             \
    X(88, ImageSampleExplicitLod) X(89, ImageSampleDrefImplicitLod)                                \
    X(90, ImageSampleDrefExplicitLod) X(91, ImageSampleProjImplicitLod)                            \
    X(92, ImageSampleProjExplicitLod) X(94, ImageSampleProjDrefExplicitLod) X(95, ImageFetch) X(96, ImageGather)                         \
    X(97, ImageDrefGather) X(98, ImageRead) X(99, ImageWrite) X(100, Image)                        \
    X(101, ImageQueryFormat) X(102, ImageQueryOrder) X(103, ImageQuerySizeLod)                     \
    X(104, ImageQuerySize) X(105, ImageQueryLod) X(106, ImageQueryLevels)                          \
    X(107, ImageQuerySamples) X(109, ConvertFToU) X(110, ConvertFToS) X(111, ConvertSToF)          \
    X(112, ConvertUToF) X(113, UConvert) X(114, SConvert) X(115, FConvert)                         \
    X(116, QuantizeToF16) X(124, Bitcast) X(126, SNegate) X(127, FNegate) X(128, IAdd)             \
    X(129, FAdd) X(130, ISub) X(131, FSub) X(132, IMul) X(133, FMul) X(134, UDiv) X(135, SDiv)     \
    X(136, FDiv) X(137, UMod) X(138, SRem) X(139, SMod) X(140, FRem) X(141, FMod)                  \
    X(142, VectorTimesScalar) X(143, MatrixTimesScalar) X(144, VectorTimesMatrix)                  \
    X(145, MatrixTimesVector) X(146, MatrixTimesMatrix) X(147, OuterProduct) X(148, Dot)           \
    X(149, IAddCarry) X(150, ISubBorrow) X(151, UMulExtended) X(152, SMulExtended) X(154, Any)     \
    X(155, All) X(156, IsNan) X(157, IsInf) X(164, LogicalEqual) X(165, LogicalNotEqual)           \
    X(166, LogicalOr) X(167, LogicalAnd) X(168, LogicalNot) X(169, Select) X(170, IEqual)          \
    X(171, INotEqual) X(172, UGreaterThan) X(173, SGreaterThan) X(174, UGreaterThanEqual)          \
    X(175, SGreaterThanEqual) X(176, ULessThan) X(177, SLessThan) X(178, ULessThanEqual)           \
    X(179, SLessThanEqual) X(180, FOrdEqual) X(181, FUnordEqual) X(182, FOrdNotEqual)              \
    X(183, FUnordNotEqual) X(184, FOrdLessThan) X(185, FUnordLessThan) X(186, FOrdGreaterThan)     \
    X(187, FUnordGreaterThan) X(188, FOrdLessThanEqual) X(189, FUnordLessThanEqual)                \
    X(190, FOrdGreaterThanEqual) X(191, FUnordGreaterThanEqual) X(194, ShiftRightLogical)          \
    X(195, ShiftRightArithmetic) X(196, ShiftLeftLogical) X(197, BitwiseOr) X(198, BitwiseXor)     \
    X(199, BitwiseAnd) X(200, Not) X(201, BitFieldInsert) X(202, BitFieldSExtract)                 \
    X(203, BitFieldUExtract) X(204, BitReverse) X(205, BitCount) X(207, DPdx) X(208, DPdy)         \
    X(209, Fwidth) X(218, EmitVertex) X(219, EndPrimitive) X(224, ControlBarrier)                  \
    X(225, MemoryBarrier) X(227, AtomicLoad) X(228, AtomicStore) X(229, AtomicExchange)            \
    X(230, AtomicCompareExchange) X(232, AtomicIIncrement) X(233, AtomicIDecrement)                \
    X(234, AtomicIAdd) X(235, AtomicISub) X(236, AtomicSMin) X(237, AtomicUMin)                    \
    X(238, AtomicSMax) X(239, AtomicUMax) X(240, AtomicAnd) X(241, AtomicOr) X(242, AtomicXor)     \
    X(245, Phi) X(246, LoopMerge) X(247, SelectionMerge) X(248, Label) X(249, Branch)              \
    X(250, BranchConditional) X(251, Switch) X(252, Kill) X(253, Return) X(254, ReturnValue)       \
    X(255, Unreachable) X(317, NoLine) X(330, ModuleProcessed) X(331, ExecutionModeId)             \
    X(332, DecorateId) X(333, GroupNonUniformElect) X(334, GroupNonUniformAll)                     \
    X(335, GroupNonUniformAny) X(336, GroupNonUniformAllEqual) X(337, GroupNonUniformBroadcast)    \
    X(338, GroupNonUniformBroadcastFirst) X(339, GroupNonUniformBallot)                            \
    X(340, GroupNonUniformInverseBallot) X(341, GroupNonUniformBallotBitExtract)                   \
    X(342, GroupNonUniformBallotBitCount) X(343, GroupNonUniformBallotFindLSB)                     \
    X(344, GroupNonUniformBallotFindMSB) X(345, GroupNonUniformShuffle)                            \
    X(346, GroupNonUniformShuffleXor) X(347, GroupNonUniformShuffleUp)                             \
    X(348, GroupNonUniformShuffleDown) X(349, GroupNonUniformIAdd) X(350, GroupNonUniformFAdd)     \
    X(351, GroupNonUniformIMul) X(352, GroupNonUniformFMul) X(353, GroupNonUniformSMin)            \
    X(354, GroupNonUniformUMin) X(355, GroupNonUniformFMin) X(356, GroupNonUniformSMax)            \
    X(357, GroupNonUniformUMax) X(358, GroupNonUniformFMax) X(359, GroupNonUniformBitwiseAnd)      \
    X(360, GroupNonUniformBitwiseOr) X(361, GroupNonUniformBitwiseXor)                             \
    X(362, GroupNonUniformLogicalAnd) X(363, GroupNonUniformLogicalOr)                             \
    X(364, GroupNonUniformLogicalXor) X(365, GroupNonUniformQuadBroadcast)                         \
    X(366, GroupNonUniformQuadSwap) X(400, CopyLogical) X(401, PtrEqual)                           \
    X(4421, SubgroupBallotKHR) X(4422, SubgroupFirstInvocationKHR) X(4428, SubgroupAllKHR)         \
    X(4429, SubgroupAnyKHR) X(4430, SubgroupAllEqualKHR) X(4432, SubgroupReadInvocationKHR)        \
    X(6035, AtomicFAddEXT)

#define WB_OPCODE_ENUM(number, name) Op##name = number,
enum { WB_OPCODES(WB_OPCODE_ENUM) };
#undef WB_OPCODE_ENUM

/* "OpFDiv"; "instruction 4711" for those without a name here, in a buffer of the caller's. */
const char *wb_opcode_name(int opcode, char *buffer, int size);

enum { // storage classes
    SpvUniformConstant = 0,
    SpvInput = 1,
    SpvUniform = 2,
    SpvWorkgroup = 4,
    SpvPrivate = 6,
    SpvFunction = 7,
    SpvAtomicCounter = 10,
    SpvImage = 11,
    SpvStorageBuffer = 12,
};

enum { // decorations
    DecorationSpecId = 1,
    DecorationBlock = 2,
    DecorationBufferBlock = 3,
    DecorationRowMajor = 4,
    DecorationColMajor = 5,
    DecorationArrayStride = 6,
    DecorationMatrixStride = 7,
    DecorationBuiltIn = 11,
    DecorationVolatile = 21,
    DecorationCoherent = 23,
    DecorationLocation = 30,
    DecorationBinding = 33,
    DecorationOffset = 35,
    DecorationNoContraction = 42,
};

enum { // built-in variables
    BuiltInNumWorkgroups = 24,
    BuiltInWorkgroupSize = 25,
    BuiltInWorkgroupId = 26,
    BuiltInLocalInvocationId = 27,
    BuiltInGlobalInvocationId = 28,
    BuiltInLocalInvocationIndex = 29,
    BuiltInSubgroupSize = 36,
    BuiltInNumSubgroups = 38,
    BuiltInSubgroupId = 40,
    BuiltInSubgroupLocalInvocationId = 41,
    BuiltInSubgroupEqMask = 4416,
    BuiltInSubgroupGeMask = 4417,
    BuiltInSubgroupGtMask = 4418,
    BuiltInSubgroupLeMask = 4419,
    BuiltInSubgroupLtMask = 4420,
};

enum { // bits of memory semantics
    SemanticsUniform = 0x40,
    SemanticsWorkgroup = 0x100,
    SemanticsImage = 0x800,
};
enum { ScopeWorkgroup = 2, ScopeSubgroup = 3 };

#define WB_EXTENDED(X)                                                                             \
    X(1, Round) X(2, RoundEven) X(3, Trunc) X(4, FAbs) X(5, SAbs) X(6, FSign) X(7, SSign)          \
    X(8, Floor) X(9, Ceil) X(10, Fract) X(11, Radians) X(12, Degrees) X(13, Sin) X(14, Cos)        \
    X(15, Tan) X(16, Asin) X(17, Acos) X(18, Atan) X(19, Sinh) X(20, Cosh) X(21, Tanh)             \
    X(22, Asinh) X(23, Acosh) X(24, Atanh) X(25, Atan2) X(26, Pow) X(27, Exp) X(28, Log)           \
    X(29, Exp2) X(30, Log2) X(31, Sqrt) X(32, InverseSqrt) X(33, Determinant)                      \
    X(34, MatrixInverse) X(35, Modf) X(36, ModfStruct) X(37, FMin) X(38, UMin) X(39, SMin)         \
    X(40, FMax) X(41, UMax) X(42, SMax) X(43, FClamp) X(44, UClamp) X(45, SClamp) X(46, FMix)      \
    X(48, Step) X(49, SmoothStep) X(50, Fma) X(51, Frexp) X(52, FrexpStruct) X(53, Ldexp)          \
    X(54, PackSnorm4x8) X(55, PackUnorm4x8) X(56, PackSnorm2x16) X(57, PackUnorm2x16)              \
    X(58, PackHalf2x16) X(59, PackDouble2x32) X(60, UnpackSnorm2x16) X(61, UnpackUnorm2x16)        \
    X(62, UnpackHalf2x16) X(63, UnpackSnorm4x8) X(64, UnpackUnorm4x8) X(65, UnpackDouble2x32)      \
    X(66, Length) X(67, Distance) X(68, Cross) X(69, Normalize) X(70, FaceForward)                 \
    X(71, Reflect) X(72, Refract) X(73, FindILsb) X(74, FindSMsb) X(75, FindUMsb) X(79, NMin)      \
    X(80, NMax) X(81, NClamp)

#define WB_EXTENDED_ENUM(number, name) Ext##name = number,
enum { WB_EXTENDED(WB_EXTENDED_ENUM) };
#undef WB_EXTENDED_ENUM

/* The same for GLSL.std.450: "Pow". */
const char *wb_extended_name(int number, char *buffer, int size);
// clang-format on

#endif
