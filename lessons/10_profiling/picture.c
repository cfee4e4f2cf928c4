#include "picture.h"

#include "oracle.h"
#include "state.h"

#include <math.h>
#include <stdio.h>

enum { LEFT = 48, BARS = 360, LENGTH = 640 }; // pixels: texts, and the bars behind them

const char *clock_name(int clock)
{
    static const char *const names[CLOCKS] = {"until the calls return", "until glFinish returns",
                                              "by the GPU's own clock"};
    return names[clock];
}

wb_colour clock_colour(int clock)
{
    return clock == CALL ? red : clock == FINISH ? amber : green;
}

grouped group_digits(uint32_t number)
{
    grouped result;
    char digits[16];
    int count = snprintf(digits, sizeof digits, "%u", number), used = 0;
    for (int i = 0; i < count; i++) {
        if (i > 0 && (count - i) % 3 == 0) result.text[used++] = ',';
        result.text[used++] = digits[i];
    }
    result.text[used] = '\0';
    return result;
}

/* ---- Bars ---- */

static void draw_bar(float y, const char *name, double share, wb_colour colour, const char *text)
{
    float length = (float)(LENGTH * fmin(fmax(share, 0.0), 1.0));
    wb_draw_text(LEFT + 20, y - 2, 17, dim, "%s", name);
    wb_draw_rectangle(BARS, y, LENGTH, 15, ground);
    wb_draw_rectangle(BARS, y, length, 15, colour);
    wb_draw_text(BARS + LENGTH + 16, y - 2, 17, white, "%s", text);
}

// What a run has to do: two bars of one scale for all runs, which are known without any clock. What
// is written stays, whatever is read: so it has a shade of its own.
static float draw_work(float y, int run)
{
    char text[64];
    double most_bytes = 0.0, most_operations = 0.0;
    for (int other = 0; other < EXPERIMENT_RUNS; other++) {
        most_bytes = fmax(most_bytes, bytes_of(other));
        most_operations = fmax(most_operations, operations_of(other));
    }
    snprintf(text, sizeof text, "%.3g + %.3g MB: x %.3g", 1e-6 * read_bytes_of(run),
             1e-6 * (bytes_of(run) - read_bytes_of(run)), bytes_of(run) / bytes_of(AS_IT_IS));
    draw_bar(y, "read, and written", bytes_of(run) / most_bytes, dark_blue, text);
    wb_draw_rectangle(BARS, y, (float)(LENGTH * read_bytes_of(run) / most_bytes), 15, blue);
    snprintf(text, sizeof text, "%.3g million: x %.3g", 1e-6 * operations_of(run),
             operations_of(run) / operations_of(AS_IT_IS));
    draw_bar(y + 20, "multiply-adds asked for", operations_of(run) / most_operations, violet, text);
    return y + 40;
}

static float draw_times(float y, int run, double longest_ms)
{
    for (int clock = 0; clock < CLOCKS; clock++, y += 20) {
        char text[64];
        double time_ms = (double)time_of(run, clock);
        double first_ms = (double)time_of(AS_IT_IS, clock);
        int used = snprintf(text, sizeof text, time_ms < 1e-3 ? "%.0f ns" : "%.3g ms",
                            time_ms < 1e-3 ? 1e6 * time_ms : time_ms);
        if (first_ms > 0.0)
            snprintf(text + used, sizeof text - (size_t)used, ": x %.3g", time_ms / first_ms);
        draw_bar(y, clock_name(clock), time_ms / longest_ms, clock_colour(clock), text);
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

void draw_result(float right, float y, const wb_buffer *result)
{
    uint32_t first;
    char text[32];
    glBindBuffer(GL_COPY_READ_BUFFER, result->id);
    glGetBufferSubData(GL_COPY_READ_BUFFER, 0, sizeof first, &first);
    if (wb_frame() == 0) return;
    snprintf(text, sizeof text, "result[0] = 0x%08X", first);
    wb_draw_text(right - wb_draw_text_width(13, text), y, 13, dim, "%s", text);
}

static void draw_name(float y, const char *name, int run)
{
    wb_draw_text(LEFT, y, 22, white, "%s", name);
    draw_result(BARS + LENGTH, y + 8, &lesson.results[run]);
}

/* ---- The experiment ---- */

// As find_limit() has it.
static void draw_rule(float y)
{
    static const char *const rows[][2] = {
        {"Runs that take longer than the first", "The limit"},
        {"more invocations, and more reads cost more than more arithmetic", "memory"},
        {"more invocations, and more arithmetic costs more than more reads", "arithmetic"},
        {"one of the knobs, but not more invocations", "latency: it waits"},
        {"none", "the launch"},
        {"more invocations, but no knob", "something else"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++, y += 30) {
        wb_draw_text(LEFT + 20, y, 18, i == 0 ? white : dim, "%s", rows[i][0]);
        wb_draw_text(BARS + LENGTH - 260, y, 18, i == 0 ? white : dim, "%s", rows[i][1]);
    }
}

void experiment_draw(const wb_view *view)
{
    (void)view;
    double longest_ms = longest_time(EXPERIMENT_RUNS);
    wb_draw_text(LEFT, 30, 28, white, "What limits this kernel?");
    wb_draw_text(LEFT, 72, 18, dim,
                 "%s elements of 16 bytes; reads for each: %d; multiply-adds of each number: %d",
                 group_digits((uint32_t)elements_of(AS_IT_IS)).text, reads_of(AS_IT_IS),
                 arithmetic_of(AS_IT_IS));
    float y = 112;
    for (int run = 0; run < EXPERIMENT_RUNS; run++, y += 22) {
        draw_name(y, run_name(run), run);
        y = draw_work(y + 30, run);
        if (longest_ms > 0.0) y = draw_times(y, run, longest_ms);
    }
    wb_draw_text(LEFT, y + 8, 22, amber, "%s", verdict());
    if (find_limit() == NOT_MEASURED) draw_rule(y + 68);
}

void experiment_status(char *text, size_t size)
{
    snprintf(text, size, "%s", verdict());
}

/* ---- The task ---- */

void advance_draw(const wb_view *view)
{
    (void)view;
    wb_draw_text(LEFT, 30, 28, white, "The same numbers, with a fraction of the work");
    wb_draw_text(LEFT, 72, 18, dim, "%s elements, %s rounds for each of their numbers",
                 group_digits((uint32_t)lesson.vectors).text,
                 group_digits((uint32_t)lesson.rounds).text);
    double longest_ms = longest_time(2);
    draw_name(120, "the kernel that was given", 0);
    float y = longest_ms > 0.0 ? draw_times(154, 0, longest_ms) : 154;
    draw_name(y + 28, "yours", 1);
    if (longest_ms > 0.0) draw_times(y + 62, 1, longest_ms);
}

/* ---- The small print ---- */

void small_print_draw(const wb_view *view)
{
    (void)view;
    wb_draw_text(LEFT, 30, 28, white, "%s", wb_current_part()->name);
    wb_draw_text(LEFT, 72, 18, dim, "%s", wb_current_variant()->shows);
    draw_name(120, wb_current_variant()->name, 0);
    wb_draw_text(LEFT, 160, 18, dim, "./wb bench 10 compares the versions");
}
