/* Fourier transforms: every length, lines side by side and across, against a sum in double; there
 * and back; elements that count as zero or are not wanted; nothing beyond the lines is touched; the
 * barriers are right. lessons/14_galaxy/tests/test_galaxy.py compares with NumPy. Runs headless. */
#include "compute/fft.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/message.h"
#include "base/random.h"
#include "watch/barriers.h"
#include "gl/context.h"
#include "gl/program.h"

typedef struct number {
    float re, im;
} number;

enum { CANARY = 12345 };

static const double TURN = 6.283185307179586;

static number *random_numbers(size_t count, uint64_t seed)
{
    number *numbers = malloc(count * sizeof *numbers);
    assert_non_null(numbers);
    wb_random random = wb_random_seed(seed);
    for (size_t i = 0; i < count; i++) {
        numbers[i].re = 2.0f * wb_random_float(&random) - 1.0f;
        numbers[i].im = 2.0f * wb_random_float(&random) - 1.0f;
    }
    return numbers;
}

static GLuint create_buffer(const number *numbers, size_t count)
{
    GLuint buffer;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer);
    glBufferData(GL_SHADER_STORAGE_BUFFER, (GLsizeiptr)(count * sizeof *numbers), numbers,
                 GL_DYNAMIC_COPY);
    return buffer;
}

static void read_buffer(GLuint buffer, number *numbers, size_t count)
{
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer);
    glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, (GLsizeiptr)(count * sizeof *numbers), numbers);
}

/* ---- Against the definition ---- */

// One line of `in`, at `first`, into `out`.
static void transform(const number *in, uint32_t length, uint32_t stride, uint32_t from,
                      double sign, double (*out)[2])
{
    static double cosines[WB_FFT_MOST], sines[WB_FFT_MOST];
    for (uint32_t k = 0; k < length; k++) {
        cosines[k] = cos(TURN * k / length);
        sines[k] = sign * sin(TURN * k / length);
    }
    for (uint32_t k = 0; k < length; k++) {
        double re = 0.0, im = 0.0;
        for (uint32_t i = 0; i < from; i++) {
            double c = cosines[i * k % length], s = sines[i * k % length];
            const number x = in[(size_t)i * stride];
            re += (double)x.re * c - (double)x.im * s;
            im += (double)x.re * s + (double)x.im * c;
        }
        double scale = sign > 0.0 ? 1.0 / length : 1.0;
        out[k][0] = scale * re;
        out[k][1] = scale * im;
    }
}

// Rounding: each of log2(length) levels adds half a unit in the last place or so of the largest.
static void expect_line(const number *got, uint32_t length, uint32_t stride, uint32_t to,
                        double (*expected)[2], const number *before)
{
    double most = 0.0;
    for (uint32_t k = 0; k < length; k++) most = fmax(most, hypot(expected[k][0], expected[k][1]));
    for (uint32_t k = 0; k < length; k++) {
        const number x = got[(size_t)k * stride], old = before[(size_t)k * stride];
        if (k >= to) {
            assert_memory_equal(&x, &old, sizeof x);
            continue;
        }
        double error = hypot((double)x.re - expected[k][0], (double)x.im - expected[k][1]);
        if (!(error <= 4e-7 * most))
            fail_msg("length %u, element %u: got %g %g, expected %g %g", length, k, (double)x.re,
                     (double)x.im, expected[k][0], expected[k][1]);
    }
}

static size_t buffer_size(const wb_fft_lines *lines, uint32_t length)
{
    return (size_t)(lines->counts[0] - 1) * lines->steps[0] +
           (size_t)(lines->counts[1] - 1) * lines->steps[1] + (size_t)(length - 1) * lines->stride +
           1;
}

static void expect_lines(uint32_t length, wb_fft_lines lines, bool inverse)
{
    size_t count = buffer_size(&lines, length) + 7; // and some behind them
    number *before = random_numbers(count, length), *got = random_numbers(count, 0);
    double(*expected)[2] = malloc(length * sizeof *expected);
    assert_non_null(expected);
    wb_fft fft;
    assert_true(wb_fft_create(&fft, (int)length));
    GLuint buffer = create_buffer(before, count);
    (inverse ? wb_fft_inverse : wb_fft_forward)(&fft, "fft", buffer, &lines);
    read_buffer(buffer, got, count);
    uint32_t from = lines.half_in ? length / 2 : length, to = lines.half_out ? length / 2 : length;
    for (uint32_t b = 0; b < lines.counts[1]; b++) {
        for (uint32_t a = 0; a < lines.counts[0]; a++) {
            size_t first = (size_t)a * lines.steps[0] + (size_t)b * lines.steps[1];
            transform(before + first, length, lines.stride, from, inverse ? 1.0 : -1.0, expected);
            expect_line(got + first, length, lines.stride, to, expected, before + first);
        }
    }
    assert_memory_equal(got + count - 7, before + count - 7, 7 * sizeof *got);
    glDeleteBuffers(1, &buffer);
    wb_fft_delete(&fft);
    free(before);
    free(got);
    free(expected);
}

// Lines one after the other, and a volume's along y; a last group that is not full, and one line.
static void lengths(void **unused)
{
    (void)unused;
    for (uint32_t length = WB_FFT_LEAST; length <= WB_FFT_MOST; length *= 2) {
        uint32_t few = WB_FFT_MOST / length;
        for (int inverse = 0; inverse < 2; inverse++) {
            wb_fft_lines along = {.counts = {few + 1, 1}, .steps = {length, 0}, .stride = 1};
            wb_fft_lines one = {.counts = {1, 1}, .stride = 1};
            wb_fft_lines across = {.counts = {5, 2}, .steps = {1, 5 * length}, .stride = 5};
            expect_lines(length, along, inverse);
            expect_lines(length, one, inverse);
            expect_lines(length, across, inverse);
        }
    }
}

// Padding that is never read, and results that are not wanted.
static void halves(void **unused)
{
    (void)unused;
    for (uint32_t length = WB_FFT_LEAST; length <= 256; length *= 2) {
        wb_fft_lines padded = {
            .counts = {3, 2}, .steps = {1, 3 * length}, .stride = 3, .half_in = true};
        expect_lines(length, padded, false);
        padded.half_out = true;
        expect_lines(length, padded, true);
        padded.half_in = false;
        expect_lines(length, padded, false);
    }
}

static void nothing(void **unused)
{
    (void)unused;
    number canary = {CANARY, CANARY}, got;
    wb_fft fft;
    assert_true(wb_fft_create(&fft, 8));
    GLuint buffer = create_buffer(&canary, 1);
    wb_fft_forward(&fft, "fft", buffer, &(wb_fft_lines){.counts = {0, 5}, .stride = 1});
    read_buffer(buffer, &got, 1);
    assert_memory_equal(&got, &canary, sizeof got);
    glDeleteBuffers(1, &buffer);
    wb_fft_delete(&fft);
}

/* ---- There and back, around and limits ---- */

static int findings;

static void count_finding(const wb_finding *finding, void *user)
{
    (void)user;
    findings++;
    print_error("%s\n", finding->text);
}

// A plane along both axes and back, with nothing but the transforms' own barriers.
static void there_and_back(void **unused)
{
    (void)unused;
    enum { N = 64 };
    wb_barriers_redirect(count_finding, NULL);
    wb_barriers_begin();
    number *before = random_numbers(N * N, 3), *got = random_numbers(N * N, 4);
    wb_fft fft;
    assert_true(wb_fft_create(&fft, N));
    GLuint buffer = create_buffer(before, N * N);
    const wb_fft_lines rows = {.counts = {N, 1}, .steps = {N, 0}, .stride = 1};
    const wb_fft_lines columns = {.counts = {N, 1}, .steps = {1, 0}, .stride = N};
    wb_fft_forward(&fft, "fft x", buffer, &rows);
    wb_fft_forward(&fft, "fft y", buffer, &columns);
    wb_fft_inverse(&fft, "fft y", buffer, &columns);
    wb_fft_inverse(&fft, "fft x", buffer, &rows);
    read_buffer(buffer, got, N * N);
    for (int i = 0; i < N * N; i++) {
        double re = (double)got[i].re, im = (double)got[i].im;
        if (!(hypot(re - (double)before[i].re, im - (double)before[i].im) < 1e-6))
            fail_msg("[%d]: got %g %g, expected %g %g", i, re, im, (double)before[i].re,
                     (double)before[i].im);
    }
    glDeleteBuffers(1, &buffer);
    wb_fft_delete(&fft);
    wb_barriers_end();
    wb_barriers_redirect(NULL, NULL);
    assert_int_equal(findings, 0);
    free(before);
    free(got);
}

static void ignore(wb_severity severity, const char *text, void *user)
{
    (void)severity;
    (void)text;
    (void)user;
}

static void limits(void **unused)
{
    (void)unused;
    static const int lengths_refused[] = {-8, 0, 1, 4, 12, 100, 2048};
    wb_fft fft = {0};
    wb_fft_delete(&fft);
    wb_message_redirect(ignore, NULL);
    for (int i = 0; i < 7; i++) {
        assert_false(wb_fft_create(&fft, lengths_refused[i]));
        wb_fft_delete(&fft);
    }
    wb_message_redirect(NULL, NULL);
}

static int start(void **unused)
{
    (void)unused;
    return wb_context_create(&(wb_context_desc){.headless = true, .debug = true}) ? 0 : -1;
}

static int stop(void **unused)
{
    (void)unused;
    int errors = wb_context_error_count();
    wb_program_quit();
    wb_context_delete();
    return errors;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths), cmocka_unit_test(halves),         cmocka_unit_test(nothing),
        cmocka_unit_test(limits),  cmocka_unit_test(there_and_back),
    };
    return cmocka_run_group_tests_name("fft", tests, start, stop);
}
