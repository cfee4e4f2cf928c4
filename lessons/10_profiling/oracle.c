#include "oracle.h"

#include "gl/clock.h"

#include <math.h>
#include <string.h>

/* ---- Results ---- */

// As next_number() in shaders/10_profiling/numbers.glsl.
static uint32_t next_number(uint32_t x)
{
    return x * 1664525u + 1013904223u;
}

// After so many rounds x is a x + c, whatever x is: so a loop for all is enough.
static void find_rounds(int rounds, uint32_t *a, uint32_t *c)
{
    *a = 1, *c = 0;
    for (int i = 0; i < rounds; i++) {
        *c = next_number(*c);
        *a *= 1664525u;
    }
}

static void compute(const uint32_t *numbers, int arithmetic, int reads, uint32_t *result)
{
    uint32_t a, c;
    find_rounds(arithmetic, &a, &c);
    for (int i = 0; i < elements(); i++)
        for (int k = 0; k < 4; k++) {
            uint32_t x = 0;
            for (int r = 0, at = i; r < reads; r++, at = (at + lesson.vectors / 2) % lesson.vectors)
                x = 3 * x + numbers[4 * (size_t)at + (size_t)k];
            result[4 * (size_t)i + (size_t)k] = a * x + c;
        }
}

wb_answer experiment_expect(const char *buffer, int64_t steps, void *expected)
{
    (void)steps; // a frame computes the same once more
    const uint32_t *numbers = wb_start_state("numbers");
    for (int run = 0; run < RUNS && numbers != NULL; run++)
        if (strcmp(buffer, lesson.results[run].name) == 0) {
            compute(numbers, arithmetic_of(run), reads_of(run), expected);
            return WB_ANSWERED;
        }
    return WB_NO_ANSWER;
}

wb_answer advance_expect(const char *buffer, int64_t steps, void *expected)
{
    (void)steps;
    const uint32_t *numbers = wb_start_state("numbers");
    if (numbers == NULL || (strcmp(buffer, "given") != 0 && strcmp(buffer, "yours") != 0))
        return WB_NO_ANSWER;
    compute(numbers, lesson.rounds, 1, expected);
    return WB_ANSWERED;
}

static uint32_t one_round(uint32_t x)
{
    if (way()->divides) return x / DIVISOR ^ x * 2654435761u;
    return x % 2 == 1 ? 3 * x + 1 : x / 2;
}

wb_answer rounds_expect(const char *buffer, int64_t steps, void *expected)
{
    (void)steps;
    const uint32_t *numbers = wb_start_state("numbers");
    if (numbers == NULL || strcmp(buffer, "result") != 0) return WB_NO_ANSWER;
    uint32_t *result = expected;
    for (size_t i = 0; i < 4 * (size_t)lesson.vectors; i++) {
        result[i] = numbers[i];
        for (int k = 0; k < ROUNDS; k++) result[i] = one_round(result[i]);
    }
    return WB_ANSWERED;
}

/* ---- Times ---- */

int trusted_clock(void)
{
    return wb_clock_choose() == WB_CLOCK_GPU ? GPU : FINISH;
}

wb_result advance_verify(void)
{
    wb_result result = wb_verify_state();
    if (result != WB_RIGHT) return result;
    float given = time_of(0, trusted_clock()), yours = time_of(1, trusted_clock());
    if (lesson.rounds < 1000 || yours <= 0.5f * given) return WB_RIGHT;
    wb_error("times: got %.2f of the given kernel's time, expected at most 0.50 of it",
             (double)yours / (double)given);
    return WB_WRONG;
}

limit find_limit(void)
{
    int clock = trusted_clock();
    float once = time_of(AS_IT_IS, clock);
    if (once == 0.0f) return NOT_MEASURED;
    float arithmetic = time_of(MORE_ARITHMETIC, clock) / once;
    float reads = time_of(MORE_READS, clock) / once;
    if (fmaxf(arithmetic, reads) < 1.33f) return LAUNCH;
    return arithmetic > reads ? ARITHMETIC_LIMIT : MEMORY;
}

const char *verdict(void)
{
    static const char *const verdicts[] = {
        [NOT_MEASURED] = "not measured: --set measure=1, or in the panel",
        [LAUNCH] = "launch-bound: neither of the two knobs costs much",
        [MEMORY] = "memory-bound: four times the reads cost more than four times the arithmetic",
        [ARITHMETIC_LIMIT] =
            "compute-bound: four times the arithmetic costs more than four times the reads",
    };
    return verdicts[find_limit()];
}
