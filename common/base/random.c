#include "base/random.h"

#define MULTIPLIER UINT64_C(6364136223846793005)
#define INCREMENT UINT64_C(109) // 2 * 54 + 1: sequence 54; any odd number gives the full period

wb_random wb_random_seed(uint64_t seed)
{
    // The state after a first step from 0, plus the seed; a second step spreads close seeds.
    wb_random random = {.state = INCREMENT + seed};
    wb_random_u32(&random);
    return random;
}

uint32_t wb_random_u32(wb_random *random)
{
    // The lowest bits of the state are the poorest: the output folds the high half down, and the
    // top five bits, the best ones, choose how far the result is rotated.
    uint64_t state = random->state;
    random->state = state * MULTIPLIER + INCREMENT;
    uint32_t folded = (uint32_t)((state ^ state >> 18) >> 27);
    uint32_t turn = (uint32_t)(state >> 59);
    return folded >> turn | folded << (-turn & 31);
}

float wb_random_float(wb_random *random)
{
    // 24 bits are what a float holds exactly; all 32 could round up to 1.
    return (float)(wb_random_u32(random) >> 8) * 0x1p-24f;
}

uint32_t wb_random_below(wb_random *random, uint32_t limit)
{
    if (limit == 0) return 0;
    // 2^32 is seldom a multiple of `limit`: the first 2^32 mod limit values are drawn again, or
    // else the low results would be more likely.
    uint32_t first_fair = -limit % limit;
    uint32_t value;
    do {
        value = wb_random_u32(random);
    } while (value < first_fair);
    return value % limit;
}

uint32_t wb_random_hash(uint32_t x)
{
    x = x * 747796405u + 2891336453u;
    x = ((x >> ((x >> 28) + 4)) ^ x) * 277803737u;
    return (x >> 22) ^ x;
}

float wb_random_hash_float(uint32_t *random)
{
    *random = wb_random_hash(*random);
    return (float)(*random >> 8) / 16777216.0f;
}
