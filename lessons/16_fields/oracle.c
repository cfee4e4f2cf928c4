#include "oracle.h"

#include "state.h"

#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int clamp(int i, int count)
{
    return i < 0 ? 0 : i >= count ? count - 1 : i;
}

static size_t place(int x, int y)
{
    return (size_t)y * (size_t)lesson.columns + (size_t)x;
}

// Beyond the edge comes what is on it.
static float at(const float *field, int x, int y)
{
    return field[place(clamp(x, lesson.columns), clamp(y, lesson.rows))];
}

/* ---- Filters ---- */

static float sobel(const float *image, int x, int y)
{
    static const float weights[3] = {1, 2, 1};
    float across = 0, down = 0;
    for (int k = -1; k <= 1; k++) {
        across += weights[k + 1] * (at(image, x + 1, y + k) - at(image, x - 1, y + k));
        down += weights[k + 1] * (at(image, x + k, y + 1) - at(image, x + k, y - 1));
    }
    return fabsf(across) + fabsf(down);
}

static float gauss(const float *image, int x, int y)
{
    static const float weights[5] = {1, 4, 6, 4, 1};
    float sum = 0;
    for (int v = -2; v <= 2; v++)
        for (int u = -2; u <= 2; u++)
            sum += weights[u + 2] * weights[v + 2] * at(image, x + u, y + v);
    return sum / 256.0f;
}

static int compare_floats(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static float median(const float *image, int x, int y)
{
    float nine[9];
    for (int k = 0; k < 9; k++) nine[k] = at(image, x + k % 3 - 1, y + k / 3 - 1);
    qsort(nine, 9, sizeof *nine, compare_floats);
    return nine[4];
}

static wb_answer compute_filter(const char *buffer, int64_t steps, void *expected)
{
    float (*const filters[])(const float *, int,
                             int) = {[SOBEL] = sobel, [GAUSS] = gauss, [MEDIAN] = median};
    const float *image = wb_start_state("image");
    float *filtered = expected;
    if (image == NULL) return WB_NO_ANSWER;
    memcpy(filtered, image, texel_count() * sizeof *filtered); // also before the first frame
    if (strcmp(buffer, "filtered") != 0 || steps == 0) return WB_ANSWERED;
    for (int y = 0; y < lesson.rows; y++)
        for (int x = 0; x < lesson.columns; x++)
            filtered[place(x, y)] = filters[traits()->filter](image, x, y);
    return WB_ANSWERED;
}

// What a sampler finds between two texels is not the same on all drivers, to the last bit.
wb_answer filter_expect(const char *buffer, int64_t steps, void *expected)
{
    return traits()->is_between ? WB_NO_ANSWER : compute_filter(buffer, steps, expected);
}

static bool is_flat(const float *image, int x, int y)
{
    for (int k = 0; k < 25; k++)
        if (at(image, x + k % 5 - 2, y + k / 5 - 2) != image[place(x, y)]) return false;
    return true;
}

// The place where a blur is furthest off: the first may be so by a rounding.
static void tell_furthest(const float *image, const float *blurred, char *text, size_t size)
{
    int x = 0, y = 0;
    float most = 0;
    for (int i = 0; i < (int)texel_count(); i++) {
        float off = fabsf(blurred[i] - gauss(image, i % lesson.columns, i / lesson.columns));
        if (off <= most) continue;
        most = off;
        x = i % lesson.columns;
        y = i / lesson.columns;
    }
    snprintf(text, size,
             "furthest off is filtered[%d][%d]: got %g, expected %g; around it there was", y, x,
             (double)blurred[place(x, y)], (double)gauss(image, x, y));
    for (int k = 0; k < 25; k++)
        wb_text_append(text, size, "%s %g", k > 0 && k % 5 == 0 ? " /" : "",
                       (double)at(image, x + k % 5 - 2, y + k / 5 - 2));
}

// Where all pixels are alike, the blur's own sum shows.
static void blur_inputs(const float *image, int x, int y, char *text, size_t size)
{
    float *blurred = malloc(texel_count() * sizeof *blurred);
    if (blurred != NULL && wb_buffer_read(&lesson.next, blurred)) {
        float grey = image[place(x, y)], sum = sqrtf(256.0f * blurred[place(x, y)] / grey);
        if (is_flat(image, x, y) && fabsf(sum - 16.0f) > 1e-3f)
            snprintf(text, size,
                     "all 25 pixels around it are %g, so your five weights add up to "
                     "%.4g, not to 16",
                     (double)grey, (double)sum);
        else
            tell_furthest(image, blurred, text, size);
    }
    free(blurred);
}

void filter_inputs(const char *buffer, size_t index, int64_t steps, char *text, size_t size)
{
    const float *image = wb_start_state("image");
    if (strcmp(buffer, "filtered") != 0 || steps < 1 || image == NULL) return;
    int x = (int)(index % (size_t)lesson.columns), y = (int)(index / (size_t)lesson.columns);
    if (traits()->filter == GAUSS) {
        blur_inputs(image, x, y, text, size);
        return;
    }
    float n[9];
    for (int k = 0; k < 9; k++) n[k] = at(image, x + k % 3 - 1, y + k / 3 - 1);
    bool at_edge = x == 0 || y == 0 || x == lesson.columns - 1 || y == lesson.rows - 1;
    snprintf(text, size, "around it there was %g %g %g / %g %g %g / %g %g %g%s", (double)n[0],
             (double)n[1], (double)n[2], (double)n[3], (double)n[4], (double)n[5], (double)n[6],
             (double)n[7], (double)n[8],
             at_edge ? "; it lies at the picture's edge, and beyond that comes the edge again"
                     : "");
}

/* ---- The pond ---- */

// In the kernel's order: sums and products are rounded one after the other.
static float next_height(const float *now, float before, int x, int y)
{
    float courant_squared = lesson.courant * lesson.courant, here = at(now, x, y);
    float sides = (at(now, x - 1, y) + at(now, x + 1, y)) + (at(now, x, y - 1) + at(now, x, y + 1));
    float bend = sides - 4.0f * here;
    return (2.0f * here - before) + courant_squared * bend;
}

// Two fields, one behind the other, become those after so many steps: now, and before.
static bool compute_pond(const float *now, const float *before, int64_t steps, float *result)
{
    size_t count = texel_count();
    float *fields = malloc(3 * count * sizeof *fields);
    if (fields == NULL) {
        wb_error("the oracle has no memory for a pond of %d x %d", lesson.columns, lesson.rows);
        return false;
    }
    float *a = fields, *b = fields + count, *c = fields + 2 * count;
    memcpy(a, now, count * sizeof *a);
    memcpy(b, before, count * sizeof *b);
    for (int64_t s = 0; s < steps; s++) {
        for (int y = 0; y < lesson.rows; y++)
            for (int x = 0; x < lesson.columns; x++)
                c[place(x, y)] = next_height(a, b[place(x, y)], x, y);
        float *old = b;
        b = a;
        a = c;
        c = old;
    }
    memcpy(result, a, count * sizeof *a);
    memcpy(result + count, b, count * sizeof *b);
    free(fields);
    return true;
}

wb_answer pond_expect(const char *buffer, int64_t steps, void *expected)
{
    const float *now = wb_start_state("now"), *before = wb_start_state("before");
    bool is_now = strcmp(buffer, "now") == 0;
    if ((!is_now && strcmp(buffer, "before") != 0) || now == NULL || before == NULL)
        return WB_NO_ANSWER;
    float *both = malloc(2 * texel_count() * sizeof *both);
    bool good = both != NULL && compute_pond(now, before, steps * lesson.steps, both);
    if (good) memcpy(expected, both + (is_now ? 0 : texel_count()), texel_count() * sizeof *both);
    free(both);
    return good ? WB_ANSWERED : WB_ANSWER_FAILED;
}

// A ray's share of the texel at x, y of the floor.
static void add_light(uint32_t *light, int x, int y, int share)
{
    if (x >= 0 && y >= 0 && x < lesson.columns && y < lesson.rows)
        light[place(x, y)] += (uint32_t)share;
}

static void send_ray(const float *now, int x, int y, uint32_t *light)
{
    float across = at(now, x + 1, y) - at(now, x - 1, y);
    float down = at(now, x, y + 1) - at(now, x, y - 1);
    float bend_x = (float)DEPTH * across, bend_y = (float)DEPTH * down;
    int to_x = 256 * x + (int)floorf(256.0f * bend_x),
        to_y = 256 * y + (int)floorf(256.0f * bend_y);
    int left = (int)floor(to_x / 256.0), top = (int)floor(to_y / 256.0);
    int far_x = to_x - 256 * left, far_y = to_y - 256 * top;
    add_light(light, left, top, (256 - far_x) * (256 - far_y));
    add_light(light, left + 1, top, far_x * (256 - far_y));
    add_light(light, left, top + 1, (256 - far_x) * far_y);
    add_light(light, left + 1, top + 1, far_x * far_y);
}

wb_answer light_expect(const char *buffer, int64_t steps, void *expected)
{
    if (strcmp(buffer, "light") != 0) return pond_expect(buffer, steps, expected);
    float *now = malloc(texel_count() * sizeof *now);
    wb_answer answer = now != NULL ? pond_expect("now", steps, now) : WB_ANSWER_FAILED;
    memset(expected, 0, texel_count() * sizeof(uint32_t));
    for (int y = 0; y < lesson.rows && answer == WB_ANSWERED && steps > 0; y++)
        for (int x = 0; x < lesson.columns; x++) send_ray(now, x, y, expected);
    free(now);
    return answer;
}

// What went in is known if the frame is one step.
void pond_inputs(const char *buffer, size_t index, int64_t steps, char *text, size_t size)
{
    const float *now = wb_start_state("now"), *before = wb_start_state("before");
    size_t count = texel_count();
    if (strcmp(buffer, "now") != 0 || steps < 1 || now == NULL || before == NULL) return;
    float *both = malloc(2 * count * sizeof *both);
    int x = (int)(index % (size_t)lesson.columns), y = (int)(index / (size_t)lesson.columns);
    bool at_shore = x == 0 || y == 0 || x == lesson.columns - 1 || y == lesson.rows - 1;
    if (lesson.steps == 1 && both != NULL && compute_pond(now, before, steps - 1, both))
        snprintf(
            text, size, "it was %g, and %g before that; left, right, above, below: %g %g %g %g",
            (double)both[index], (double)both[count + index], (double)at(both, x - 1, y),
            (double)at(both, x + 1, y), (double)at(both, x, y - 1), (double)at(both, x, y + 1));
    if (at_shore) wb_text_append(text, size, "%sit lies at the shore", *text != '\0' ? "; " : "");
    free(both);
}

/* ---- The dish ---- */

static const float *around(const float *mix, int x, int y)
{
    return mix + 2 * place((x + lesson.columns) % lesson.columns, (y + lesson.rows) % lesson.rows);
}

static void next_mix(const float *mix, int x, int y, float feed, float kill, float *next)
{
    static const float spreads[2] = {0.1875f, 0.09375f};
    const float *here = around(mix, x, y), *w = around(mix, x - 1, y), *e = around(mix, x + 1, y),
                *n = around(mix, x, y - 1), *s = around(mix, x, y + 1);
    float eaten = (here[0] * here[1]) * here[1], gains[2];
    gains[0] = feed * (1.0f - here[0]) - eaten;
    gains[1] = eaten - (feed + kill) * here[1];
    for (int k = 0; k < 2; k++) {
        float sides = (w[k] + e[k]) + (n[k] + s[k]), spread = spreads[k] * (sides - 4.0f * here[k]);
        next[k] = here[k] + (spread + gains[k]);
    }
}

wb_answer dish_expect(const char *buffer, int64_t steps, void *expected)
{
    const float *start = wb_start_state("now");
    size_t bytes = 2 * texel_count() * sizeof(float);
    if (strcmp(buffer, "now") != 0 || start == NULL) return WB_NO_ANSWER;
    float *mix = malloc(bytes), *next = expected;
    if (mix == NULL) {
        wb_error("the oracle has no memory for a dish of %d x %d", lesson.columns, lesson.rows);
        return WB_ANSWER_FAILED;
    }
    memcpy(next, start, bytes);
    for (int64_t s = 0; s < steps * lesson.steps; s++) {
        memcpy(mix, next, bytes);
        for (int y = 0; y < lesson.rows; y++)
            for (int x = 0; x < lesson.columns; x++) {
                double feed = (double)lesson.feed, kill = (double)lesson.kill;
                if (traits()->makes_a_map) map_rates(x, y, &feed, &kill);
                next_mix(mix, x, y, (float)feed, (float)kill, next + 2 * place(x, y));
            }
    }
    free(mix);
    return WB_ANSWERED;
}

/* ---- What need not be exact ---- */

// What the map has at the first cell that is wrong.
static void tell_rates(size_t cell)
{
    int x = (int)(cell % (size_t)lesson.columns), y = (int)(cell / (size_t)lesson.columns);
    double feed, kill;
    map_rates(x, y, &feed, &kill);
    wb_note("the middle of this cell lies at %.4f of the width and %.4f of the height: there "
            "`feed` is %.5f and `kill` %.5f",
            (x + 0.5) / lesson.columns, (y + 0.5) / lesson.rows, feed, kill);
}

// Whether no number of the field is further than `most` from what expect() says.
static wb_result verify_within(const wb_buffer *field,
                               wb_answer (*expect)(const char *, int64_t, void *), double most)
{
    size_t count = (size_t)field->size_bytes / sizeof(float);
    float *got = malloc(count * sizeof *got), *expected = malloc(count * sizeof *expected);
    double *exact = malloc(count * sizeof *exact);
    wb_result result = WB_NOT_RUN;
    if (got != NULL && expected != NULL && exact != NULL && wb_buffer_read(field, got) &&
        expect(field->name, wb_frame(), expected) == WB_ANSWERED) {
        wb_array array = wb_buffer_array(field, got);
        for (size_t i = 0; i < count; i++) exact[i] = (double)expected[i];
        size_t first = 0;
        result = wb_result_of(wb_check_compare(
            &(wb_comparison){WB_CLOSE, field->name, &array, exact, most, 0, &first}));
        if (result == WB_WRONG && traits()->makes_a_map) tell_rates(first / 2);
    }
    free(got);
    free(expected);
    free(exact);
    return result;
}

// A place is known to 1/256. Then on each side 5/16 of two pixels may be mixed by that much off, in
// two directions: 2 * 2 * 5/16 * 255 / 256.
wb_result filter_verify(void)
{
    glMemoryBarrier(GL_TEXTURE_UPDATE_BARRIER_BIT); // for glGetTexImage in wb_buffer_read()
    return traits()->is_between ? verify_within(&lesson.next, compute_filter, 1.25)
                                : wb_verify_state();
}

wb_result dish_verify(void)
{
    glMemoryBarrier(GL_TEXTURE_UPDATE_BARRIER_BIT); // for glGetTexImage in wb_buffer_read()
    return traits()->makes_a_map ? verify_within(&lesson.now, dish_expect, 2e-5)
                                 : wb_verify_state();
}
