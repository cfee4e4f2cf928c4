#include "picture.h"

#include "05_reduction/slots.h"
#include "picture_tree.h"
#include "state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- Sums, and the largest number ---- */

// Of the levels in the picture: what is left from the step before does not count. A pass that
// clears the queue's word comes before its level.
static int count_written(int levels)
{
    int passes = wb_passes_run();
    if (passes < 0) return levels;
    return traits()->is_atomic ? passes - 1 : passes;
}

static void draw_tree(const wb_view *view, bool sums)
{
    tree_scene scene = {
        .count = (uint32_t)lesson.count,
        .group = lesson.group,
        .numbers_per_group = numbers_per_group(),
        .folds_evenly = traits()->folds_evenly,
        .is_atomic = traits()->is_atomic,
        .has_subgroups = traits()->wants_subgroups,
        .of_largest = traits()->is_own,
        .rounds = sums && sum_has_rounds() ? &lesson.rounds : NULL,
        .levels = sums ? lesson.levels : 0,
        .values = &lesson.values,
        .largest = sums ? NULL : &lesson.largest,
    };
    scene.written = count_written(scene.levels);
    for (int k = 0; k <= scene.levels; k++) {
        scene.buffers[k] = level_buffer(k);
        scene.sizes[k] = k == 0 ? scene.count : k < scene.levels ? lesson.level_sizes[k] : 1;
    }
    picture_tree_draw(&scene, view);
}

void sum_draw(const wb_view *view)
{
    draw_tree(view, true);
}

void argmax_draw(const wb_view *view)
{
    draw_tree(view, false);
}

/* ---- Particles ---- */

static void draw_points(const wb_view *view)
{
    float size = 2.2f + 40.0f / sqrtf((float)lesson.count);
    glUseProgram(lesson.picture);
    glUniformMatrix4fv(VIEW, 1, GL_FALSE, view->eye.view[0]);
    glUniformMatrix4fv(PROJECTION, 1, GL_FALSE, view->eye.projection[0]);
    glUniform2f(POINT_SIZE, size / (float)view->width, size / (float)view->height);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, PARTICLES, lesson.particles.id);
    glBindVertexArray(lesson.corners);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE); // light adds up, in whatever order
    glDrawArrays(GL_TRIANGLES, 0, 6 * (lesson.count < 1 << 20 ? lesson.count : 1 << 20));
    glDisable(GL_BLEND);
}

// From the centre of mass to the sides of the box.
static void draw_centre(const wb_view *view, float extent[3][4])
{
    float lines[6][3];
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 3; k++) lines[i][k] = k == i / 2 ? extent[i % 2][k] : extent[2][k];
    wb_draw_lines(&view->eye, (const float(*)[3])lines, 6, (wb_colour){1.0f, 0.78f, 0.30f, 0.9f});
}

void particles_draw(const wb_view *view)
{
    float extent[3][4];
    wb_buffer_read(&lesson.extent, extent);
    draw_points(view);
    const wb_colour grey = {0.66f, 0.68f, 0.72f, 1.0f}, faint = {0.35f, 0.55f, 0.80f, 0.8f};
    wb_draw_text(40, 26, 28, (wb_colour){0.92f, 0.93f, 0.95f, 1}, "%d particles", lesson.count);
    if (!isfinite(extent[2][3]) || extent[2][3] < 0) return; // nothing has been written yet
    wb_draw_box(&view->eye, extent[0], extent[1], faint);
    draw_centre(view, extent);
    const char axes[] = "xyz";
    for (int k = 0; k < 3; k++)
        wb_draw_text(40, 78 + 26 * (float)k, 18, grey, "%c  from %.4f to %.4f, centre of mass %.4f",
                     axes[k], (double)extent[0][k], (double)extent[1][k], (double)extent[2][k]);
    wb_draw_text(40, 78 + 26 * 3, 18, grey, "mass  from %.4f to %.4f, in all %.2f",
                 (double)extent[0][3], (double)extent[1][3], (double)extent[2][3]);
}

/* ---- Scans ---- */

enum { LEFT = 40, UPPER = 110, BELOW = 40 }; // pixels around the graphs

static float sum_of_all(void)
{
    uint32_t *values = malloc((size_t)lesson.values.size_bytes), sum = 0;
    if (values != NULL && wb_buffer_read(&lesson.values, values))
        for (int i = 0; i < lesson.count; i++) sum += values[i];
    free(values);
    return fmaxf((float)sum, 1.0f);
}

// What the lines and colours of the lower graph are.
static void scan_caption(char *text, size_t size)
{
    if (traits()->in_rounds)
        snprintf(text, size, "after each round, every sum reaches twice as far back");
    else if (traits()->in_single_pass)
        snprintf(
            text, size,
            "lines: tiles of %d; dark: what a tile finds in looking back; bright: its own scan",
            scan_tile());
    else if (wb_passes_run() == 1)
        snprintf(text, size, "lines: tiles of %d; dark: the sum of each tile, and no more yet",
                 scan_tile());
    else
        snprintf(
            text, size,
            "lines: tiles of %d; dark: what the second of three dispatches knows; bright: what "
            "the third adds",
            scan_tile());
}

void scan_draw(const wb_view *view)
{
    const wb_colour grey = {0.66f, 0.68f, 0.72f, 1.0f};
    if (lesson.sum_of_all <= 0.0f) lesson.sum_of_all = sum_of_all();
    glUseProgram(lesson.picture);
    glUniform1ui(LENGTH, (GLuint)lesson.count);
    glUniform1f(SUM_OF_ALL, lesson.sum_of_all);
    glUniform1i(HAS_PREFIX, traits()->in_rounds || wb_passes_run() < 0);
    GLuint tile_sums = traits()->is_plain ? lesson.tiles.id : lesson.scan.tile_sums.id;
    if (tile_sums != 0) glBindBufferBase(GL_SHADER_STORAGE_BUFFER, TILE_SUMS, tile_sums);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, VALUES, lesson.values.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, PREFIX, lesson.prefix.id);
    wb_draw_cells(lesson.picture, (wb_grid_view){LEFT, UPPER, 1}, view->width - 2 * LEFT,
                  view->height - UPPER - BELOW);

    wb_draw_text(LEFT, 26, 28, (wb_colour){0.92f, 0.93f, 0.95f, 1}, "Prefix sums of %d numbers",
                 lesson.count);
    wb_draw_text(LEFT, 70, 17, grey, "the numbers");
    wb_draw_text(LEFT, UPPER + 0.375f * (float)(view->height - UPPER - BELOW), 17,
                 (wb_colour){1.0f, 0.78f, 0.30f, 1.0f},
                 "the sum of all numbers before each of them");
    char caption[160];
    scan_caption(caption, sizeof caption);
    wb_draw_text(LEFT, (float)view->height - 32, 17, grey, "%s", caption);
    // The first dispatch overwrites `prefix` or the tiles' sums; only the naive scan has a barrier
    // on its way to that.
    if (!traits()->in_rounds) glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

/* ---- A scan in each group ---- */

static const wb_colour seen = {1.0f, 0.78f, 0.30f, 1.0f}, hidden = {0.24f, 0.42f, 0.72f, 1.0f};

// A column of pixels stands for some numbers in a row: the mean, and the sum that the last of them
// has.
static void draw_sums(const wb_view *view, const uint32_t *values, const uint32_t *sums)
{
    int columns = view->width - 2 * LEFT;
    float bottom = (float)view->height - 60, room = bottom - UPPER, most = 1.0f, largest = 1.0f;
    for (int i = 0; i < lesson.count; i++) {
        if (sums[i] != 0xCDCDCDCDu) most = fmaxf(most, (float)sums[i]); // written
        largest = fmaxf(largest, (float)values[i]);
    }
    for (int c = 0; c < columns; c++) {
        size_t i = (size_t)lesson.count * (size_t)c / (size_t)columns;
        float height = 0.25f * room * (float)values[i] / largest;
        wb_draw_rectangle(LEFT + (float)c, UPPER + 0.25f * room - height, 1, height, hidden);
        height = sums[i] != 0xCDCDCDCDu ? 0.66f * room * (float)sums[i] / most : 0.0f;
        wb_draw_rectangle(LEFT + (float)c, bottom - height, 1, height, seen);
    }
}

void scan_group_draw(const wb_view *view)
{
    const wb_colour grey = {0.66f, 0.68f, 0.72f, 1.0f};
    uint32_t *values = malloc((size_t)lesson.values.size_bytes);
    uint32_t *sums = malloc((size_t)lesson.prefix.size_bytes);
    if (values != NULL && sums != NULL && wb_buffer_read(&lesson.values, values) &&
        wb_buffer_read(&lesson.prefix, sums))
        draw_sums(view, values, sums);
    free(values);
    free(sums);
    wb_draw_text(LEFT, 26, 28, (wb_colour){0.92f, 0.93f, 0.95f, 1.0f},
                 "%d numbers, scanned in groups of %d", lesson.count, SCAN_GROUP);
    wb_draw_text(LEFT, 70, 17, grey, "the numbers");
    wb_draw_text(LEFT, (float)view->height - 40, 17, grey,
                 "amber: each number's sum of its group, from the first up to itself: a tooth for "
                 "each group");
}

/* ---- The horizon ---- */

// A column of pixels stands for some numbers in a row: the largest, and what is said to be the
// largest before the first of them.
static void draw_column(const uint32_t *values, const uint32_t *highest, int column, int columns,
                        float scale, float bottom)
{
    size_t count = (size_t)lesson.count, first = count * (size_t)column / (size_t)columns;
    size_t end = count * (size_t)(column + 1) / (size_t)columns;
    if (end == first) end++;
    float most = 0.0f;
    bool is_seen = false;
    for (size_t i = first; i < end; i++) {
        most = fmaxf(most, (float)values[i]);
        is_seen = is_seen || values[i] > highest[i];
    }
    float x = LEFT + (float)column, line = scale * (float)highest[first];
    wb_draw_rectangle(x, bottom - scale * most, 1, scale * most, is_seen ? seen : hidden);
    if (highest[first] != 0xCDCDCDCDu) // written
        wb_draw_rectangle(x, bottom - line - 1, 1, 2, (wb_colour){0.93f, 0.36f, 0.33f, 1.0f});
}

static void draw_horizon(const wb_view *view, const uint32_t *values, const uint32_t *highest)
{
    int columns = view->width - 2 * LEFT;
    float bottom = (float)view->height - 60, most = 1.0f;
    for (int i = 0; i < lesson.count; i++) most = fmaxf(most, (float)values[i]);
    for (int c = 0; c < columns; c++)
        draw_column(values, highest, c, columns, 0.96f * (bottom - UPPER) / most, bottom);
}

void horizon_draw(const wb_view *view)
{
    uint32_t *values = malloc((size_t)lesson.values.size_bytes);
    uint32_t *highest = malloc((size_t)lesson.highest.size_bytes);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in wb_buffer_read()
    if (values != NULL && highest != NULL && wb_buffer_read(&lesson.values, values) &&
        wb_buffer_read(&lesson.highest, highest))
        draw_horizon(view, values, highest);
    free(values);
    free(highest);
    wb_draw_text(LEFT, 26, 28, (wb_colour){0.92f, 0.93f, 0.95f, 1},
                 "Which of %d numbers can be seen from the left?", lesson.count);
    wb_draw_text(LEFT, (float)view->height - 40, 17, (wb_colour){0.66f, 0.68f, 0.72f, 1.0f},
                 "red: the largest number before each, as it stands in `highest`; amber: larger "
                 "than that; blue: hidden");
}

/* ---- The title bar ---- */

void count_status(char *text, size_t size)
{
    snprintf(text, size, "%d numbers", lesson.count);
}

void particles_status(char *text, size_t size)
{
    snprintf(text, size, "%d particles", lesson.count);
}

void rounding_status(char *text, size_t size)
{
    snprintf(text, size, "2^%d numbers", lesson.terms);
}
