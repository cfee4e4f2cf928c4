/* Operations over a subgroup: over those of its lanes that run together. */
#include "machine/machine_state.h"

// The lanes of the subgroup that starts at `first`: a bit for each that runs.
static uint32_t running(const wb_team *team, uint32_t first, uint32_t size)
{
    uint32_t bits = 0;
    for (uint32_t k = 0; k < size && first + k < team->lanes; k++)
        bits |= team->mask[first + k] != 0 ? 1u << k : 0;
    return bits;
}

/* The results' flags: a lane's value depends on those of all others. */
static void spread_flags(wb_team *team, const wb_instruction *i, uint32_t words, bool has_value,
                         uint32_t result_words)
{
    if (!team->machine->options.check) return;
    uint32_t size = (uint32_t)team->machine->options.subgroup;
    wb_flags f = {{0}};
    for (uint32_t k = 0; has_value && k < words; k++)
        for (uint32_t l = 0; l < team->lanes; l++)
            for (int tainted = 0; tainted < 2; tainted++)
                if (team->mask[l] != 0 && wb_flag(&team->flags[i->a + k], l, tainted))
                    for (uint32_t n = l & ~(size - 1); n < (l | (size - 1)) + 1; n++)
                        f.bits[(n >> 6) + (tainted ? 4u : 0)] |= (uint64_t)1 << (n & 63);
    for (uint32_t k = 0; k < result_words; k++) wb_set_flags(team, i->result + k, &f);
}

#define FOR_SUBGROUPS                                                                              \
    uint32_t size = (uint32_t)team->machine->options.subgroup;                                     \
    for (uint32_t first = team->low & ~(size - 1); first < team->high; first += size)

#define FOR_LANES                                                                                  \
    for (uint32_t k = 0; k < size; k++)                                                            \
        if ((active >> k & 1) != 0)

void wb_exec_SubgroupElect(wb_team *team, const wb_instruction *i)
{
    FOR_SUBGROUPS
    {
        uint32_t active = running(team, first, size);
        FOR_LANES wb_row(team, i->result)[first + k] = (active & ((1u << k) - 1)) == 0;
    }
    spread_flags(team, i, 0, false, 1);
}

void wb_exec_SubgroupVote(wb_team *team, const wb_instruction *i)
{
    FOR_SUBGROUPS
    {
        uint32_t active = running(team, first, size), one = 0;
        bool all = true, any = false, equal = true;
        if (active == 0) continue;
        while ((active >> one & 1) == 0) one++;
        for (uint32_t w = 0; w < i->count; w++) {
            const uint32_t *a = wb_row(team, i->a + w);
            FOR_LANES
            {
                all = all && a[first + k] != 0;
                any = any || a[first + k] != 0;
                equal = equal && a[first + k] == a[first + one];
            }
        }
        bool result = i->sub == WB_VOTE_ALL ? all : i->sub == WB_VOTE_ANY ? any : equal;
        FOR_LANES wb_row(team, i->result)[first + k] = result;
    }
    spread_flags(team, i, i->count, true, 1);
}

void wb_exec_SubgroupBroadcastFirst(wb_team *team, const wb_instruction *i)
{
    FOR_SUBGROUPS
    {
        uint32_t active = running(team, first, size), one = 0;
        if (active == 0) continue;
        while ((active >> one & 1) == 0) one++;
        for (uint32_t w = 0; w < i->count; w++) {
            uint32_t value = wb_row(team, i->a + w)[first + one];
            FOR_LANES wb_row(team, i->result + w)[first + k] = value;
        }
    }
    spread_flags(team, i, i->count, true, i->count);
}

static uint32_t shuffle_source(int kind, uint32_t k, uint32_t by)
{
    switch (kind) {
    case WB_SHUFFLE_XOR: return k ^ by;
    case WB_SHUFFLE_UP: return k - by;
    case WB_SHUFFLE_DOWN: return k + by;
    default: return by;
    }
}

void wb_exec_SubgroupShuffle(wb_team *team, const wb_instruction *i)
{
    uint32_t by[WB_TEAM_LANES];
    for (uint32_t l = team->low; l < team->high; l++) by[l] = wb_row(team, i->b)[l];
    bool check = team->machine->options.check;
    for (uint32_t w = 0; w < i->count; w++) {
        const uint32_t *a = wb_row(team, i->a + w);
        uint32_t *d = wb_row(team, i->result + w);
        wb_flags f = {{0}};
        FOR_SUBGROUPS
        {
            uint32_t active = running(team, first, size);
            FOR_LANES
            {
                uint32_t l = first + k, from = shuffle_source(i->sub, k, by[l]);
                bool good = from < size && (active >> from & 1) != 0; // else it is undefined
                d[l] = good ? a[first + from] : 0;
                uint64_t bit = (uint64_t)1 << (l & 63);
                if (check && (!good || wb_flag(&team->flags[i->a + w], first + from, 0)))
                    f.bits[l >> 6] |= bit;
                if (check && good && wb_flag(&team->flags[i->a + w], first + from, 1))
                    f.bits[4 + (l >> 6)] |= bit;
            }
        }
        if (check) wb_set_flags(team, i->result + w, &f);
    }
}

void wb_exec_SubgroupBallot(wb_team *team, const wb_instruction *i)
{
    const uint32_t *a = wb_row(team, i->a);
    FOR_SUBGROUPS
    {
        uint32_t active = running(team, first, size), bits = 0;
        FOR_LANES bits |= a[first + k] != 0 ? 1u << k : 0;
        for (uint32_t w = 0; w < i->count; w++)
            FOR_LANES wb_row(team, i->result + w)[first + k] = w == 0 ? bits : 0;
    }
    spread_flags(team, i, 1, true, i->count);
}

/* ---- Of a ballot, lane by lane ---- */

#define OF_BALLOT(EXPRESSION)                                                                      \
    uint32_t size = (uint32_t)team->machine->options.subgroup;                                     \
    uint32_t all = size < 32 ? (1u << size) - 1 : UINT32_MAX;                                      \
    for (uint32_t l = team->low; l < team->high; l++) {                                            \
        if (team->mask[l] == 0) continue;                                                          \
        uint32_t lane = l & (size - 1), ballot = wb_row(team, i->a)[l];                            \
        (void)lane, (void)all;                                                                     \
        wb_row(team, i->result)[l] = (EXPRESSION);                                                 \
    }                                                                                              \
    spread_flags(team, i, 1, true, 1);

void wb_exec_SubgroupInverseBallot(wb_team *team, const wb_instruction *i)
{
    OF_BALLOT(ballot >> lane & 1)
}

void wb_exec_SubgroupBitExtract(wb_team *team, const wb_instruction *i)
{
    OF_BALLOT(wb_row(team, i->b)[l] < size ? ballot >> wb_row(team, i->b)[l] & 1 : 0)
}

static uint32_t lanes_until(int kind, uint32_t lane, uint32_t all)
{
    uint32_t before = (1u << lane) - 1;
    return kind == WB_SCAN_EXCLUSIVE   ? before
           : kind == WB_SCAN_INCLUSIVE ? before | 1u << lane
                                       : all;
}

void wb_exec_SubgroupBitCount(wb_team *team, const wb_instruction *i)
{
    OF_BALLOT((uint32_t)__builtin_popcount(ballot & lanes_until(i->sub, lane, all)))
}

void wb_exec_SubgroupFind(wb_team *team, const wb_instruction *i)
{
    OF_BALLOT((ballot & all) == 0     ? UINT32_MAX
              : i->sub == WB_FIND_LSB ? (uint32_t)__builtin_ctz(ballot & all)
                                      : 31u - (uint32_t)__builtin_clz(ballot & all))
}

/* ---- Sums ---- */

static uint32_t neutral(uint32_t kind)
{
    switch (kind) {
    case WB_ATOMIC_SMIN: return INT32_MAX;
    case WB_ATOMIC_UMIN:
    case WB_ATOMIC_AND: return UINT32_MAX;
    case WB_ATOMIC_SMAX: return 0x80000000u;
    case WB_ATOMIC_MUL: return 1;
    case WB_ATOMIC_FMUL: return 0x3F800000;
    case WB_ATOMIC_FMIN: return 0x7F800000;
    case WB_ATOMIC_FMAX: return 0xFF800000;
    default: return 0;
    }
}

void wb_exec_SubgroupSum(wb_team *team, const wb_instruction *i)
{
    for (uint32_t w = 0; w < i->count; w++) {
        const uint32_t *a = wb_row(team, i->a + w);
        uint32_t *d = wb_row(team, i->result + w);
        FOR_SUBGROUPS
        {
            uint32_t active = running(team, first, size), sum = neutral(i->c);
            FOR_LANES
            {
                uint32_t next = wb_combine((int)i->c, sum, a[first + k]);
                d[first + k] = i->sub == WB_SCAN_EXCLUSIVE ? sum : next;
                sum = next;
            }
            if (i->sub == WB_REDUCE) FOR_LANES d[first + k] = sum;
        }
    }
    spread_flags(team, i, i->count, true, i->count);
}
