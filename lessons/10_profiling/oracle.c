#include "oracle.h"

#include "gl/clock.h"
#include "lesson/kernels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Results ---- */

// As next_number() in shaders/10_profiling/numbers.glsl.
static uint32_t next_number(uint32_t x)
{
    return x * 1664525u + 1013904223u;
}

static uint32_t place_of(uint32_t x, int count)
{
    return (uint32_t)((uint64_t)x * (uint32_t)count >> 32);
}

// After `rounds` rounds x is a x + c, whatever x is: so one loop for all elements is enough.
static void find_rounds(int rounds, uint32_t *a, uint32_t *c)
{
    *a = 1, *c = 0;
    for (int i = 0; i < rounds; i++) {
        *c = next_number(*c);
        *a *= 1664525u;
    }
}

// The sum of an element's reads. From one read, work.comp and chase.comp go on to different
// numbers.
static void sum_reads(const uint32_t (*numbers)[4], int element, int reads, uint32_t x[4])
{
    int at = element % lesson.vectors;
    memset(x, 0, 4 * sizeof *x);
    for (int r = 0; r < reads; r++) {
        for (int k = 0; k < 4; k++) x[k] += numbers[at][k];
        at = traits()->chases ? (int)place_of(x[0], lesson.vectors)
                              : (at + lesson.vectors / 8 * 3 + 1) % lesson.vectors;
    }
}

static void compute(const void *numbers, int elements, int arithmetic, int reads,
                    uint32_t (*result)[4])
{
    uint32_t a, c;
    find_rounds(arithmetic, &a, &c);
    for (int i = 0; i < elements; i++) {
        sum_reads(numbers, i, reads, result[i]);
        for (int k = 0; k < 4; k++) result[i][k] = a * result[i][k] + c;
    }
}

wb_answer experiment_expect(const char *buffer, int64_t steps, void *expected)
{
    (void)steps; // a frame computes the same once more
    const void *numbers = wb_start_state("numbers");
    for (int run = 0; run < run_count() && numbers != NULL; run++)
        if (strcmp(buffer, lesson.results[run].name) == 0) {
            compute(numbers, elements_of(run), arithmetic_of(run), reads_of(run), expected);
            return WB_ANSWERED;
        }
    return WB_NO_ANSWER;
}

// As in waits.comp.
static void wait_for_reads(const uint32_t *numbers, int element, uint32_t result[4])
{
    uint32_t rows = (uint32_t)rows_to_read(), local = (uint32_t)(element % lesson.group);
    uint32_t held[TURNS], sum = 0, row = (uint32_t)(element / lesson.group) % rows;
    for (int k = 0; k < lesson.held; k++) held[k] = local + (uint32_t)k;
    for (int turn = 0; turn < TURNS; turn++) {
        uint32_t number = numbers[row * (uint32_t)lesson.group + local];
        held[turn % lesson.held] = 3 * held[turn % lesson.held] + number;
        row = number < rows ? number : rows - 1;
    }
    for (int k = 0; k < lesson.held; k++) sum ^= held[k];
    result[0] = sum, result[1] = row, result[2] = (uint32_t)element, result[3] = 0;
}

// An element's first number, with the faults that the task's kernel is shipped with: the reads are
// of 16 elements, and each of them is followed by its own multiply-adds.
static uint32_t flattered(const uint32_t (*numbers)[4], int element, int run, bool is_near,
                          bool is_each)
{
    uint32_t a, c, x = 0;
    find_rounds(arithmetic_of(run), &a, &c);
    int at = element % lesson.vectors;
    for (int r = 0; r < reads_of(run); r++) {
        x += numbers[is_near ? at % 16 : at][0];
        if (is_each) x = a * x + c;
        at = (at + lesson.vectors / 8 * 3 + 1) % lesson.vectors;
    }
    return is_each ? x : a * x + c;
}

// Which of the two faults the result shows, if it shows one alone.
static const char *fault_left(int run, int element)
{
    const uint32_t(*numbers)[4] = wb_start_state("numbers");
    uint32_t(*got)[4] = malloc((size_t)lesson.results[run].size_bytes);
    bool is_read = numbers != NULL && got != NULL && wb_buffer_read(&lesson.results[run], got);
    bool is_each = is_read && got[element][0] == flattered(numbers, element, run, false, true);
    bool is_near = is_read && got[element][0] == flattered(numbers, element, run, true, false);
    bool is_both = is_read && got[element][0] == flattered(numbers, element, run, true, true);
    free(got);
    if (is_both || is_each == is_near) return "";
    return is_each
               ? "; one fault is gone, and one is left: each read brings its multiply-adds along"
               : "; one fault is gone, and one is left: the reads are of sixteen elements";
}

void experiment_inputs(const char *buffer, size_t index, int64_t steps, char *text, size_t size)
{
    (void)steps;
    for (int run = 0; run < run_count(); run++)
        if (strcmp(buffer, lesson.results[run].name) == 0)
            snprintf(text, size, "the sum of %d of the numbers, then %d multiply-adds%s",
                     reads_of(run), arithmetic_of(run),
                     wb_current_variant()->kind == WB_TASK ? fault_left(run, (int)index / 4) : "");
}

wb_answer occupancy_expect(const char *buffer, int64_t steps, void *expected)
{
    (void)steps;
    const uint32_t *numbers = wb_start_state("numbers");
    if (numbers == NULL || strcmp(buffer, "result") != 0) return WB_NO_ANSWER;
    uint32_t *result = expected;
    for (int i = 0; i < lesson.vectors; i++) wait_for_reads(numbers, i, result + 4 * (size_t)i);
    return WB_ANSWERED;
}

static uint32_t one_round(uint32_t x)
{
    switch (traits()->rule) {
    case DIVIDES: return x / DIVISOR ^ x * 2654435761u;
    case BRANCHES: return x % 2 == 1 ? 3 * x + 1 : x / 2;
    default: return next_number(x);
    }
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

wb_answer packing_expect(const char *buffer, int64_t steps, void *expected)
{
    (void)steps;
    const uint32_t *numbers = wb_start_state("numbers");
    if (numbers == NULL || strcmp(buffer, "result") != 0) return WB_NO_ANSWER;
    int bits = traits()->bits, used = 32 / bits * bits; // of a word; ten bits leave two, which stay
    uint32_t *result = expected, mask = bits == 32 ? ~0u : (1u << bits) - 1;
    uint32_t most = bits == 10 ? 1023 : 255;
    for (size_t i = 0; i < (size_t)lesson.numbers.size_bytes / 4; i++) {
        result[i] = used < 32 ? numbers[i] >> used << used : 0;
        for (int shift = 0; shift < used; shift += bits) {
            uint32_t sample = (numbers[i] >> shift & mask) + BRIGHTER;
            result[i] |= (sample < most ? sample : most) << shift;
        }
    }
    return WB_ANSWERED;
}

void small_print_inputs(const char *buffer, size_t index, int64_t steps, char *text, size_t size)
{
    (void)buffer, (void)steps;
    const uint32_t *numbers = wb_start_state("numbers");
    if (numbers == NULL || 4 * index >= (size_t)lesson.numbers.size_bytes) return;
    uint32_t n = numbers[index];
    if (traits()->bits == 10)
        snprintf(text, size, "its samples were %u, %u and %u, and the two bits above them %u",
                 n & 1023, n >> 10 & 1023, n >> 20 & 1023, n >> 30);
    else
        snprintf(text, size, "the number was %u", n);
}

static int within(int place, int count)
{
    return place < 0 ? 0 : place < count ? place : count - 1;
}

wb_answer paths_expect(const char *buffer, int64_t steps, void *expected)
{
    (void)steps;
    const uint32_t *numbers = wb_start_state("numbers");
    const void *start = wb_start_state(buffer); // what is behind the last whole row stays
    if (numbers == NULL || start == NULL || strcmp(buffer, "result") != 0) return WB_NO_ANSWER;
    int extent[2];
    paths_extent(extent);
    memcpy(expected, start, 16 * (size_t)lesson.vectors);
    for (int i = 0; i < extent[0] * extent[1]; i++) {
        uint32_t sum = 0;
        for (int k = 0; k < 9; k++) {
            int x = within(i % extent[0] + k % 3 - 1, extent[0]);
            int y = within(i / extent[0] + k / 3 - 1, extent[1]);
            sum += numbers[(size_t)y * (size_t)extent[0] + (size_t)x];
        }
        ((uint32_t *)expected)[i] = sum;
    }
    return WB_ANSWERED;
}

wb_answer uploads_expect(const char *buffer, int64_t steps, void *expected)
{
    if (steps == 0 || strcmp(buffer, "result") != 0) return WB_NO_ANSWER;
    for (size_t i = 0; i < 4 * (size_t)lesson.vectors; i++)
        ((uint32_t *)expected)[i] = next_number(lesson.fresh[i]);
    return WB_ANSWERED;
}

// Each pass from what the one before it has made: `to` and `from` take turns.
static bool run_passes(int last, uint32_t (*from)[4], uint32_t (*to)[4])
{
    for (int pass = MOVE_PASS; pass <= last; pass++) {
        if (lesson.off == pass) continue;
        compute(from, (int)(lesson.results[pass].size_bytes / 16), frame_work(pass).arithmetic,
                frame_work(pass).reads, to);
        if (pass < last) memcpy(from, to, 16 * (size_t)lesson.vectors);
    }
    return lesson.off != last;
}

wb_answer frame_expect(const char *buffer, int64_t steps, void *expected)
{
    size_t count = 4 * (size_t)lesson.vectors;
    const uint32_t *start = wb_start_state("numbers");
    uint32_t(*numbers)[4] = malloc(4 * count), (*result)[4] = malloc(4 * count);
    wb_answer answer = start != NULL && steps > 0 ? WB_NO_ANSWER : WB_ANSWER_FAILED;
    if (numbers == NULL || result == NULL) answer = WB_ANSWER_FAILED;
    for (size_t i = 0; answer == WB_NO_ANSWER && i < count; i++) // each frame adds one
        numbers[i / 4][i % 4] = start[i] + (uint32_t)steps;
    if (answer == WB_NO_ANSWER && strcmp(buffer, "numbers") == 0) {
        memcpy(expected, numbers, 4 * count);
        answer = WB_ANSWERED;
    }
    for (int pass = MOVE_PASS; pass < REST && answer == WB_NO_ANSWER; pass++) {
        if (strcmp(buffer, lesson.results[pass].name) != 0) continue;
        if (!run_passes(pass, numbers, result)) break; // left out: it keeps what it has
        memcpy(expected, result, (size_t)lesson.results[pass].size_bytes);
        answer = WB_ANSWERED;
    }
    free(numbers);
    free(result);
    return answer == WB_ANSWER_FAILED && steps == 0 ? WB_NO_ANSWER : answer;
}

wb_answer advance_expect(const char *buffer, int64_t steps, void *expected)
{
    (void)steps;
    const void *numbers = wb_start_state("numbers");
    if (numbers == NULL || (strcmp(buffer, "given") != 0 && strcmp(buffer, "yours") != 0))
        return WB_NO_ANSWER;
    compute(numbers, lesson.vectors, lesson.rounds, 1, expected);
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
    if (result != WB_RIGHT || wb_kernels_possible(NULL)) return result;
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
    float invocations = time_of(MORE_INVOCATIONS, clock) / once;
    bool knobs_cost = fmaxf(arithmetic, reads) >= 1.25f;
    if (invocations < 2.0f) return knobs_cost ? LATENCY : LAUNCH;
    if (!knobs_cost) return SOMETHING_ELSE;
    return arithmetic > reads ? ARITHMETIC_LIMIT : MEMORY;
}

const char *limit_name(limit which)
{
    static const char *const names[] = {
        [NOT_MEASURED] = "none",
        [LAUNCH] = "launch",
        [LATENCY] = "latency",
        [MEMORY] = "memory",
        [ARITHMETIC_LIMIT] = "arithmetic",
        [SOMETHING_ELSE] = "something_else",
    };
    return names[which];
}

const char *verdict(void)
{
    static const char *const verdicts[] = {
        [NOT_MEASURED] = "not measured: --set measure=all, or in the panel",
        [LAUNCH] = "launch-bound: neither knob costs much, nor do four times the invocations",
        [SOMETHING_ELSE] = "something else: neither knob costs much, but more invocations do",
        [LATENCY] = "latency-bound: it waits, and four times the invocations could wait as well",
        [MEMORY] = "memory-bound: four times the reads cost more than four times the arithmetic",
        [ARITHMETIC_LIMIT] =
            "arithmetic-bound: four times the arithmetic costs more than four times the reads",
    };
    return verdicts[find_limit()];
}
