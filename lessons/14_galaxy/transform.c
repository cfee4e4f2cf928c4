#include "transform.h"
#include "state.h"

#include "14_galaxy/slots.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static bool is_back(int64_t frame)
{
    return frame % 2 == 1;
}

/* ---- Start and end ---- */

// The pulse lies around element 0, which is element `length` as well: so its transform is real.
static float pulse_at(int line, int i)
{
    int width = 1 + line * lesson.length / (4 * lesson.lines);
    int away = i < lesson.length / 2 ? i : lesson.length - i;
    return away < width ? 1.0f : 0.0f;
}

static bool create_numbers(void)
{
    size_t count = (size_t)lesson.lines * (size_t)lesson.length;
    float(*numbers)[2] = malloc(count * sizeof *numbers);
    if (numbers == NULL) {
        wb_error("there is no memory for %d lines of %d numbers", lesson.lines, lesson.length);
        return false;
    }
    wb_random random = wb_random_seed(wb_seed());
    for (size_t i = 0; i < count; i++) {
        int line = (int)(i / (size_t)lesson.length), at = (int)(i % (size_t)lesson.length);
        bool is_pulse = lesson.signal == SIGNAL_PULSE;
        numbers[i][0] = is_pulse ? pulse_at(line, at) : 2.0f * wb_random_float(&random) - 1.0f;
        numbers[i][1] = is_pulse ? 0.0f : 2.0f * wb_random_float(&random) - 1.0f;
    }
    bool good = wb_buffer_create(
        &lesson.numbers,
        &(wb_buffer_desc){.name = "numbers",
                          .type = WB_F32,
                          .shape = {(size_t)lesson.lines, (size_t)lesson.length, 2},
                          .data = numbers,
                          .state = true});
    free(numbers);
    return good;
}

// e^(-2 pi sqrt(-1) k / length), for the version level by level.
static bool create_factors(void)
{
    float factors[WB_FFT_MOST][2];
    for (int k = 0; k < lesson.length && k < WB_FFT_MOST; k++) {
        double angle = -2.0 * 3.14159265358979323846 * k / lesson.length;
        factors[k][0] = (float)cos(angle);
        factors[k][1] = (float)sin(angle);
    }
    return wb_buffer_create(&lesson.factors, &(wb_buffer_desc){.name = "factors",
                                                               .type = WB_F32,
                                                               .shape = {(size_t)lesson.length, 2},
                                                               .data = factors});
}

bool transform_init(void)
{
    lesson.frame = 0;
    const wb_define *constants = WB_DEFINES({"LENGTH", lesson.length}, {"HALF", lesson.length / 2});
    if ((lesson.length & (lesson.length - 1)) != 0) wb_wrong_usage(); // wb_fft_create() says so
    if (!create_numbers() || !wb_fft_create(&lesson.fft, lesson.length)) return false;
    if (wb_current_variant()->step != step_rounds) {
        lesson.levels = wb_program_compute(wb_current_variant()->kernel, constants);
        if (lesson.levels == 0 || !create_factors()) return false;
    }
    lesson.spectrum = wb_program_draw("draw/picture.vert", "14_galaxy/spectrum.frag", constants);
    return lesson.spectrum != 0;
}

void transform_quit(void)
{
    wb_buffer_delete(&lesson.numbers);
    wb_buffer_delete(&lesson.factors);
    wb_fft_delete(&lesson.fft);
    glDeleteProgram(lesson.levels);
    glDeleteProgram(lesson.spectrum);
    lesson.levels = lesson.spectrum = 0;
}

/* ---- Steps ---- */

void step_levels(void)
{
    wb_extent groups = wb_groups_folded((GLuint)lesson.lines, 65535);
    wb_pass_begin("transform");
    glUseProgram(lesson.levels);
    glUniform1ui(LINE_COUNT, (GLuint)lesson.lines);
    glUniform1ui(INVERSE, is_back(lesson.frame));
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NUMBERS, lesson.numbers.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, FACTORS, lesson.factors.id);
    glDispatchCompute(groups.x, groups.y, 1);
    // The next transform overwrites the numbers, the picture reads them.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
    lesson.frame++;
}

void step_rounds(void)
{
    const wb_fft_lines lines = {
        .counts = {(uint32_t)lesson.lines, 1}, .steps = {(uint32_t)lesson.length, 0}, .stride = 1};
    if (is_back(lesson.frame))
        wb_fft_inverse(&lesson.fft, "transform", lesson.numbers.id, &lines);
    else
        wb_fft_forward(&lesson.fft, "transform", lesson.numbers.id, &lines);
    lesson.frame++;
}

/* ---- The oracle ---- */

// The sum as it is defined, one frequency after the other, with the factors from a table.
static void transform_line(const float (*in)[2], double (*out)[2])
{
    static double factors[WB_FFT_MOST][2];
    int n = lesson.length;
    for (int k = 0; k < n; k++) {
        double angle = -2.0 * 3.14159265358979323846 * k / n;
        factors[k][0] = cos(angle);
        factors[k][1] = sin(angle);
    }
    for (int k = 0; k < n; k++) {
        out[k][0] = out[k][1] = 0.0;
        for (int i = 0; i < n; i++) {
            const double *f = factors[i * k % n], re = (double)in[i][0], im = (double)in[i][1];
            out[k][0] += re * f[0] - im * f[1];
            out[k][1] += re * f[1] + im * f[0];
        }
    }
}

// After an even number of frames, what there was at first. Each of log2(length) levels rounds.
wb_result transform_verify(void)
{
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for wb_buffer_read()
    size_t n = (size_t)lesson.length, count = (size_t)lesson.lines * n;
    const float(*start)[2] = wb_start_state("numbers");
    float(*got)[2] = malloc(count * sizeof *got);
    double(*expected)[2] = malloc(count * sizeof *expected);
    wb_result result = WB_NOT_RUN;
    if (start == NULL || got == NULL || expected == NULL) {
        wb_error("there is no memory for two copies of the numbers");
    } else if (wb_buffer_read(&lesson.numbers, got)) {
        double most = 1.0;
        for (size_t i = 0; i < count; i++)
            for (int k = 0; k < 2; k++) expected[i][k] = (double)start[i][k];
        for (size_t line = 0; line < (size_t)lesson.lines && is_back(lesson.frame); line++)
            transform_line(start + line * n, expected + line * n);
        for (size_t i = 0; i < count; i++)
            most = fmax(most, fmax(fabs(expected[i][0]), fabs(expected[i][1])));
        wb_array array = wb_buffer_array(&lesson.numbers, got);
        result = wb_result_of(wb_check_close("numbers", &array, &expected[0][0], 1e-6 * most, 0.0));
    }
    free(got);
    free(expected);
    return result;
}

wb_cost transform_cost(void)
{
    double numbers = (double)lesson.lines * lesson.length;
    return (wb_cost){.read_bytes = 8.0 * numbers,
                     .written_bytes = 8.0 * numbers,
                     .items = numbers,
                     .item = "numbers"};
}

/* ---- The picture ---- */

static const wb_colour BRIGHT = {0.88f, 0.89f, 0.93f, 1.0f}, MUTED = {0.58f, 0.60f, 0.68f, 1.0f};

void transform_draw(const wb_view *view)
{
    enum { LEFT = 24, TOP = 92 };
    bool shows_frequencies = is_back(lesson.frame); // the next frame would go back
    int rows = lesson.lines < 2048 ? lesson.lines : 2048;
    float scale = fminf((float)(view->width - 2 * LEFT) / (float)lesson.length,
                        (float)(view->height - TOP - LEFT) / (float)rows);
    glUseProgram(lesson.spectrum);
    glUniform1ui(SHOWS_FREQUENCIES, shows_frequencies);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NUMBERS, lesson.numbers.id);
    wb_draw_cells(lesson.spectrum, (wb_grid_view){LEFT, TOP, scale}, lesson.length, rows);
    wb_draw_text(LEFT, 18.0f, 26.0f, BRIGHT,
                 shows_frequencies ? "the frequencies of %d lines" : "%d lines of numbers",
                 lesson.lines);
    wb_draw_text(
        LEFT, 52.0f, 16.0f, MUTED,
        "each row is a line, element 0 in its middle; bright is large, blue is below zero");
    // The next transform overwrites what the picture has read.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

void transform_status(char *text, size_t size)
{
    snprintf(text, size, is_back(lesson.frame) ? "frequencies" : "numbers");
}
