/* Operations over a subgroup. */
#include "machine/load.h"

static int sum_kind(int opcode)
{
    switch (opcode) {
    case OpGroupNonUniformIAdd: return WB_ATOMIC_ADD;
    case OpGroupNonUniformFAdd: return WB_ATOMIC_FADD;
    case OpGroupNonUniformIMul: return WB_ATOMIC_MUL;
    case OpGroupNonUniformFMul: return WB_ATOMIC_FMUL;
    case OpGroupNonUniformSMin: return WB_ATOMIC_SMIN;
    case OpGroupNonUniformUMin: return WB_ATOMIC_UMIN;
    case OpGroupNonUniformFMin: return WB_ATOMIC_FMIN;
    case OpGroupNonUniformSMax: return WB_ATOMIC_SMAX;
    case OpGroupNonUniformUMax: return WB_ATOMIC_UMAX;
    case OpGroupNonUniformFMax: return WB_ATOMIC_FMAX;
    case OpGroupNonUniformBitwiseAnd: return WB_ATOMIC_AND;
    case OpGroupNonUniformLogicalAnd: return WB_ATOMIC_MUL; // of 0 and 1
    case OpGroupNonUniformBitwiseOr:
    case OpGroupNonUniformLogicalOr: return WB_ATOMIC_OR;
    case OpGroupNonUniformBitwiseXor:
    case OpGroupNonUniformLogicalXor: return WB_ATOMIC_XOR;
    default: return -1;
    }
}

static bool choose(int opcode, wb_instruction *i)
{
    switch (opcode) {
    case OpGroupNonUniformElect: i->op = WbOpSubgroupElect; break;
    case OpGroupNonUniformAll: i->op = WbOpSubgroupVote, i->sub = WB_VOTE_ALL; break;
    case OpGroupNonUniformAny: i->op = WbOpSubgroupVote, i->sub = WB_VOTE_ANY; break;
    case OpGroupNonUniformAllEqual: i->op = WbOpSubgroupVote, i->sub = WB_VOTE_EQUAL; break;
    case OpGroupNonUniformBroadcastFirst: i->op = WbOpSubgroupBroadcastFirst; break;
    case OpGroupNonUniformBroadcast:
    case OpGroupNonUniformShuffle: i->op = WbOpSubgroupShuffle, i->sub = WB_SHUFFLE; break;
    case OpGroupNonUniformShuffleXor: i->op = WbOpSubgroupShuffle, i->sub = WB_SHUFFLE_XOR; break;
    case OpGroupNonUniformShuffleUp: i->op = WbOpSubgroupShuffle, i->sub = WB_SHUFFLE_UP; break;
    case OpGroupNonUniformShuffleDown: i->op = WbOpSubgroupShuffle, i->sub = WB_SHUFFLE_DOWN; break;
    case OpGroupNonUniformBallot: i->op = WbOpSubgroupBallot; break;
    case OpGroupNonUniformInverseBallot: i->op = WbOpSubgroupInverseBallot; break;
    case OpGroupNonUniformBallotBitExtract: i->op = WbOpSubgroupBitExtract; break;
    case OpGroupNonUniformBallotBitCount: i->op = WbOpSubgroupBitCount; break;
    case OpGroupNonUniformBallotFindLSB: i->op = WbOpSubgroupFind, i->sub = WB_FIND_LSB; break;
    case OpGroupNonUniformBallotFindMSB: i->op = WbOpSubgroupFind, i->sub = WB_FIND_MSB; break;
    default: return false;
    }
    return true;
}

static uint32_t words_of(wb_loader *l, const wb_words *w, uint32_t index)
{
    return wb_load_type(l, wb_load_id(l, w, index)->type)->words;
}

// Reduction, inclusive or exclusive scan: the operand before the value.
static uint8_t sum_scope(wb_loader *l, uint32_t operation)
{
    if (operation > WB_SCAN_EXCLUSIVE)
        wb_load_fail(l, "clustered subgroup operations are not supported by the kernel machine");
    return (uint8_t)operation;
}

bool wb_load_subgroup(wb_loader *l, const wb_words *w)
{
    wb_instruction i = {0};
    int sum = sum_kind(w->opcode);
    bool counts = w->opcode == OpGroupNonUniformBallotBitCount;
    if (sum >= 0) {
        i.op = WbOpSubgroupSum;
        i.c = (uint32_t)sum;
    } else if (!choose(w->opcode, &i))
        return false;
    if (sum >= 0 || counts) i.sub = sum_scope(l, wb_load_word(l, w, 4));
    uint32_t first = sum >= 0 || counts ? 5 : 4; // the value's word, behind scope and operation
    i.result = wb_load_result(l, w);
    i.count = words_of(l, w, 2);
    bool has_value = i.op != WbOpSubgroupElect;
    if (has_value) i.a = wb_load_value(l, w, first, 0);
    uint32_t words = has_value ? words_of(l, w, first) : 0;
    bool has_lane = i.op == WbOpSubgroupShuffle || i.op == WbOpSubgroupBitExtract;
    if (has_lane) i.b = wb_load_value(l, w, first + 1, 0);
    bool of_ballot = i.op == WbOpSubgroupInverseBallot || i.op == WbOpSubgroupBitExtract ||
                     i.op == WbOpSubgroupBitCount || i.op == WbOpSubgroupFind;
    bool same = i.op == WbOpSubgroupSum || i.op == WbOpSubgroupShuffle ||
                i.op == WbOpSubgroupBroadcastFirst;
    if ((of_ballot && words != 4) || (same && words != i.count) ||
        (i.op == WbOpSubgroupBallot && i.count != 4))
        wb_load_fail(l, "the module is damaged: a subgroup operation on another size");
    if (i.op == WbOpSubgroupVote) i.count = words;
    wb_type_kind kind = wb_load_type(l, wb_load_id(l, w, 2)->type)->kind;
    if (sum >= 0 && kind == WB_TYPE_DOUBLE)
        wb_load_fail(l, "subgroup operations on doubles are not supported");
    l->module->uses_subgroups = true;
    wb_load_emit(l, i);
    return true;
}
