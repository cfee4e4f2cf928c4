// The picture of a bench.
#include "bench/bench.h"

#include "gl/clock.h"
#include "gl/context.h"
#include "gl/draw.h"
#include "gl/target.h"

#include <math.h>
#include <string.h>
#include <stdio.h>

enum { WIDTH = 1280, HEIGHT = 800 };

/* Columns and lines of the picture, in pixels. */
enum {
    MARGIN = 48,
    SPEED_X = 200,
    SPEED_WIDTH = 330, // of the longest bar; its value stands behind it
    SHARE_X = 790,
    SHARE_WIDTH = 200,
    SHARE_TEXT_X = SHARE_X + SHARE_WIDTH + 16,
    HEADINGS_Y = 150,
    ROWS_Y = 186,
    ROWS_END_Y = 738,
    FOOT_Y = 756,
};
static const float TALLEST_ROW = 60.0f, LOWEST_ROW = 17.0f;
static const float GROUP_ROWS = 1.45f; // a case's title and the gap above it, in rows

static const wb_colour bright = {0.91f, 0.92f, 0.94f, 1.0f};
static const wb_colour muted = {0.56f, 0.59f, 0.65f, 1.0f};
static const wb_colour faint = {0.13f, 0.14f, 0.17f, 1.0f};
static const wb_colour amber = {0.93f, 0.74f, 0.38f, 1.0f}; // the roof
static const wb_colour faster = {0.55f, 0.82f, 0.60f, 1.0f}, slower = {0.90f, 0.52f, 0.50f, 1.0f};

// One for each version, the same in all cases; they repeat if there are more.
static const wb_colour version_colours[] = {
    {0.36f, 0.47f, 0.62f, 1.0f}, {0.33f, 0.58f, 0.68f, 1.0f}, {0.36f, 0.65f, 0.60f, 1.0f},
    {0.56f, 0.60f, 0.78f, 1.0f}, {0.64f, 0.52f, 0.70f, 1.0f}, {0.48f, 0.56f, 0.44f, 1.0f},
};

typedef struct chart_scale {
    double fastest;   // items a second of the longest bar
    double share;     // of the roof at the full width: 1, or more if a version is above the roof
    float row_height; // pixels
} chart_scale;

static chart_scale find_scale(const wb_bench *bench)
{
    chart_scale scale = {.share = 1.0};
    float rows = 0.0f;
    for (int c = 0; c < bench->case_count; c++) {
        const wb_bench_case *one = &bench->cases[c];
        if (one->result_count > 0) rows += GROUP_ROWS + (float)one->result_count;
        for (int r = 0; r < one->result_count; r++) {
            scale.fastest = fmax(scale.fastest, one->results[r].items_per_s);
            scale.share = fmax(scale.share, one->results[r].share);
        }
    }
    scale.row_height = floorf((ROWS_END_Y - ROWS_Y) / rows);
    scale.row_height = fmaxf(fminf(scale.row_height, TALLEST_ROW), LOWEST_ROW);
    return scale;
}

static wb_colour colour_of(const wb_bench_version *version)
{
    size_t count = sizeof version_colours / sizeof *version_colours;
    return version_colours[(size_t)version->place % count];
}

static float text_size(float row_height)
{
    return roundf(fminf(fmaxf(row_height * 0.48f, 12.0f), 18.0f));
}

// What the first figures count; "items" if other parts count something else.
static const char *item_of(const wb_bench *bench)
{
    const char *item = NULL;
    for (int c = 0; c < bench->case_count; c++) {
        const wb_bench_case *one = &bench->cases[c];
        if (one->result_count == 0) continue;
        if (item != NULL && strcmp(item, one->results[0].item) != 0) return "items";
        item = one->results[0].item;
    }
    return item;
}

static void draw_head(const wb_bench *bench)
{
    char date[40];
    wb_draw_text(MARGIN, 34.0f, 30.0f, bright, "%s", bench->title);
    wb_draw_text(MARGIN, 78.0f, 18.0f, bright, "%s", wb_context_name());
    wb_draw_text(MARGIN, 104.0f, 16.0f, muted, "%s  ·  %s", wb_bench_date(bench, date, sizeof date),
                 wb_clock_name(wb_clock_choose()));
    wb_draw_text(SPEED_X, HEADINGS_Y, 17.0f, muted, "%s a second", item_of(bench));
    wb_draw_text(SHARE_X, HEADINGS_Y, 17.0f, muted, "memory bandwidth, of the");
    wb_draw_text(SHARE_X + wb_draw_text_width(17.0f, "memory bandwidth, of the "), HEADINGS_Y,
                 17.0f, amber, "roof");
}

static void draw_foot(const wb_bench *bench, int left_out)
{
    float x = MARGIN + wb_draw_text(MARGIN, FOOT_Y, 15.0f, amber, "Roof, measured in this run: ");
    x += wb_draw_text(
        x, FOOT_Y, 15.0f, bright, "read %.4g GB/s, copy %.4g GB/s, %.1f µs a dispatch",
        bench->roof.read.gb_per_s, bench->roof.copy.gb_per_s, 1e6 * bench->roof.dispatch.median_s);
    x +=
        wb_draw_text(x, FOOT_Y, 15.0f, muted, ".  Medians.  × is the gain over the version above.");
    if (left_out > 0) wb_draw_text(x, FOOT_Y, 15.0f, muted, "  %d more in the table.", left_out);
}

static void draw_speed(const wb_bench_result *result, const chart_scale *scale, wb_colour colour,
                       float y)
{
    char speed[32];
    float height = roundf(scale->row_height * 0.66f), size = text_size(scale->row_height);
    float text_y = y + roundf((height - size) / 2.0f);
    float length = roundf((float)(result->items_per_s / scale->fastest) * SPEED_WIDTH);
    wb_draw_rectangle(SPEED_X, y, fmaxf(length, 2.0f), height, colour);
    float x = SPEED_X + fmaxf(length, 2.0f) + 12.0f;
    x += wb_draw_text(x, text_y, size, bright, "%s/s",
                      wb_bench_short(result->items_per_s, speed, sizeof speed));
    if (result->gain_over != NULL)
        x += 12.0f + wb_draw_text(x + 12.0f, text_y, size, result->gain >= 1.0 ? faster : slower,
                                  "× %.2f", result->gain);
    if (result->dispatch_bound) wb_draw_text(x + 12.0f, text_y, size, muted, "dispatch-bound");
}

static void draw_share(const wb_bench_result *result, const chart_scale *scale, wb_colour colour,
                       float y)
{
    char bandwidth[32];
    if (result->version->on_cpu) return;
    float height = roundf(scale->row_height * 0.66f), size = text_size(scale->row_height);
    float full = roundf((float)(1.0 / scale->share) * SHARE_WIDTH);
    float length = roundf((float)(result->share / scale->share) * SHARE_WIDTH);
    wb_draw_rectangle(SHARE_X, y, full, height, faint);
    wb_draw_rectangle(SHARE_X, y, fmaxf(length, 2.0f), height, colour);
    wb_draw_rectangle(SHARE_X + full, y - 2.0f, 2.0f, height + 4.0f, amber);
    float text_y = y + roundf((height - size) / 2.0f);
    wb_draw_text(SHARE_TEXT_X, text_y, size, bright, "%.1f %% of %s", 100.0 * result->share,
                 result->roof);
    wb_draw_text(SHARE_TEXT_X + 7.2f * size, text_y, size, muted, "%sB/s",
                 wb_bench_short(1e9 * result->gb_per_s, bandwidth, sizeof bandwidth));
}

// Draws as many rows as there is room for; returns how many are left out.
static int draw_rows(const wb_bench *bench, const chart_scale *scale)
{
    int left_out = 0;
    float y = ROWS_Y, size = text_size(scale->row_height);
    for (int c = 0; c < bench->case_count; c++) {
        const wb_bench_case *one = &bench->cases[c];
        if (one->result_count == 0) continue;
        bool room = y + GROUP_ROWS * scale->row_height <= ROWS_END_Y;
        float title_y = y + roundf((GROUP_ROWS - 1.0f) * scale->row_height);
        if (room) wb_draw_text(MARGIN, title_y, size, muted, "%s", one->parameters);
        y += roundf(GROUP_ROWS * scale->row_height);
        for (int r = 0; r < one->result_count; r++, y += scale->row_height) {
            const wb_bench_result *result = &one->results[r];
            if (y + scale->row_height > ROWS_END_Y + 1.0f) {
                left_out++;
                continue;
            }
            wb_colour colour = colour_of(result->version);
            float height = roundf(scale->row_height * 0.66f);
            wb_draw_text(MARGIN, y + roundf((height - size) / 2.0f), size, bright, "%s",
                         result->version->name);
            draw_speed(result, scale, colour, y);
            draw_share(result, scale, colour, y);
        }
    }
    return left_out;
}

bool wb_chart_write(const wb_bench *bench, const char *path)
{
    wb_target target;
    wb_image image = {0};
    if (!wb_target_create(&target, WIDTH, HEIGHT)) return false;
    wb_target_begin(&target, 0.055f, 0.06f, 0.075f);
    wb_draw_begin(WIDTH, HEIGHT);
    chart_scale scale = find_scale(bench);
    draw_head(bench);
    draw_foot(bench, draw_rows(bench, &scale));
    bool good = wb_target_read(&target, &image) && wb_image_write(&image, path);
    wb_image_free(&image);
    wb_target_delete(&target);
    if (good) printf("wrote %s\n", path);
    return good;
}
