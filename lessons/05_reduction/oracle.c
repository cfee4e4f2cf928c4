#include "oracle.h"

#include "base/text.h"
#include "state.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Sums, the largest number, scans ---- */

static uint32_t sum_of(const uint32_t *numbers, size_t count)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < count; i++) sum += numbers[i];
    return sum;
}

static void find_largest(const uint32_t *numbers, size_t count, uint32_t largest[2])
{
    size_t best = 0;
    for (size_t i = 1; i < count; i++)
        if (numbers[i] > numbers[best]) best = i;
    largest[0] = numbers[best];
    largest[1] = (uint32_t)best;
}

static void scan_all(const uint32_t *numbers, size_t count, uint32_t *scan)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        scan[i] = sum;
        sum += numbers[i];
    }
}

// The largest of all numbers before each.
static void find_highest(const uint32_t *numbers, size_t count, uint32_t *highest)
{
    uint32_t most = 0;
    for (size_t i = 0; i < count; i++) {
        highest[i] = most;
        if (numbers[i] > most) most = numbers[i];
    }
}

wb_answer sum_expect(const char *buffer, int64_t steps, void *expected)
{
    (void)steps; // a frame computes the same once more, here and below
    const uint32_t *values = wb_start_state("values");
    if (strcmp(buffer, "sum") != 0 || values == NULL) return WB_NO_ANSWER;
    *(uint32_t *)expected = sum_of(values, (size_t)lesson.count);
    return WB_ANSWERED;
}

wb_answer largest_expect(const char *buffer, int64_t steps, void *expected)
{
    (void)steps;
    uint32_t largest[2];
    const uint32_t *values = wb_start_state("values");
    if (strcmp(buffer, "largest") != 0 || values == NULL) return WB_NO_ANSWER;
    find_largest(values, (size_t)lesson.count, largest);
    *(uint32_t *)expected = largest[0];
    return WB_ANSWERED;
}

wb_answer argmax_expect(const char *buffer, int64_t steps, void *expected)
{
    (void)steps;
    const uint32_t *values = wb_start_state("values");
    if (strcmp(buffer, "largest") != 0 || values == NULL) return WB_NO_ANSWER;
    find_largest(values, (size_t)lesson.count, expected);
    return WB_ANSWERED;
}

wb_answer scan_expect(const char *buffer, int64_t steps, void *expected)
{
    (void)steps;
    const uint32_t *values = wb_start_state("values");
    if (strcmp(buffer, "prefix") != 0 || values == NULL) return WB_NO_ANSWER;
    scan_all(values, (size_t)lesson.count, expected);
    return WB_ANSWERED;
}

// Each group of SCAN_GROUP numbers by itself, and each number's sum with itself.
wb_answer scan_group_expect(const char *buffer, int64_t steps, void *expected)
{
    (void)steps;
    const uint32_t *values = wb_start_state("values");
    uint32_t *scan = expected;
    if (strcmp(buffer, "prefix") != 0 || values == NULL) return WB_NO_ANSWER;
    for (int i = 0; i < lesson.count; i++)
        scan[i] = values[i] + (i % SCAN_GROUP > 0 ? scan[i - 1] : 0);
    return WB_ANSWERED;
}

wb_answer horizon_expect(const char *buffer, int64_t steps, void *expected)
{
    (void)steps;
    const uint32_t *values = wb_start_state("values");
    if (strcmp(buffer, "highest") != 0 || values == NULL) return WB_NO_ANSWER;
    find_highest(values, (size_t)lesson.count, expected);
    return WB_ANSWERED;
}

/* ---- What went into a wrong result ---- */

// Where the last group ends, and what is the last number: most sums go wrong there.
void sum_inputs(const char *buffer, size_t index, int64_t steps, char *text, size_t size)
{
    (void)buffer, (void)index, (void)steps;
    const uint32_t *values = wb_start_state("values");
    int per_group = (int)numbers_per_group(),
        beyond = (per_group - lesson.count % per_group) % per_group;
    if (values == NULL) return;
    snprintf(text, size,
             "%d numbers in groups of %d: %d invocations of level 1 are beyond the end; the last "
             "number is %u",
             lesson.count, per_group, beyond, values[lesson.count - 1]);
}

void largest_inputs(const char *buffer, size_t index, int64_t steps, char *text, size_t size)
{
    (void)buffer, (void)index, (void)steps;
    uint32_t largest[2];
    const uint32_t *values = wb_start_state("values");
    if (values == NULL) return;
    find_largest(values, (size_t)lesson.count, largest);
    snprintf(text, size,
             "the largest is number %u, which work group %u reads; the sum of all is %u",
             largest[1], largest[1] / (uint32_t)lesson.group, sum_of(values, (size_t)lesson.count));
}

// The number and up to four in front of it, in its group.
void scan_group_inputs(const char *buffer, size_t index, int64_t steps, char *text, size_t size)
{
    (void)buffer, (void)steps;
    const uint32_t *values = wb_start_state("values");
    size_t me = index % SCAN_GROUP, first = index - (me < 4 ? me : 4);
    if (values == NULL) return;
    wb_text_append(text, size, "invocation %zu of group %zu; the numbers of the group%s", me,
                   index / SCAN_GROUP, me > 4 ? ": ..." : ":");
    for (size_t i = first; i <= index; i++) wb_text_append(text, size, " %u", values[i]);
}

wb_result scan_verify(void)
{
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in wb_verify_state()
    return wb_verify_state();
}

/* ---- Particles ---- */

// Their smallest and largest values, and in `centre` the centre of mass and the mass; all sums in
// double. `scale` becomes what the error of a float32 sum is measured by: the sums of |mass x
// position|, over the mass, and 1.
static void find_extent(const float *particles, size_t count, float low[4], float high[4],
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

// How far a float32 result may be off, in units of its scale (see find_extent()). Each particle's
// share goes through one multiplication and as many additions as one invocation makes on both
// levels, and the rounds of two trees; each of these rounds by 2^-24 at most. Dividing by the mass,
// which is as much off, doubles it; the last 3 are for the division and for products of errors.
static double tolerance(void)
{
    int share = PARTICLE_GROUP * (int)particle_groups();
    int steps =
        1 + (int)wb_groups_for(lesson.count, share) + 7 + PARTICLE_GROUPS / PARTICLE_GROUP + 7;
    return (2 * steps + 3) * 0x1p-24;
}

// Smallest and largest exactly; only the centre of mass has a tolerance.
wb_result particles_verify(void)
{
    float got[3][4], low[4], high[4];
    double centre[4], scale[4];
    const float *particles = wb_start_state("particles");
    if (particles == NULL) return WB_NOT_RUN;
    if (!wb_buffer_read(&lesson.extent, got)) return WB_NOT_RUN;
    find_extent(particles, (size_t)lesson.count, low, high, centre, scale);
    wb_array four = {.type = WB_F32, .dimensions = 1, .shape = {4}};
    four.data = got[0];
    bool good = wb_check_equal("smallest", &four, low);
    four.data = got[1];
    good = wb_check_equal("largest", &four, high) && good;
    for (int k = 0; k < 4; k++) {
        wb_array one = {.type = WB_F32, .data = &got[2][k]};
        good = wb_check_close(k < 3 ? "centre of mass" : "mass", &one, &centre[k],
                              tolerance() * scale[k], 0.0) &&
               good;
    }
    return wb_result_of(good);
}

/* ---- Rounding ---- */

static float tree_sum(const float *numbers, size_t count)
{
    if (count == 1) return numbers[0];
    return tree_sum(numbers, count / 2) + tree_sum(numbers + count / 2, count / 2);
}

// Sums of the first 2, 4, 8, ... 2^levels numbers, in four ways, as the GPU is to make them, bit
// for bit: all are fixed orders of correctly rounded additions. The float32 ones come as double.
static void sum_in_four_ways(const float *numbers, int levels, double (*sums)[ROUNDING_WAYS])
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
        sums[level][PLAIN] = (double)plain;
        sums[level][KAHAN] = (double)kahan;
        sums[level][DOUBLE] = exact;
        sums[level][TREE] = (double)tree_sum(numbers, i + 1);
        level++;
    }
}

wb_answer rounding_expect(const char *buffer, int64_t steps, void *expected)
{
    (void)steps;
    const float *tree = wb_start_state("tree");
    if (strcmp(buffer, "sums") != 0 || tree == NULL) return WB_NO_ANSWER;
    sum_in_four_ways(tree + terms(), lesson.terms, expected);
    return WB_ANSWERED;
}

// The sums are doubles, in a buffer of words: compared word by word, and told as numbers.
wb_result rounding_verify(void)
{
    static const char *const names[ROUNDING_WAYS] = {
        [PLAIN] = "plain", [KAHAN] = "Kahan", [DOUBLE] = "double", [TREE] = "tree"};
    const float *tree = wb_start_state("tree");
    double got[32][ROUNDING_WAYS], expected[32][ROUNDING_WAYS]; // `terms` is 22 at most
    if (tree == NULL || !wb_buffer_read(&lesson.sums, got)) return WB_NOT_RUN;
    sum_in_four_ways(tree + terms(), lesson.terms, expected);
    for (int level = 0; level < lesson.terms; level++)
        for (int way = 0; way < ROUNDING_WAYS; way++)
            if (memcmp(&got[level][way], &expected[level][way], sizeof(double)) != 0) {
                wb_error("sums, of 2^%d numbers, %s: got %.17g, expected %.17g", level + 1,
                         names[way], got[level][way], expected[level][way]);
                return WB_WRONG;
            }
    return WB_RIGHT;
}

// In units of 2^-72 every sum is a whole number, and 128 bits hold it.
static __int128 in_units(double x)
{
    return (__int128)ldexp(x, 72);
}

void oracle_relative_errors(const float *numbers, size_t count, const double sums[ROUNDING_WAYS],
                            double errors[ROUNDING_WAYS])
{
    __int128 exact = 0;
    for (size_t i = 0; i < count; i++) exact += in_units((double)numbers[i]);
    for (int way = 0; way < ROUNDING_WAYS; way++)
        errors[way] = fabs((double)(in_units(sums[way]) - exact) / (double)exact);
}
