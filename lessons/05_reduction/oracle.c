#include "oracle.h"

#include <math.h>
#include <stdlib.h>

uint32_t oracle_sum(const uint32_t *numbers, size_t count)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < count; i++) sum += numbers[i];
    return sum;
}

void oracle_argmax(const uint32_t *numbers, size_t count, uint32_t largest[2])
{
    size_t best = 0;
    for (size_t i = 1; i < count; i++)
        if (numbers[i] > numbers[best]) best = i;
    largest[0] = numbers[best];
    largest[1] = (uint32_t)best;
}

void oracle_scan(const uint32_t *numbers, size_t count, uint32_t *scan)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        scan[i] = sum;
        sum += numbers[i];
    }
}

void oracle_extent(const float *particles, size_t count, float low[4], float high[4],
                   double centre[4], double scale[4])
{
    for (int k = 0; k < 4; k++) {
        low[k] = INFINITY;
        high[k] = -INFINITY;
        centre[k] = scale[k] = 0.0;
    }
    for (size_t i = 0; i < count; i++) {
        const float *p = particles + 4 * i;
        for (int k = 0; k < 4; k++) {
            double moment = k < 3 ? (double)p[3] * (double)p[k] : (double)p[3];
            low[k] = fminf(low[k], p[k]);
            high[k] = fmaxf(high[k], p[k]);
            centre[k] += moment;
            scale[k] += fabs(moment);
        }
    }
    for (int k = 0; k < 3; k++) {
        centre[k] /= centre[3];
        scale[k] /= centre[3];
    }
}

/* ---- Rounding ---- */

static float tree_sum(const float *numbers, size_t count)
{
    if (count == 1) return numbers[0];
    return tree_sum(numbers, count / 2) + tree_sum(numbers + count / 2, count / 2);
}

void oracle_roundings(const float *numbers, int levels, double (*sums)[ORACLE_WAYS])
{
    float plain = 0.0f, kahan = 0.0f, correction = 0.0f;
    double exact = 0.0;
    int level = 0;
    for (size_t i = 0; i < (size_t)1 << levels; i++) {
        plain += numbers[i];
        exact += (double)numbers[i];
        float wanted = numbers[i] - correction, next = kahan + wanted;
        correction = (next - kahan) - wanted;
        kahan = next;
        if (i + 1 != (size_t)2 << level) continue;
        sums[level][ORACLE_PLAIN] = (double)plain;
        sums[level][ORACLE_KAHAN] = (double)kahan;
        sums[level][ORACLE_DOUBLE] = exact;
        sums[level][ORACLE_TREE] = (double)tree_sum(numbers, i + 1);
        level++;
    }
}

// In units of 2^-72 every sum is a whole number, and 128 bits hold it.
static __int128 in_units(double x)
{
    return (__int128)ldexp(x, 72);
}

void oracle_relative_errors(const float *numbers, size_t count, const double sums[ORACLE_WAYS],
                            double errors[ORACLE_WAYS])
{
    __int128 exact = 0;
    for (size_t i = 0; i < count; i++) exact += in_units((double)numbers[i]);
    for (int way = 0; way < ORACLE_WAYS; way++)
        errors[way] = fabs((double)(in_units(sums[way]) - exact) / (double)exact);
}
