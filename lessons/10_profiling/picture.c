#include "picture.h"

#include "oracle.h"
#include "state.h"

#include <math.h>
#include <stdio.h>

static const wb_colour white = {0.92f, 0.93f, 0.95f, 1}, dim = {0.60f, 0.62f, 0.68f, 1},
                       blue = {0.30f, 0.55f, 0.90f, 1}, amber = {1.00f, 0.76f, 0.28f, 1},
                       green = {0.36f, 0.80f, 0.55f, 1}, red = {0.90f, 0.36f, 0.34f, 1},
                       ground = {0.10f, 0.11f, 0.14f, 1};

enum { LEFT = 48, BARS = 360, LENGTH = 640 }; // pixels: texts, and the bars behind them

static const struct {
    const char *name;
    wb_colour colour;
} clocks[CLOCKS] = {{"until the calls return", red},
                    {"until glFinish returns", amber},
                    {"by the GPU's own clock", green}};

/* ---- Bars ---- */

static void draw_bar(float y, const char *name, double share, wb_colour colour, const char *text)
{
    float length = (float)(LENGTH * fmin(fmax(share, 0.0), 1.0));
    wb_draw_text(LEFT + 20, y - 1, 18, dim, "%s", name);
    wb_draw_rectangle(BARS, y, LENGTH, 18, ground);
    wb_draw_rectangle(BARS, y, length, 18, colour);
    wb_draw_text(BARS + LENGTH + 16, y - 1, 18, white, "%s", text);
}

// What a run has to do: two bars of one scale for all runs, which are known without any clock.
static float draw_work(float y, int run)
{
    char text[64];
    double megabytes = 16e-6 * elements() * (reads_of(run) + 1);
    double millions = 4e-6 * elements() * arithmetic_of(run);
    double most = 16e-6 * elements() * (MORE * reads_of(AS_IT_IS) + 1);
    snprintf(text, sizeof text, "%.3g MB", megabytes);
    draw_bar(y, "read and written", megabytes / most, blue, text);
    snprintf(text, sizeof text, "%.3g million", millions);
    draw_bar(y + 24, "multiply-adds",
             millions / (4e-6 * elements() * arithmetic_of(MORE_ARITHMETIC)),
             (wb_colour){0.70f, 0.50f, 0.90f, 1}, text);
    return y + 48;
}

static float draw_times(float y, int run, double longest_ms)
{
    for (int clock = 0; clock < CLOCKS; clock++, y += 24) {
        char text[64];
        double time_ms = (double)time_of(run, clock);
        snprintf(text, sizeof text, "%.3g ms", time_ms);
        draw_bar(y, clocks[clock].name, time_ms / longest_ms, clocks[clock].colour, text);
    }
    return y;
}

static double longest_time(int runs)
{
    float longest = 0.0f;
    for (int run = 0; run < runs; run++)
        for (int clock = 0; clock < CLOCKS; clock++) longest = fmaxf(longest, time_of(run, clock));
    return (double)longest;
}

// What has been computed, or at least its first number: a kernel whose result nobody reads need not
// compute it.
static void draw_name(float y, const char *name, int run)
{
    uint32_t first;
    glBindBuffer(GL_COPY_READ_BUFFER, lesson.results[run].id);
    glGetBufferSubData(GL_COPY_READ_BUFFER, 0, sizeof first, &first);
    wb_draw_text(LEFT, y, 22, white, "%s", name);
    if (wb_frame() > 0) wb_draw_text(BARS, y + 3, 18, dim, "the first of its numbers: %u", first);
}

/* ---- The experiment ---- */

// How much is computed for each byte that is moved: what decides which of the two roofs is nearer.
static void draw_intensities(float y)
{
    enum { LOWEST = -2, HIGHEST = 3 }; // powers of ten
    float decade = (float)LENGTH / (HIGHEST - LOWEST);
    wb_draw_text(LEFT, y - 12, 18, dim, "multiply-adds for each byte");
    wb_draw_line(BARS, y, BARS + LENGTH, y, 2, dim);
    for (int power = LOWEST; power <= HIGHEST; power++) {
        float x = BARS + decade * (float)(power - LOWEST);
        wb_draw_line(x, y - 5, x, y + 5, 1, dim);
        wb_draw_text(x - 8, y + 10, 15, dim, "%g", pow(10.0, power));
    }
    for (int run = 0; run < RUNS; run++) {
        double intensity = 0.25 * arithmetic_of(run) / (reads_of(run) + 1);
        float x = BARS + decade * (float)(log10(intensity) - LOWEST);
        wb_draw_rectangle(x - 4, y - 9, 8, 18, run == AS_IT_IS ? white : amber);
    }
    wb_draw_text(BARS + LENGTH + 16, y - 12, 18, white, "white: as it is");
}

void experiment_draw(const wb_view *view)
{
    static const char *const names[RUNS] = {"as it is", "more arithmetic", "more reads"};
    (void)view;
    double longest_ms = longest_time(RUNS);
    wb_draw_text(LEFT, 30, 28, white, "What limits this kernel?");
    wb_draw_text(LEFT, 72, 18, dim,
                 "%d elements of 16 bytes; reads for each: %d; multiply-adds of each number: %d",
                 elements(), reads_of(AS_IT_IS), arithmetic_of(AS_IT_IS));
    float y = 120;
    for (int run = 0; run < RUNS; run++, y += 28) {
        draw_name(y, names[run], run);
        y = draw_work(y + 34, run);
        if (longest_ms > 0.0) y = draw_times(y, run, longest_ms);
    }
    wb_draw_text(LEFT, y + 4, 22, amber, "%s", verdict());
    draw_intensities(752);
}

void experiment_status(char *text, size_t size)
{
    snprintf(text, size, "%s", verdict());
}

/* ---- The exercise ---- */

void advance_draw(const wb_view *view)
{
    (void)view;
    wb_draw_text(LEFT, 30, 28, white, "The same numbers, in half of the time");
    wb_draw_text(LEFT, 72, 18, dim, "%d elements, %d rounds for each of their numbers", elements(),
                 lesson.rounds);
    double longest_ms = longest_time(2);
    draw_name(120, "the kernel that was given", 0);
    float y = longest_ms > 0.0 ? draw_times(154, 0, longest_ms) : 154;
    draw_name(y + 28, "yours", 1);
    if (longest_ms > 0.0) draw_times(y + 62, 1, longest_ms);
}

/* ---- Division and branches ---- */

void rounds_draw(const wb_view *view)
{
    (void)view;
    wb_draw_text(LEFT, 30, 28, white, "%s", wb_current_part()->name);
    wb_draw_text(LEFT, 72, 18, dim, "%d elements, %d rounds; --bench compares the versions",
                 elements(), ROUNDS);
    draw_name(120, wb_current_variant()->name, 0);
}
